package acervo.client;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.Map;

/** One login or renewal at a time for all threads: a refresh token works once. */
final class Sessions {
    private static final TypeReference<Session> SESSION = new TypeReference<>() {};

    private final Transport transport;
    private final Options options;
    private Session session;

    Sessions(Transport transport, Options options) {
        this.transport = transport;
        this.options = options;
        this.session = options.session;
    }

    synchronized String token() {
        return session != null ? session.Token() : kept(login());
    }

    /** The token after the refused one; another thread may have renewed it already. */
    synchronized String renewed(String refused) {
        if (session != null && !session.Token().equals(refused)) return session.Token();
        return kept(renew());
    }

    private String kept(Session made) {
        session = made;
        options.onSession.accept(made);
        return made.Token();
    }

    private Session renew() {
        if (session == null) return login();
        var body = Map.of("idUsuario", session.IdUsuario(), "username", session.Login(), "refreshToken", session.RefreshToken());
        try {
            return post("/api/Autenticacao/RefreshToken", body);
        } catch (AcervoException refusal) {
            if (refusal.status != 401 || options.username == null) throw refusal;
            return login();
        }
    }

    private Session login() {
        if (options.username == null) throw new IllegalStateException("a login, a session or a token is needed");
        return post("/api/Autenticacao/Login", Map.of("username", options.username, "password", options.password));
    }

    private Session post(String path, Map<String, String> body) {
        // Asking twice opens two sessions at worst.
        var options = new CallOptions().idempotencyKey("login");
        if (this.options.subscriptionKey != null) options.header("SubscriptionKey", this.options.subscriptionKey);
        return transport.call(new Request("POST", path, false, false, Request.JSON).body(body), options, SESSION);
    }
}
