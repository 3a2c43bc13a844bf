package acervo.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** What a call sends: made anew for every try. */
final class Body {
    private final String[] parts;
    private final List<Source> sources;
    private boolean opened;

    Body(Object value, byte[] mark, List<Source> sources) {
        try {
            String text = Transport.JSON.writeValueAsString(value);
            this.sources = sources;
            parts = mark == null ? new String[] {text} : text.split(Pattern.quote(Base64.getEncoder().encodeToString(mark)), -1);
        } catch (JsonProcessingException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** False once a source has been opened that opens only once. */
    boolean again() {
        return !opened || sources.stream().noneMatch(Source::once);
    }

    BodyPublisher publisher() {
        if (sources.isEmpty()) return BodyPublishers.ofString(parts[0]);
        opened = true;
        return BodyPublishers.ofInputStream(this::stream);
    }

    private InputStream stream() {
        List<InputStream> streams = new ArrayList<>();
        for (int at = 0; at < parts.length; at++) {
            if (at > 0) streams.add(new Base64Stream(sources.get(at - 1)));
            streams.add(new ByteArrayInputStream(parts[at].getBytes(StandardCharsets.UTF_8)));
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }

    /** The Base64 of a source. */
    private static final class Base64Stream extends InputStream {
        /** Divisible by three, so that the Base64 of one piece may be joined to the next. */
        private static final int PIECE = 3 * 64 * 1024;

        private final Source source;
        private InputStream stream;
        private InputStream piece = InputStream.nullInputStream();

        Base64Stream(Source source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int got = piece.read(into, from, length);
            if (got >= 0) return got;
            if (stream == null) stream = source.open();
            byte[] bytes = stream.readNBytes(PIECE);
            if (bytes.length == 0) return -1;
            piece = new ByteArrayInputStream(Base64.getEncoder().encode(bytes));
            return piece.read(into, from, length);
        }

        @Override
        public void close() throws IOException {
            if (stream != null && !source.once()) stream.close();
        }
    }
}
