// A program of a user of the client that oapi-codegen makes: files a document and finds it by two fields.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"strconv"

	"acervo.test/flow/acervo"
)

const day = "21/11/2026"

func value(label, text string) acervo.IndexerValue {
	return acervo.IndexerValue{Label: label, ValorCampo: &text}
}

func must[T any](answer T, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func expect(holds bool, what string) {
	if !holds {
		panic("expected: " + what)
	}
}

func main() {
	ctx, token := context.Background(), ""
	authorized := acervo.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	})
	api := must(acervo.NewClientWithResponses(os.Args[1], authorized))
	credentials := acervo.LoginBody{Username: os.Args[2], Password: os.Args[3]}
	token = must(api.AuthenticationSignInWithResponse(ctx, nil, credentials)).JSON201.Token
	unit := (*must(api.StructureDescribeWithResponse(ctx, nil)).JSON200)[0]
	client := unit.Clientes[0]
	var level acervo.LevelAnswer
	for _, each := range client.Arvores {
		if each.Nome == "Notas Fiscais" {
			level = each
		}
	}
	fmt.Println("step login")

	number, content := strconv.Itoa(1_000_000_000+rand.Intn(1_000_000_000)), []byte("Olá, acervo!\n")
	place := acervo.DocumentsCreateV3Params{
		IdUnidade:              unit.IdUnidade,
		IdCliente:              client.IdCliente,
		IdArvoreOrganizacional: level.IdArvoreOrganizacional,
	}
	created := must(api.DocumentsCreateV3WithResponse(ctx, &place, acervo.CreateDocumentV3{
		ValoresCampos: &[]acervo.IndexerValue{value("Número", number), value("Data de Emissão", day)},
		Arquivos:      &[]acervo.FileV3{{Arquivo: &content, ContentType: "text/plain", Extensao: "txt", NomeAmigavel: "Olá"}},
	})).JSON201
	expect(created != nil && len(created.Arquivos) == 1, "one file")
	fmt.Println("step create")

	search := func(day string) []acervo.Entry {
		var both []string
		for _, each := range []acervo.IndexerValue{value("Número", number), value("Data de Emissão", day)} {
			both = append(both, string(must(json.Marshal(each))))
		}
		wanted := acervo.DocumentsSearchParams{IdCliente: client.IdCliente, ValoresCampos: &both}
		return must(api.DocumentsSearchWithResponse(ctx, &wanted)).JSON200.Metadados
	}
	found := search(day)
	expect(len(found) == 1 && found[0].MetaDados[0].Valor == created.IdDocumento.String(), "the document is found")
	expect(len(search("22/11/2026")) == 0, "both fields count")
	fmt.Println("step search")
}
