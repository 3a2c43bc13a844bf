package acervo.client;

import com.fasterxml.jackson.core.type.TypeReference;
import acervo.client.model.CloudEvent;
import acervo.client.model.CreateDocumentV3;
import acervo.client.model.CreatedV3;
import acervo.client.model.EventsFollowInput;
import acervo.client.model.FindBody;
import acervo.client.model.FindDocumentsFindInput;
import acervo.client.model.FoundDocumentAnswer;
import acervo.client.model.IndexerValue;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A client of the archive, for all threads: every operation, and the everyday ones in one call each. */
public final class Acervo {
    private static final long LONGEST_WAIT_SECONDS = 25;
    private static final int DOWNLOAD_RETRIES = 5;
    private static final String BYTES = "application/octet-stream";

    /** Every operation of the service, by its group. */
    public final Api api;

    private final Transport transport;

    private Acervo(Transport transport) {
        this.transport = transport;
        this.api = new Api(transport);
    }

    /** Nothing is sent before the first call, which logs in. */
    public static Acervo connect(String url, Options options) {
        return new Acervo(new Transport(url, options));
    }

    /** Where documents are filed. */
    public record Place(String idUnidade, String idCliente, String idArvoreOrganizacional) {}

    /** Files a document in one call: everything is stored, or nothing. */
    public CreatedV3 fileDocument(Place place, NewDocument document, CallOptions options) {
        byte[] mark = new byte[24];
        new SecureRandom().nextBytes(mark);
        var body = new CreateDocumentV3();
        body.chaveExterna = document.externalKey;
        body.valoresCampos = new ArrayList<>();
        document.fields.forEach((label, value) -> body.valoresCampos.add(new IndexerValue().label(label).valorCampo(value)));
        body.arquivos = document.files.stream().map(file -> file.wire(mark)).toList();
        List<Source> sources = document.files.stream().map(file -> file.source).filter(Objects::nonNull).toList();
        var request =
                new Request("POST", "/api/v3/Documento", true, true, Request.JSON)
                        .query("idUnidade", place.idUnidade())
                        .query("idCliente", place.idCliente())
                        .query("idArvoreOrganizacional", place.idArvoreOrganizacional())
                        .body(body)
                        .sources(mark, sources);
        return transport.call(request, options, new TypeReference<>() {});
    }

    public CreatedV3 fileDocument(Place place, NewDocument document) {
        return fileDocument(place, document, CallOptions.NONE);
    }

    /** All documents that a search finds, in its order: asks for the next page when it is needed. */
    public Iterable<FoundDocumentAnswer> findDocuments(String idCliente, FindBody search) {
        return () -> new Pages<>(new FoundPages(idCliente, search)::next);
    }

    private final class FoundPages {
        private final FindDocumentsFindInput input = new FindDocumentsFindInput();
        private boolean ended;

        FoundPages(String idCliente, FindBody search) {
            input.idCliente = idCliente;
            // The caller's own is left as it is.
            input.body = Transport.JSON.convertValue(search, FindBody.class);
        }

        List<FoundDocumentAnswer> next() {
            if (ended) return null;
            var page = api.findDocuments.find(input);
            input.body.cursor = page.proximo;
            ended = page.proximo == null;
            return page.documentos;
        }
    }

    /** The events of a client, oldest first, without end: waits for the next one. */
    public Iterable<CloudEvent> followEvents(String idCliente, Follow follow) {
        return () -> new Pages<>(new EventPages(idCliente, follow)::next);
    }

    private final class EventPages {
        private final EventsFollowInput input = new EventsFollowInput();
        private final Follow follow;
        private Long position;

        EventPages(String idCliente, Follow follow) {
            this.follow = follow;
            input.idCliente(idCliente).apos(follow.after).epoca(follow.epoch).tipo(follow.types).espera(LONGEST_WAIT_SECONDS);
        }

        List<CloudEvent> next() {
            if (position != null) follow.onPosition.accept(position, input.epoca);
            var page = api.events.follow(input);
            position = page.proximo;
            input.apos = String.valueOf(page.proximo);
            if (page.epoca != null) input.epoca = page.epoca;
            return page.eventos;
        }
    }

    /**
     * Writes the bytes of a file to a path, which has its whole content or is not there; tells their number. A broken download goes on where
     * it broke.
     */
    public long downloadFile(String idImagem, String idCliente, Path path) {
        Path unfinished = path.resolveSibling(path.getFileName() + ".part");
        try {
            try {
                long got = fetchInto(unfinished, idImagem, idCliente);
                Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
                return got;
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private long fetchInto(Path path, String idImagem, String idCliente) throws IOException {
        String etag = null;
        try (var file = new FileOutputStream(path.toFile())) {
            for (int left = DOWNLOAD_RETRIES; ; left--) {
                var request = new Request("GET", "/api/Arquivo/{idImagem}/Cliente/{idCliente}", false, true, BYTES);
                var options = new CallOptions();
                long got = file.getChannel().position();
                if (got > 0 && etag != null) options.header("Range", "bytes=" + got + "-").header("If-Range", etag);
                try {
                    var answer = transport.open(request.path("idImagem", idImagem).path("idCliente", idCliente), options);
                    if (answer.statusCode() != 206) file.getChannel().truncate(0);
                    etag = answer.headers().firstValue("etag").orElse(null);
                    try (InputStream content = answer.body()) {
                        content.transferTo(file);
                    }
                    return file.getChannel().position();
                } catch (IOException | UncheckedIOException problem) {
                    if (left <= 0 || Thread.currentThread().isInterrupted()) throw problem;
                }
            }
        }
    }
}
