package acervo.client;

import acervo.client.model.CloudEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Notifications of webhooks (Standard Webhooks). */
public final class Webhooks {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private Webhooks() {}

    /** A notification that no webhook with this secret has sent, or that is too old. */
    public static final class WebhookException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WebhookException(String message) {
            super(message);
        }
    }

    /**
     * The event of a notification, once its signature is right.
     *
     * @param body as it came, before anything has read it as JSON
     */
    public static CloudEvent verify(String secret, Map<String, String> headers, byte[] body) {
        Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        given.putAll(headers);
        String sentAt = given.getOrDefault("webhook-timestamp", "");
        if (!sentAt.matches("\\d{1,12}")
                || Duration.between(Instant.ofEpochSecond(Long.parseLong(sentAt)), Instant.now()).abs().compareTo(TOLERANCE) > 0)
            throw new WebhookException("the time of the notification is missing, or too far from now");
        byte[] expected = ("v1," + signature(secret, given.getOrDefault("webhook-id", "") + "." + sentAt + ".", body)).getBytes(StandardCharsets.UTF_8);
        // Two of them while a secret is being replaced.
        for (String signature : given.getOrDefault("webhook-signature", "").split(" ")) {
            if (MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8), expected)) return eventOf(body);
        }
        throw new WebhookException("the signature is not of this secret");
    }

    private static String signature(String secret, String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private static CloudEvent eventOf(byte[] body) {
        try {
            return Transport.JSON.readValue(body, CloudEvent.class);
        } catch (IOException problem) {
            throw new WebhookException("the body is not JSON");
        }
    }
}
