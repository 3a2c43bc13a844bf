package acervo.client;

import acervo.client.model.FileV3;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** One file of a new document. */
public final class FileOf {
    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("csv", "text/csv"),
                    Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
                    Map.entry("jpeg", "image/jpeg"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("p7s", "application/pkcs7-signature"),
                    Map.entry("pdf", "application/pdf"),
                    Map.entry("png", "image/png"),
                    Map.entry("tif", "image/tiff"),
                    Map.entry("tiff", "image/tiff"),
                    Map.entry("txt", "text/plain"),
                    Map.entry("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
                    Map.entry("xml", "application/xml"),
                    Map.entry("zip", "application/zip"));

    private final String name;
    private final String url;
    final Source source;
    private String contentType;
    private Boolean shared;

    private FileOf(String name, String url, Source source) {
        this.name = name;
        this.url = url;
        this.source = source;
    }

    /** Read from the disk while it is sent, anew for every try. */
    public static FileOf fromPath(Path path) {
        return new FileOf(path.getFileName().toString(), null, () -> Files.newInputStream(path));
    }

    /** A stream is read once: a call that has read from it is not repeated. */
    public static FileOf fromStream(InputStream stream, String name) {
        return new FileOf(name, null, Source.once(stream));
    }

    public static FileOf fromBytes(byte[] content, String name) {
        return new FileOf(name, null, () -> new ByteArrayInputStream(content));
    }

    /** The service fetches it from there. */
    public static FileOf fromUrl(String url, String name) {
        return new FileOf(name, url, null);
    }

    /** By the extension, unless given. */
    public FileOf contentType(String contentType) {
        this.contentType = contentType;
        return this;
    }

    /** Whether the document gets a share link of this file. */
    public FileOf shared(boolean shared) {
        this.shared = shared;
        return this;
    }

    FileV3 wire(byte[] mark) {
        int dot = name.lastIndexOf('.');
        String extension = dot > 0 ? name.substring(dot + 1) : "";
        var wire = new FileV3();
        wire.nomeAmigavel = dot > 0 ? name.substring(0, dot) : name;
        wire.extensao = extension;
        wire.contentType = contentType != null ? contentType : TYPES.getOrDefault(extension.toLowerCase(Locale.ROOT), "application/octet-stream");
        wire.compartilhado = shared;
        if (url != null) wire.linkArquivo = url;
        else wire.arquivo = mark;
        return wire;
    }
}
