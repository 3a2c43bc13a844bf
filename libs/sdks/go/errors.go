package acervo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// FieldProblem says where in the request, in its own names, and what.
type FieldProblem struct {
	Field   string `json:"campo"`
	Code    string `json:"codigo"`
	Message string `json:"mensagem"`
}

// Error is a refusal. With a status below 500 nothing was changed; above, the result may be unknown.
type Error struct {
	Status int
	// Stable, as DOCUMENTO_INEXISTENTE; empty when something between here and the service answered.
	Code    string
	Message string
	Fields  []FieldProblem
	// For the support.
	RequestID string
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Message) }

// CodeOf is the code of a refusal, empty for other errors.
func CodeOf(err error) string {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

const longestRefusal = 1 << 20

func refusalOf(response *http.Response) *Error {
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, longestRefusal))
	var told struct {
		Codigo   string         `json:"codigo"`
		Mensagem string         `json:"mensagem"`
		Erros    []FieldProblem `json:"erros"`
	}
	refusal := &Error{Status: response.StatusCode, Message: string(text), RequestID: response.Header.Get("X-Request-Id")}
	if json.Unmarshal(text, &told) == nil && told.Codigo != "" {
		refusal.Code, refusal.Message, refusal.Fields = told.Codigo, told.Mensagem, told.Erros
	}
	return refusal
}
