import acervo.client.ApiClient;
import acervo.client.ApiException;
import acervo.client.JSON;
import acervo.client.api.AcervoApi;
import acervo.client.api.AcervoApi.*;
import acervo.client.model.*;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** A program of a user of the generated client: files a document, finds, fetches, shares and deletes it. */
public class Flow {
  private static final int BIG = 5_000_000;
  private static final String DAY = "21/11/2026";
  private final AcervoApi acervo;
  private UUID unit;
  private UUID client;
  private UUID level;

  private Flow(ApiClient transport) {
    acervo = new AcervoApi(transport);
  }

  public static void main(String[] args) throws Exception {
    ApiClient transport = new ApiClient();
    transport.updateBaseUri(args[0]);
    LoginBody credentials = new LoginBody().username(args[1]).password(args[2]);
    SessionAnswer session =
        new AcervoApi(transport).authenticationSignIn(APIAuthenticationSignInRequest.newBuilder().loginBody(credentials).build());
    // An API object asks its transport once, when it is made.
    transport.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + session.getToken()));
    new Flow(transport).play();
  }

  private void play() throws Exception {
    UnitAnswer first = acervo.structureDescribe(APIStructureDescribeRequest.newBuilder().build()).get(0);
    ClientAnswer customer = first.getClientes().get(0);
    unit = first.getIdUnidade();
    client = customer.getIdCliente();
    level =
        customer.getArvores().stream().filter(each -> each.getNome().equals("Notas Fiscais")).findFirst().orElseThrow().getIdArvoreOrganizacional();
    done("login");

    String number = String.valueOf(1_000_000_000L + new Random().nextInt(1_000_000_000));
    byte[] content = "Olá, acervo!\n".getBytes(StandardCharsets.UTF_8);
    CreateDocumentV3 body =
        new CreateDocumentV3()
            .addValoresCamposItem(new IndexerValue().label("Número").valorCampo(number))
            .addValoresCamposItem(new IndexerValue().label("Data de Emissão").valorCampo(DAY))
            .addArquivosItem(new FileV3().arquivo(content).contentType("text/plain").extensao("txt").nomeAmigavel("Olá"));
    CreatedV3 created = acervo.documentsCreateV3(create(body).idempotencyKey("nota-" + number).build());
    CreatedV3 again = acervo.documentsCreateV3(create(body).idempotencyKey("nota-" + number).build());
    expect(created.equals(again), "the same answer to the same key");
    UUID document = created.getIdDocumento();
    done("create");

    List<String> found = search(number);
    expect(found.contains(document.toString()) && found.contains(number), "the document is found");
    expect(search(number, "22/11/2026").isEmpty(), "both fields count");
    done("search");

    expect(find(number, FilterCondition.OperadorEnum.IGUAL).equals(List.of(document)), "the document is found by a filter");
    expect(!find(number, FilterCondition.OperadorEnum.DIFERENTE).contains(document), "what is not equal is another document");
    done("find");

    expect(Arrays.equals(fetch(created.getArquivos().get(0).getIdArquivo()), content), "the bytes are those sent");
    done("fetch");

    SharedDocumentAnswer shared =
        acervo.shareLinksShare(APIShareLinksShareRequest.newBuilder().idDocumento(document).idCliente(client).build());
    String path = URI.create(shared.getArquivos().get(0).getLinkCompartilhado()).getPath();
    APISharedFileOpenRequest link = APISharedFileOpenRequest.newBuilder().token(path.substring(path.lastIndexOf('/') + 1)).build();
    File opened = acervo.sharedFileOpen(link);
    expect(Arrays.equals(Files.readAllBytes(opened.toPath()), content), "the link opens the file");
    done("share");

    acervo.shareLinksRevoke(APIShareLinksRevokeRequest.newBuilder().idDocumento(document).idCliente(client).build());
    expect(refusalOf(() -> acervo.sharedFileOpen(link)).getCodigo().equals("LINK_NAO_ENCONTRADO"), "the link is closed");
    done("revoke");

    ErrorBody refusal = refusalOf(() -> acervo.documentsCreateV3(create(new CreateDocumentV3()).build()));
    expect(!refusal.getErros().get(0).getCodigo().isEmpty(), "the refusal names a field");
    done("refusal " + refusal.getCodigo());

    byte[] large = new byte[BIG];
    new Random().nextBytes(large);
    List<NewFileBody> files = List.of(new NewFileBody().arquivo(large).nomeImagem("Anexo").extensao("bin"));
    List<AddedFileAnswer> added =
        acervo.filesUpload(APIFilesUploadRequest.newBuilder().idDocumento(document).newFileBody(files).build());
    expect(Arrays.equals(fetch(added.get(0).getIdImagem()), large), "the large file is what was sent");
    done("upload");

    acervo.documentsRemove(
        APIDocumentsRemoveRequest.newBuilder().idUnidade(unit).idCliente(client).idArvoreOrganizacional(level).idDocumento(document).build());
    expect(search(number).isEmpty(), "a deleted document is not found");
    done("delete");
  }

  private APIDocumentsCreateV3Request.Builder create(CreateDocumentV3 body) {
    return APIDocumentsCreateV3Request.newBuilder().idUnidade(unit).idCliente(client).idArvoreOrganizacional(level).createDocumentV3(body);
  }

  private List<String> search(String number) throws ApiException {
    return search(number, DAY);
  }

  private List<String> search(String number, String day) throws ApiException {
    List<String> both = List.of(wanted("Número", number), wanted("Data de Emissão", day));
    APIDocumentsSearchRequest request = APIDocumentsSearchRequest.newBuilder().idCliente(client).valoresCampos(both).build();
    return acervo.documentsSearch(request).getMetadados().stream()
        .flatMap(entry -> entry.getMetaDados().stream())
        .map(pair -> pair.getValor())
        .toList();
  }

  private List<UUID> find(String number, FilterCondition.OperadorEnum operator) throws ApiException {
    FilterCondition named = new FilterCondition().campo("Número").operador(operator).valor(number);
    FilterCondition empty = new FilterCondition().campo("Data de Emissão").operador(FilterCondition.OperadorEnum.VAZIO);
    FilterGroup group = new FilterGroup().todas(List.of(named, new FilterCondition().nenhuma(List.of(empty))));
    APIFindDocumentsFindRequest request =
        APIFindDocumentsFindRequest.newBuilder().idCliente(client).findBody(new FindBody().filtro(group)).build();
    return acervo.findDocumentsFind(request).getDocumentos().stream().map(each -> each.getId()).toList();
  }

  /** One searched field; names in any case. */
  private static String wanted(String label, String value) {
    try {
      return JSON.getDefault().getMapper().writeValueAsString(new IndexerValue().label(label).valorCampo(value));
    } catch (JsonProcessingException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private byte[] fetch(UUID file) throws ApiException {
    return acervo.filesFetch(APIFilesFetchRequest.newBuilder().idImagem(file).idCliente(client).build()).getArquivo();
  }

  private interface Call {
    Object run() throws ApiException;
  }

  private static ErrorBody refusalOf(Call call) throws Exception {
    try {
      throw new AssertionError("answered: " + call.run());
    } catch (ApiException refusal) {
      return JSON.getDefault().getMapper().readValue(refusal.getResponseBody(), ErrorBody.class);
    }
  }

  private static void expect(boolean holds, String what) {
    if (!holds) throw new AssertionError("expected: " + what);
  }

  private static void done(String step) {
    System.out.println("step " + step);
  }
}
