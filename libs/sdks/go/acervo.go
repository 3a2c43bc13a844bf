// Package acervo is a client of the Acervo document archive: every operation, typed; sessions renew themselves, creates may be repeated.
package acervo

import (
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// Options of Connect; one of Username with Password, Session or Token is needed.
type Options struct {
	Username, Password string
	// Of an earlier login. Without it the first call logs in.
	Session *Session
	// An access token to be sent as it is, instead of a login.
	Token string
	// Called after every login and renewal, to store the session.
	OnSession func(Session)
	// Key of the client and unit, where the service demands one.
	SubscriptionKey string
	// How often a call is repeated that met a busy service or a broken connection; 2 if 0, none if negative.
	Retries int
	HTTP    *http.Client
}

// Client is for any number of goroutines.
type Client struct {
	// Every operation of the service, by its group.
	API       API
	transport *transport
}

// Bytes are what operations answer that give files.
type Bytes []byte

const defaultRetries = 2

// Connect sends nothing: the first call logs in.
func Connect(url string, options Options) *Client {
	if options.HTTP == nil {
		options.HTTP = http.DefaultClient
	}
	if options.Retries == 0 {
		options.Retries = defaultRetries
	}
	made := &transport{url: strings.TrimRight(url, "/"), options: options}
	made.sessions = &sessions{options: options, session: options.Session, post: made.post}
	return &Client{API: newAPI(made), transport: made}
}

// Place is where documents are filed.
type Place struct{ IdUnidade, IdCliente, IdArvoreOrganizacional string }

// NewDocument is what FileDocument files.
type NewDocument struct {
	// Values by the label of the field.
	Fields map[string]string
	Files  []File
	// Your own id of the document, unique in the client.
	ExternalKey string
}

// FileDocument files a document in one call: everything is stored, or nothing.
func (c *Client) FileDocument(ctx context.Context, place Place, document NewDocument, options ...CallOptions) (CreatedV3, error) {
	sent, mark := CreateDocumentV3{ChaveExterna: document.ExternalKey}, newMark()
	for label, value := range document.Fields {
		sent.ValoresCampos = append(sent.ValoresCampos, IndexerValue{Label: label, ValorCampo: value})
	}
	var sources []*source
	for _, file := range document.Files {
		wire, err := file.wire(mark)
		if err != nil {
			return CreatedV3{}, err
		}
		sent.Arquivos = append(sent.Arquivos, wire)
		if file.url == "" {
			sources = append(sources, file.source)
		}
	}
	input := DocumentsCreateV3Input{IdUnidade: place.IdUnidade, IdCliente: place.IdCliente, IdArvoreOrganizacional: place.IdArvoreOrganizacional}
	made, err := callOf(documentsCreateV3, input, nil, options)
	if err == nil {
		made.body, err = bodyOf(sent, mark, sources)
	}
	if err != nil {
		return CreatedV3{}, err
	}
	response, err := c.transport.open(ctx, made)
	if err != nil {
		return CreatedV3{}, err
	}
	return readAnswer[CreatedV3](response)
}

// FindDocuments gives all documents that a search finds, in its order: it asks for the next page when it is needed. An error ends it.
func (c *Client) FindDocuments(ctx context.Context, idCliente string, search FindBody) iter.Seq2[FoundDocumentAnswer, error] {
	return func(yield func(FoundDocumentAnswer, error) bool) {
		for {
			page, err := c.API.FindDocuments.Find(ctx, FindDocumentsFindInput{IdCliente: idCliente, Body: search})
			if err != nil {
				yield(FoundDocumentAnswer{}, err)
				return
			}
			for _, document := range page.Documentos {
				if !yield(document, nil) {
					return
				}
			}
			if page.Proximo == nil {
				return
			}
			search.Cursor = *page.Proximo
		}
	}
}

// Follow says where FollowEvents begins, and what it gives.
type Follow struct {
	// Position after which to read; "fim": from now on; empty: from the first event.
	After string
	// That of the answer with the position, if it had one.
	Epoch string
	Types []string
	// Called once all events up to this position have been handled: store it, with the epoch if there is one, and go on from there.
	OnPosition func(position int64, epoch string)
}

const longestWaitForEvents = 25

// FollowEvents gives the events of a client, oldest first, without end: it waits for the next one. An error ends it, as that of ctx.
func (c *Client) FollowEvents(ctx context.Context, idCliente string, follow Follow) iter.Seq2[CloudEvent, error] {
	return func(yield func(CloudEvent, error) bool) {
		input := EventsFollowInput{IdCliente: idCliente, Apos: follow.After, Epoca: follow.Epoch, Tipo: follow.Types}
		input.Espera = Ptr[int64](longestWaitForEvents)
		for {
			page, err := c.API.Events.Follow(ctx, input)
			if err != nil {
				yield(CloudEvent{}, err)
				return
			}
			for _, event := range page.Eventos {
				if !yield(event, nil) {
					return
				}
			}
			input.Apos = strconv.FormatInt(page.Proximo, 10)
			if page.Epoca != "" {
				input.Epoca = page.Epoca
			}
			if follow.OnPosition != nil {
				follow.OnPosition(page.Proximo, input.Epoca)
			}
		}
	}
}

const downloadRetries = 5

// DownloadFile writes the bytes of a file to path, which has its whole content or is not there; it tells their number.
// A broken download goes on where it broke.
func (c *Client) DownloadFile(ctx context.Context, idImagem, idCliente, path string) (int64, error) {
	unfinished := path + ".part"
	file, err := os.Create(unfinished)
	if err != nil {
		return 0, err
	}
	defer os.Remove(unfinished)
	got, err := c.fetchInto(ctx, file, FilesFetchBytesInput{IdImagem: idImagem, IdCliente: idCliente})
	if err = errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	return got, os.Rename(unfinished, path)
}

func (c *Client) fetchInto(ctx context.Context, file *os.File, input FilesFetchBytesInput) (int64, error) {
	var got int64
	header := http.Header{}
	for left := downloadRetries; ; left-- {
		response, err := c.transport.open(ctx, call{operation: filesFetchBytes, input: input, options: CallOptions{Header: header}})
		if err == nil {
			if response.StatusCode != http.StatusPartialContent {
				got = 0
			}
			var more int64
			more, err = io.Copy(io.NewOffsetWriter(file, got), response.Body)
			response.Body.Close()
			got += more
			if err == nil {
				return got, file.Truncate(got)
			}
			if etag := response.Header.Get("ETag"); etag != "" && got > 0 {
				header = http.Header{"Range": {"bytes=" + strconv.FormatInt(got, 10) + "-"}, "If-Range": {etag}}
			}
		}
		var refusal *Error
		if left <= 0 || ctx.Err() != nil || errors.As(err, &refusal) {
			return got, err
		}
	}
}
