package acervo

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

const (
	longestWait  = 30 * time.Second
	tokenRefused = "TOKEN_INVALIDO"
	jsonType     = "application/json"
)

// CallOptions are those of one call.
type CallOptions struct {
	// The same call under the same key happens once. Creates get a new key unless given.
	IdempotencyKey string
	Header         http.Header
	// Sees the answer before its body is read, as its ETag.
	OnResponse func(*http.Response)
}

// An operation as the service's OpenAPI document describes it.
type operation struct {
	method string
	// With {name} where a value of the input stands.
	path                string
	repeatable, secured bool
	accept              string
}

type transport struct {
	url      string
	options  Options
	sessions *sessions
}

type call struct {
	operation operation
	input     any
	body      *body
	options   CallOptions
}

// Ptr is for optional numbers and booleans, which would otherwise not differ from absent ones.
func Ptr[T any](value T) *T { return &value }

func callOf(operation operation, input any, value any, options []CallOptions) (call, error) {
	made := call{operation: operation, input: input}
	if len(options) > 0 {
		made.options = options[0]
	}
	if value == nil {
		return made, nil
	}
	body, err := bodyOf(value, nil, nil)
	made.body = body
	return made, err
}

func answer[T any](ctx context.Context, t *transport, operation operation, input any, body any, options []CallOptions) (T, error) {
	var result T
	made, err := callOf(operation, input, body, options)
	if err != nil {
		return result, err
	}
	response, err := t.open(ctx, made)
	if err != nil {
		return result, err
	}
	return readAnswer[T](response)
}

func readAnswer[T any](response *http.Response) (T, error) {
	var result T
	defer response.Body.Close()
	if content, ok := any(&result).(*Bytes); ok {
		read, err := io.ReadAll(response.Body)
		*content = read
		return result, err
	}
	return result, json.NewDecoder(response.Body).Decode(&result)
}

// The answer, to be read and closed.
func (t *transport) open(ctx context.Context, made call) (*http.Response, error) {
	address, err := t.addressOf(made)
	if err != nil {
		return nil, err
	}
	header := t.headerOf(made)
	canRepeat := made.operation.method == http.MethodGet || header.Get("Idempotency-Key") != ""
	send := func(token string) (*http.Response, error) {
		if token != "" {
			header.Set("Authorization", "Bearer "+token)
		}
		return t.send(ctx, made.operation.method, address, header, made.body, canRepeat)
	}
	token := ""
	if made.operation.secured {
		token = t.options.Token
		if token == "" {
			if token, err = t.sessions.token(ctx); err != nil {
				return nil, err
			}
		}
	}
	response, err := send(token)
	if CodeOf(err) == tokenRefused && token != "" && t.options.Token == "" && made.body.again() {
		if token, err = t.sessions.renewed(ctx, token); err != nil {
			return nil, err
		}
		response, err = send(token)
	}
	if err == nil && made.options.OnResponse != nil {
		made.options.OnResponse(response)
	}
	return response, err
}

func (t *transport) headerOf(made call) http.Header {
	header := http.Header{"Accept": {made.operation.accept}}
	if made.body != nil {
		header.Set("Content-Type", jsonType)
	}
	if made.operation.secured && t.options.SubscriptionKey != "" {
		header.Set("SubscriptionKey", t.options.SubscriptionKey)
	}
	key := made.options.IdempotencyKey
	if key == "" && made.operation.repeatable {
		key = newKey()
	}
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	for name, values := range made.options.Header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	return header
}

func newKey() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	return fmt.Sprintf("%x-%x-%x-%x-%x", random[:4], random[4:6], random[6:8], random[8:10], random[10:])
}

func (t *transport) addressOf(made call) (string, error) {
	path, query := made.operation.path, url.Values{}
	if made.input != nil {
		fields := reflect.ValueOf(made.input)
		for at := range fields.NumField() {
			tag := fields.Type().Field(at).Tag
			if name, ok := tag.Lookup("path"); ok {
				value := fields.Field(at).String()
				if value == "" {
					return "", fmt.Errorf("acervo: %s is needed", name)
				}
				path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
			}
			if name, ok := tag.Lookup("query"); ok {
				addTo(query, name, fields.Field(at))
			}
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return t.url + path, nil
}

// Lists repeat their name.
func addTo(query url.Values, name string, value reflect.Value) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			query.Add(name, fmt.Sprint(value.Elem()))
		}
	case reflect.Slice:
		for at := range value.Len() {
			query.Add(name, fmt.Sprint(value.Index(at)))
		}
	default:
		if !value.IsZero() {
			query.Add(name, fmt.Sprint(value))
		}
	}
}

func (t *transport) post(ctx context.Context, path string, value any, result any) error {
	body, err := bodyOf(value, nil, nil)
	if err != nil {
		return err
	}
	header := http.Header{"Accept": {jsonType}, "Content-Type": {jsonType}}
	if t.options.SubscriptionKey != "" {
		header.Set("SubscriptionKey", t.options.SubscriptionKey)
	}
	response, err := t.send(ctx, http.MethodPost, t.url+path, header, body, true)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(result)
}

// A call with 429 was not executed; the result of a call with 503 or a broken connection is unknown.
func (t *transport) send(ctx context.Context, method, address string, header http.Header, sent *body, canRepeat bool) (*http.Response, error) {
	for left := t.options.Retries; ; left-- {
		wait := (250 * time.Millisecond) << (t.options.Retries - left)
		response, err := t.once(ctx, method, address, header, sent)
		if err == nil && response.StatusCode < 300 {
			return response, nil
		}
		mayRepeat := canRepeat
		if err == nil {
			mayRepeat = response.StatusCode == http.StatusTooManyRequests || (response.StatusCode == http.StatusServiceUnavailable && canRepeat)
			if told := response.Header.Get("Retry-After"); told != "" {
				seconds, problem := strconv.ParseFloat(told, 64)
				mayRepeat = mayRepeat && problem == nil
				wait = time.Duration(seconds * float64(time.Second))
			}
			err = refusalOf(response)
		}
		if left <= 0 || !mayRepeat || !sent.again() || wait > longestWait || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (t *transport) once(ctx context.Context, method, address string, header http.Header, sent *body) (*http.Response, error) {
	var content io.Reader
	if sent != nil {
		content = sent.make()
	}
	request, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, err
	}
	request.Header = header
	return t.options.HTTP.Do(request)
}
