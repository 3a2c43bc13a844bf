package acervo.client;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.UUID;

/** Calls over HTTP: sessions, retries by Retry-After, keys of repeatable creates. */
final class Transport {
    static final ObjectMapper JSON =
            new ObjectMapper()
                    .setVisibility(PropertyAccessor.ALL, Visibility.NONE)
                    .setVisibility(PropertyAccessor.FIELD, Visibility.PUBLIC_ONLY)
                    .setVisibility(PropertyAccessor.CREATOR, Visibility.ANY)
                    .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private static final double LONGEST_WAIT_SECONDS = 30;

    private final String url;
    private final Options options;
    private final HttpClient http;
    private final Sessions sessions;

    Transport(String url, Options options) {
        this.url = url.replaceFirst("/+$", "");
        this.options = options;
        this.http = options.client();
        this.sessions = new Sessions(this, options);
    }

    <T> T call(Request request, CallOptions options, TypeReference<T> type) {
        try (InputStream content = open(request, options).body()) {
            return JSON.readValue(content, type);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    byte[] bytes(Request request, CallOptions options) {
        try (InputStream content = open(request, options).body()) {
            return content.readAllBytes();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** The answer, to be read and closed. */
    HttpResponse<InputStream> open(Request request, CallOptions given) {
        Body body = request.content();
        var headers = headersOf(request, body, given);
        HttpResponse<InputStream> answer;
        if (!request.secured) {
            answer = sent(request, headers, body);
        } else {
            String token = options.token != null ? options.token : sessions.token();
            try {
                answer = sent(request, withToken(headers, token), body);
            } catch (AcervoException refusal) {
                if (options.token != null || !refusal.code.equals("TOKEN_INVALIDO") || (body != null && !body.again())) throw refusal;
                answer = sent(request, withToken(headers, sessions.renewed(token)), body);
            }
        }
        given.onHeaders.accept(answer.headers());
        return answer;
    }

    private static TreeMap<String, String> withToken(TreeMap<String, String> headers, String token) {
        headers.put("Authorization", "Bearer " + token);
        return headers;
    }

    private TreeMap<String, String> headersOf(Request request, Body body, CallOptions given) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Accept", request.accept);
        if (body != null) headers.put("Content-Type", Request.JSON);
        if (request.secured && options.subscriptionKey != null) headers.put("SubscriptionKey", options.subscriptionKey);
        if (given.idempotencyKey != null) headers.put("Idempotency-Key", given.idempotencyKey);
        else if (request.repeatable) headers.put("Idempotency-Key", UUID.randomUUID().toString());
        headers.putAll(given.headers);
        return headers;
    }

    /** A call with 429 was not executed; the result of a call with 503 or a broken connection is unknown. */
    private HttpResponse<InputStream> sent(Request request, TreeMap<String, String> headers, Body body) {
        boolean canRepeat = request.method.equals("GET") || headers.containsKey("Idempotency-Key");
        for (int tried = 0; ; tried++) {
            boolean mayRepeat = tried < options.retries;
            double seconds = Math.pow(2, tried) / 4;
            try {
                HttpResponse<InputStream> answer = once(request, headers, body);
                if (answer.statusCode() < 300) return answer;
                var refusal = refusalOf(answer);
                mayRepeat &= answer.statusCode() == 429 || (answer.statusCode() == 503 && canRepeat);
                seconds = secondsOf(answer, seconds);
                if (!mayRepeat || (body != null && !body.again()) || !(seconds <= LONGEST_WAIT_SECONDS)) throw refusal;
            } catch (InterruptedIOException problem) {
                throw new UncheckedIOException(problem);
            } catch (IOException problem) {
                if (!mayRepeat || !canRepeat || (body != null && !body.again())) throw new UncheckedIOException(problem);
            }
            pause(seconds);
        }
    }

    private HttpResponse<InputStream> once(Request request, TreeMap<String, String> headers, Body body) throws IOException {
        var made = HttpRequest.newBuilder(URI.create(url + request.address()));
        made.method(request.method, body == null ? BodyPublishers.noBody() : body.publisher());
        headers.forEach(made::setHeader);
        try {
            return http.send(made.build(), BodyHandlers.ofInputStream());
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    private static AcervoException refusalOf(HttpResponse<InputStream> answer) throws IOException {
        try (InputStream content = answer.body()) {
            String text = new String(content.readAllBytes(), StandardCharsets.UTF_8);
            return AcervoException.of(answer.statusCode(), text, answer.headers().firstValue("x-request-id").orElse(null));
        }
    }

    private static double secondsOf(HttpResponse<InputStream> answer, double otherwise) {
        try {
            return answer.headers().firstValue("retry-after").map(Double::parseDouble).orElse(otherwise);
        } catch (NumberFormatException aDate) {
            return Double.NaN;
        }
    }

    private static void pause(double seconds) {
        try {
            Thread.sleep((long) (seconds * 1000));
        } catch (InterruptedException interrupted) {
            throw new UncheckedIOException(interrupted());
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException();
    }
}
