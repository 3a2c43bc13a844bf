package acervo.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A refusal. With a status below 500 nothing was changed; above, the result may be unknown. */
public final class AcervoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Where in the request, in its own names, and what. */
    public record FieldProblem(String field, String code, String message) {}

    public final int status;
    /** Stable, as DOCUMENTO_INEXISTENTE; empty when something between here and the service answered. */
    public final String code;

    public final transient List<FieldProblem> fields;
    /** For the support; may be null. */
    public final String requestId;

    private AcervoException(int status, String code, String message, List<FieldProblem> fields, String requestId) {
        super(message);
        this.status = status;
        this.code = code;
        this.fields = List.copyOf(fields);
        this.requestId = requestId;
    }

    static AcervoException of(int status, String text, String requestId) {
        try {
            JsonNode told = Transport.JSON.readTree(text);
            if (told != null && told.hasNonNull("codigo")) {
                List<FieldProblem> fields = new ArrayList<>();
                for (JsonNode each : told.path("erros"))
                    fields.add(new FieldProblem(each.path("campo").asText(), each.path("codigo").asText(), each.path("mensagem").asText()));
                return new AcervoException(status, told.get("codigo").asText(), told.path("mensagem").asText(), fields, requestId);
            }
        } catch (JsonProcessingException notOfTheService) {
            // The text itself is the message.
        }
        return new AcervoException(status, "", text, List.of(), requestId);
    }
}
