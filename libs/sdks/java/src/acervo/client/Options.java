package acervo.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Consumer;

/** Of a connection. One of user name with password, session or token is needed. */
public final class Options {
    String username;
    String password;
    Session session;
    String token;
    Consumer<Session> onSession = session -> {};
    String subscriptionKey;
    int retries = 2;
    HttpClient http;

    public Options login(String username, String password) {
        this.username = username;
        this.password = password;
        return this;
    }

    /** Of an earlier login. Without it the first call logs in. */
    public Options session(Session session) {
        this.session = session;
        return this;
    }

    /** An access token to be sent as it is, instead of a login. */
    public Options token(String token) {
        this.token = token;
        return this;
    }

    /** Called after every login and renewal, to store the session. */
    public Options onSession(Consumer<Session> onSession) {
        this.onSession = onSession;
        return this;
    }

    /** Key of the client and unit, where the service demands one. */
    public Options subscriptionKey(String subscriptionKey) {
        this.subscriptionKey = subscriptionKey;
        return this;
    }

    /** How often a call is repeated that met a busy service or a broken connection; 2 unless given. */
    public Options retries(int retries) {
        this.retries = retries;
        return this;
    }

    public Options http(HttpClient http) {
        this.http = http;
        return this;
    }

    HttpClient client() {
        if (http != null) return http;
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(30)).build();
    }
}
