package acervo.client;

import java.net.http.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Of one call. */
public final class CallOptions {
    static final CallOptions NONE = new CallOptions();

    String idempotencyKey;
    final Map<String, String> headers = new LinkedHashMap<>();
    Consumer<HttpHeaders> onHeaders = headers -> {};

    /** The same call under the same key happens once. Creates get a new key unless given. */
    public CallOptions idempotencyKey(String key) {
        idempotencyKey = key;
        return this;
    }

    public CallOptions header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Sees the headers of the answer, as ETag. */
    public CallOptions onHeaders(Consumer<HttpHeaders> onHeaders) {
        this.onHeaders = onHeaders;
        return this;
    }
}
