package acervo

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// File is one file of a new document: from FromPath, FromStream, FromBytes or FromURL.
type File struct {
	// With its extension.
	Name string
	// By the extension, unless given.
	ContentType string
	// Whether the document gets a share link of this file.
	Shared bool
	url    string
	source *source
}

type source struct {
	open func() (io.ReadCloser, error)
	// It can be opened only once: a call that has read from it is not repeated.
	once bool
}

// FromPath is read from the disk while it is sent, anew for every try.
func FromPath(path string) File {
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	return File{Name: filepath.Base(path), source: &source{open: open}}
}

// FromStream is read once: a call that has read from it is not repeated.
func FromStream(stream io.Reader, name string) File {
	open := func() (io.ReadCloser, error) { return io.NopCloser(stream), nil }
	return File{Name: name, source: &source{open: open, once: true}}
}

// FromBytes has its content in memory.
func FromBytes(content []byte, name string) File {
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	return File{Name: name, source: &source{open: open}}
}

// FromURL is fetched by the service.
func FromURL(url, name string) File { return File{Name: name, url: url} }

var types = map[string]string{
	"csv":  "text/csv",
	"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	"jpeg": "image/jpeg",
	"jpg":  "image/jpeg",
	"p7s":  "application/pkcs7-signature",
	"pdf":  "application/pdf",
	"png":  "image/png",
	"tif":  "image/tiff",
	"tiff": "image/tiff",
	"txt":  "text/plain",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"xml":  "application/xml",
	"zip":  "application/zip",
}

func (f File) wire(mark []byte) (FileV3, error) {
	title, extension := f.Name, ""
	if at := strings.LastIndex(f.Name, "."); at > 0 {
		title, extension = f.Name[:at], f.Name[at+1:]
	}
	contentType := f.ContentType
	if contentType == "" {
		contentType = types[strings.ToLower(extension)]
	}
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	wire := FileV3{ContentType: contentType, Extensao: extension, NomeAmigavel: title}
	if f.Shared {
		wire.Compartilhado = Ptr(true)
	}
	switch {
	case f.url != "":
		wire.LinkArquivo = f.url
	case f.source != nil:
		wire.Arquivo = mark
	default:
		return wire, errors.New("acervo: a file comes from FromPath, FromStream, FromBytes or FromURL")
	}
	return wire, nil
}

// What a call sends: made anew for every try.
type body struct {
	// Texts between the contents of sources.
	parts   [][]byte
	sources []*source
	opened  bool
}

const markBytes = 24

// Stands in the JSON, as Base64 without padding, where the bytes of a source will be.
func newMark() []byte {
	mark := make([]byte, markBytes)
	_, _ = rand.Read(mark)
	return mark
}

func bodyOf(value any, mark []byte, sources []*source) (*body, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	if len(sources) == 0 {
		return &body{parts: [][]byte{text}}, nil
	}
	return &body{parts: bytes.Split(text, []byte(base64.StdEncoding.EncodeToString(mark))), sources: sources}, nil
}

// False once a source has been opened that opens only once.
func (b *body) again() bool {
	if b == nil || !b.opened {
		return true
	}
	for _, each := range b.sources {
		if each.once {
			return false
		}
	}
	return true
}

func (b *body) make() io.Reader {
	if len(b.sources) == 0 {
		return bytes.NewReader(b.parts[0])
	}
	b.opened = true
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(b.writeTo(writer)) }()
	return reader
}

func (b *body) writeTo(writer io.Writer) error {
	for at, part := range b.parts {
		if at > 0 {
			if err := b.sources[at-1].encode(writer); err != nil {
				return err
			}
		}
		if _, err := writer.Write(part); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) encode(writer io.Writer) error {
	stream, err := s.open()
	if err != nil {
		return err
	}
	defer stream.Close()
	encoder := base64.NewEncoder(base64.StdEncoding, writer)
	if _, err := io.Copy(encoder, stream); err != nil {
		return err
	}
	return encoder.Close()
}
