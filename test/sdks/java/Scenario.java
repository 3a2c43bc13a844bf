import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import acervo.client.Acervo;
import acervo.client.AcervoException;
import acervo.client.FileOf;
import acervo.client.Follow;
import acervo.client.NewDocument;
import acervo.client.Options;
import acervo.client.Session;
import acervo.client.Webhooks;
import acervo.client.model.CreatedV3;
import acervo.client.model.EventsFollowInput;
import acervo.client.model.FilesFetchBytesInput;
import acervo.client.model.FilterCondition;
import acervo.client.model.FilterGroup;
import acervo.client.model.FindBody;
import acervo.client.model.LimitsLimitsInput;
import acervo.client.model.StructureDescribeInput;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The scenario of all SDKs (scripts/sdks/scenario.mjs) with acervo-client. */
final class Scenario {
    private static Acervo.Place place;

    private static void done(String step) {
        System.out.println("step " + step);
    }

    private static void check(boolean holds, Object what) {
        if (!holds) throw new AssertionError(what);
    }

    private static CreatedV3 file(Acervo acervo, String number, FileOf file) {
        return acervo.fileDocument(place, new NewDocument().field("Número", number).field("Data de Emissão", "21/11/2026").file(file));
    }

    private static List<String> search(Acervo acervo, String number) {
        var condition = new FilterCondition().campo("Número").operador("igual").valor(number);
        var search = new FindBody().filtro(new FilterGroup().todas(List.of(condition))).tamanhoPagina(2L);
        List<String> ids = new ArrayList<>();
        for (var document : acervo.findDocuments(place.idCliente(), search)) ids.add(document.id);
        return ids.stream().sorted().toList();
    }

    private static String contentOf(Acervo acervo, CreatedV3 created) {
        var input = new FilesFetchBytesInput().idImagem(created.arquivos.get(0).idArquivo).idCliente(place.idCliente());
        return new String(acervo.api.files.fetchBytes(input), StandardCharsets.UTF_8);
    }

    private static void refusesWebhook(String secret, Map<String, String> headers, String body) {
        try {
            Webhooks.verify(secret, headers, body.getBytes(StandardCharsets.UTF_8));
        } catch (Webhooks.WebhookException expected) {
            return;
        }
        throw new AssertionError("took " + headers + body);
    }

    public static void main(String[] args) throws Exception {
        JsonNode told = new ObjectMapper().readTree(new File("scenario.json"));
        var login = new Options().login(told.get("username").asText(), told.get("password").asText());
        String number = told.get("number").asText();
        Path path = Path.of(told.get("path").asText());

        List<Session> sessions = new ArrayList<>();
        String url = told.get("url").asText();
        var acervo = Acervo.connect(url, new Options().login(told.get("username").asText(), told.get("password").asText()).onSession(sessions::add));
        var unit = acervo.api.structure.describe(new StructureDescribeInput()).get(0);
        var client = unit.clientes.get(0);
        var level = client.arvores.stream().filter(each -> each.nome.equals("Notas Fiscais")).findFirst().orElseThrow();
        place = new Acervo.Place(unit.idUnidade, client.idCliente, level.idArvoreOrganizacional);
        long begin = acervo.api.events.follow(new EventsFollowInput().idCliente(client.idCliente).apos("fim")).proximo;
        done("login");

        var fromDisk = file(acervo, number, FileOf.fromPath(path));
        done("path");
        var pieces = Stream.of("Olá, ", "ace", "rvo", "!\n").map(text -> (InputStream) new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        var stream = new SequenceInputStream(Collections.enumeration(pieces.toList()));
        var fromPieces = file(acervo, number, FileOf.fromStream(stream, "Fluxo.txt"));
        done("stream");
        var fromLink = file(acervo, number, FileOf.fromUrl(told.get("link").asText(), "Ligado.txt"));
        done("url");

        var filed = Stream.of(fromDisk, fromPieces, fromLink).map(each -> each.idDocumento).sorted().toList();
        check(search(acervo, number).equals(filed), search(acervo, number));
        done("search");

        var faulty = Acervo.connect(told.get("faultyUrl").asText(), login);
        long got = faulty.downloadFile(fromDisk.arquivos.get(0).idArquivo, client.idCliente, Path.of("got.bin"));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of("got.bin")));
        check(got == 5_000_000 && HexFormat.of().formatHex(digest).equals(told.get("sha256").asText()), got);
        check(contentOf(acervo, fromPieces).equals("Olá, acervo!\n"), contentOf(acervo, fromPieces));
        check(contentOf(acervo, fromLink).equals(told.get("linked").asText()), contentOf(acervo, fromLink));
        done("download");

        var follow = new Follow().after(String.valueOf(begin)).types("documento.criado");
        for (var event : acervo.followEvents(client.idCliente, follow)) if (fromLink.idDocumento.equals(event.data.get("idDocumento"))) break;
        done("events");

        var webhook = told.get("webhook");
        String secret = webhook.get("secret").asText();
        String body = webhook.get("body").asText();
        Map<String, String> headers = new HashMap<>();
        webhook.get("headers").fields().forEachRemaining(each -> headers.put(each.getKey(), each.getValue().asText()));
        check(Webhooks.verify(secret, headers, body.getBytes(StandardCharsets.UTF_8)).type.equals("webhook.teste"), body);
        refusesWebhook(secret, headers, body + " ");
        headers.put("webhook-timestamp", "1700000000");
        refusesWebhook(secret, headers, body);
        done("webhook");

        String repeated = (number + "9").substring(1);
        var once = file(faulty, repeated, FileOf.fromPath(path));
        check(search(acervo, repeated).equals(List.of(once.idDocumento)), search(acervo, repeated));
        done("retry");

        try {
            acervo.fileDocument(place, new NewDocument());
            throw new AssertionError("filed without values");
        } catch (AcervoException refusal) {
            check(refusal.code.equals("ENTRADA_INVALIDA"), refusal.code);
        }
        done("refusal");

        // A session that was kept, whose token no longer works.
        var kept = new Session("x.y.z", sessions.get(0).RefreshToken(), sessions.get(0).IdUsuario(), sessions.get(0).Login());
        var later = Acervo.connect(url, new Options().session(kept).onSession(sessions::add));
        check(later.api.structure.describe(new StructureDescribeInput()).get(0).idUnidade.equals(unit.idUnidade), kept);
        later.api.limits.limits(new LimitsLimitsInput());
        check(sessions.size() == 2, sessions.size());
        done("renewal");
    }
}
