package acervo.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** A call of an operation as the service's OpenAPI document describes it. */
final class Request {
    static final String JSON = "application/json";

    final String method;
    final boolean repeatable;
    final boolean secured;
    final String accept;
    private String path;
    private final List<String> query = new ArrayList<>();
    private Object body;
    private List<Source> sources = List.of();
    private byte[] mark;

    Request(String method, String path, boolean repeatable, boolean secured, String accept) {
        this.method = method;
        this.path = path;
        this.repeatable = repeatable;
        this.secured = secured;
        this.accept = accept;
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
    }

    Request path(String name, Object value) {
        path = path.replace("{" + name + "}", encoded(Objects.requireNonNull(value, name)));
        return this;
    }

    /** Lists repeat their name. */
    Request query(String name, Object value) {
        if (value instanceof Collection<?> values) values.forEach(each -> query(name, each));
        else if (value != null) query.add(encoded(name) + "=" + encoded(value));
        return this;
    }

    Request body(Object value) {
        body = value;
        return this;
    }

    /** Where the body has the mark, it will have the bytes of the next source. */
    Request sources(byte[] mark, List<Source> sources) {
        this.mark = mark;
        this.sources = sources;
        return this;
    }

    Body content() {
        return body == null ? null : new Body(body, mark, sources);
    }

    String address() {
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }
}
