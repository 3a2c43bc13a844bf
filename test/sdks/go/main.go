// The scenario of all SDKs (scripts/sdks/scenario.mjs) with acervo-go.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	acervo "github.com/acervo-example/acervo-go"
)

type scenario struct {
	URL, FaultyURL, Username, Password, Number, Path, SHA256, Link, Linked string
	Webhook                                                                struct {
		Secret, Body string
		Headers      map[string]string
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func check(holds bool, what ...any) {
	if !holds {
		panic(fmt.Sprint(what...))
	}
}

func done(step string) { fmt.Println("step", step) }

// Gives a few bytes at a time, and cannot go back.
type pieces struct{ left []string }

func (p *pieces) Read(into []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	piece := p.left[0]
	p.left = p.left[1:]
	return copy(into, piece), nil
}

func fieldsOf(number string) map[string]string {
	return map[string]string{"Número": number, "Data de Emissão": "21/11/2026"}
}

func main() {
	var told scenario
	check(json.Unmarshal(must(os.ReadFile("scenario.json")), &told) == nil)
	ctx := context.Background()
	login := acervo.Options{Username: told.Username, Password: told.Password}

	var sessions []acervo.Session
	keep := func(session acervo.Session) { sessions = append(sessions, session) }
	client := acervo.Connect(told.URL, acervo.Options{Username: told.Username, Password: told.Password, OnSession: keep})
	unit := must(client.API.Structure.Describe(ctx, acervo.StructureDescribeInput{}))[0]
	owner := unit.Clientes[0]
	at := slices.IndexFunc(owner.Arvores, func(level acervo.LevelAnswer) bool { return level.Nome == "Notas Fiscais" })
	idCliente := owner.IdCliente
	place := acervo.Place{IdUnidade: unit.IdUnidade, IdCliente: idCliente, IdArvoreOrganizacional: owner.Arvores[at].IdArvoreOrganizacional}
	begin := must(client.API.Events.Follow(ctx, acervo.EventsFollowInput{IdCliente: idCliente, Apos: "fim"})).Proximo
	done("login")

	file := func(with *acervo.Client, number string, file acervo.File) acervo.CreatedV3 {
		return must(with.FileDocument(ctx, place, acervo.NewDocument{Fields: fieldsOf(number), Files: []acervo.File{file}}))
	}
	fromDisk := file(client, told.Number, acervo.FromPath(told.Path))
	done("path")
	texts := []string{"Olá, ", "ace", "rvo", "!\n"}
	fromPieces := file(client, told.Number, acervo.FromStream(&pieces{texts}, "Fluxo.txt"))
	done("stream")
	fromLink := file(client, told.Number, acervo.FromURL(told.Link, "Ligado.txt"))
	done("url")

	search := func(number string) (ids []string) {
		condition := acervo.FilterCondition{Campo: "Número", Operador: "igual", Valor: number}
		filter := &acervo.FilterGroup{Todas: []acervo.FilterCondition{condition}}
		for document, err := range client.FindDocuments(ctx, idCliente, acervo.FindBody{Filtro: filter, TamanhoPagina: acervo.Ptr[int64](2)}) {
			ids = append(ids, must(document, err).Id)
		}
		slices.Sort(ids)
		return ids
	}
	filed := []string{fromDisk.IdDocumento, fromPieces.IdDocumento, fromLink.IdDocumento}
	slices.Sort(filed)
	check(slices.Equal(search(told.Number), filed), search(told.Number), filed)
	done("search")

	faulty := acervo.Connect(told.FaultyURL, login)
	got := must(faulty.DownloadFile(ctx, fromDisk.Arquivos[0].IdArquivo, idCliente, "got.bin"))
	digest := sha256.Sum256(must(os.ReadFile("got.bin")))
	check(got == 5_000_000 && hex.EncodeToString(digest[:]) == told.SHA256, got)
	contentOf := func(created acervo.CreatedV3) string {
		input := acervo.FilesFetchBytesInput{IdImagem: created.Arquivos[0].IdArquivo, IdCliente: idCliente}
		return string(must(client.API.Files.FetchBytes(ctx, input)))
	}
	check(contentOf(fromPieces) == strings.Join([]string{"Olá, ", "ace", "rvo", "!\n"}, ""), contentOf(fromPieces))
	check(contentOf(fromLink) == told.Linked, contentOf(fromLink))
	done("download")

	follow := acervo.Follow{After: fmt.Sprint(begin), Types: []string{"documento.criado"}}
	for event, err := range client.FollowEvents(ctx, idCliente, follow) {
		if must(event, err).Data["idDocumento"] == fromLink.IdDocumento {
			break
		}
	}
	done("events")

	header := http.Header{}
	for name, value := range told.Webhook.Headers {
		header.Set(name, value)
	}
	body := []byte(told.Webhook.Body)
	check(must(acervo.VerifyWebhook(told.Webhook.Secret, header, body)).Type == "webhook.teste")
	_, err := acervo.VerifyWebhook(told.Webhook.Secret, header, append(body, ' '))
	check(err == acervo.ErrWebhook, err)
	header.Set("webhook-timestamp", "1700000000")
	_, err = acervo.VerifyWebhook(told.Webhook.Secret, header, body)
	check(err == acervo.ErrWebhook, err)
	done("webhook")

	repeated := (told.Number + "9")[1:]
	once := file(faulty, repeated, acervo.FromPath(told.Path))
	check(slices.Equal(search(repeated), []string{once.IdDocumento}), search(repeated))
	done("retry")

	_, err = client.FileDocument(ctx, place, acervo.NewDocument{})
	check(acervo.CodeOf(err) == "ENTRADA_INVALIDA", err)
	done("refusal")

	// A session that was kept, whose token no longer works.
	kept := sessions[0]
	kept.Token = "x.y.z"
	later := acervo.Connect(told.URL, acervo.Options{Session: &kept, OnSession: keep})
	check(must(later.API.Structure.Describe(ctx, acervo.StructureDescribeInput{}))[0].IdUnidade == unit.IdUnidade)
	must(later.API.Limits.Limits(ctx, acervo.LimitsLimitsInput{}))
	check(len(sessions) == 2, len(sessions))
	done("renewal")
}
