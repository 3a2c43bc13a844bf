// A program of a user of the client that OpenAPI Generator makes for Go: files a document and finds it by two fields.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strconv"

	acervo "acervo.test/client"
)

const day = "21/11/2026"

func value(label, text string) acervo.IndexerValue {
	one := acervo.NewIndexerValue(label)
	one.SetValorCampo(text)
	return *one
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
	url, ctx := os.Args[1], context.Background()
	configuration := acervo.NewConfiguration()
	configuration.Servers = acervo.ServerConfigurations{{URL: url}}
	api := acervo.NewAPIClient(configuration).AcervoAPI
	session, _, err := api.AuthenticationSignIn(ctx).LoginBody(*acervo.NewLoginBody(os.Args[2], os.Args[3])).Execute()
	must(session, err)
	ctx = context.WithValue(ctx, acervo.ContextAccessToken, session.Token)
	units, _, err := api.StructureDescribe(ctx).Execute()
	unit := must(units, err)[0]
	client := unit.Clientes[0]
	var level acervo.LevelAnswer
	for _, each := range client.Arvores {
		if each.Nome == "Notas Fiscais" {
			level = each
		}
	}
	fmt.Println("step login")

	number := strconv.Itoa(1_000_000_000 + rand.Intn(1_000_000_000))
	file := acervo.NewFileV3("text/plain", "txt", "Olá")
	file.SetArquivo(base64.StdEncoding.EncodeToString([]byte("Olá, acervo!\n")))
	body := acervo.NewCreateDocumentV3()
	body.SetValoresCampos([]acervo.IndexerValue{value("Número", number), value("Data de Emissão", day)})
	body.SetArquivos([]acervo.FileV3{*file})
	created, _, err := api.DocumentsCreateV3(ctx).IdUnidade(unit.IdUnidade).IdCliente(client.IdCliente).
		IdArvoreOrganizacional(level.IdArvoreOrganizacional).CreateDocumentV3(*body).Execute()
	must(created, err)
	expect(len(created.Arquivos) == 1, "one file")
	fmt.Println("step create")

	search := func(day string) []acervo.Entry {
		var both []string
		for _, each := range []acervo.IndexerValue{value("Número", number), value("Data de Emissão", day)} {
			both = append(both, string(must(json.Marshal(each))))
		}
		found, _, err := api.DocumentsSearch(ctx).IdCliente(client.IdCliente).ValoresCampos(both).Execute()
		return must(found, err).Metadados
	}
	found := search(day)
	expect(len(found) == 1 && found[0].MetaDados[0].Valor == created.IdDocumento, "the document is found")
	expect(len(search("22/11/2026")) == 0, "both fields count")
	fmt.Println("step search")

	condition := func(field, operator string, text *string) acervo.FilterCondition {
		one := acervo.NewFilterCondition()
		one.SetCampo(field)
		one.SetOperador(operator)
		if text != nil {
			one.SetValor(*text)
		}
		return *one
	}
	find := func(operator string) []acervo.FoundDocumentAnswer {
		none := acervo.NewFilterCondition()
		none.SetNenhuma([]acervo.FilterCondition{condition("Data de Emissão", "vazio", nil)})
		group := acervo.NewFilterGroup()
		group.SetTodas([]acervo.FilterCondition{condition("Número", operator, &number), *none})
		wanted := acervo.NewFindBody()
		wanted.SetFiltro(*group)
		page, _, err := api.FindDocumentsFind(ctx).IdCliente(client.IdCliente).FindBody(*wanted).Execute()
		return must(page, err).Documentos
	}
	typed := find("igual")
	expect(len(typed) == 1 && typed[0].Id == created.IdDocumento, "the document is found by a filter")
	for _, each := range find("diferente") {
		expect(each.Id != created.IdDocumento, "what is not equal is another document")
	}
	fmt.Println("step find")
}
