package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"widerow/cql"
	"widerow/model"
)

// source is a FILE of the command line: a Widerow document or a CQL script.
type source struct {
	name string // for messages
	text []byte
}

const standardInput = "<stdin>"

// sourceLimit is more than any document or script that is of use; it keeps
// a wrong file from filling the memory.
const sourceLimit = 64 << 20

func readSource(console *console, file string) (*source, error) {
	if file == "-" {
		return readAll(standardInput, console.stdin)
	}
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read the model: %w", err)
	}
	defer opened.Close()
	return readAll(file, opened)
}

func readAll(name string, reader io.Reader) (*source, error) {
	text, err := io.ReadAll(io.LimitReader(reader, sourceLimit+1))
	if err != nil {
		return nil, fmt.Errorf("read the model: %w", err)
	}
	if len(text) > sourceLimit {
		return nil, fmt.Errorf("%s is larger than %d MiB: is it a model?", name, sourceLimit>>20)
	}
	return &source{name: name, text: bytes.TrimPrefix(text, []byte("\ufeff"))}, nil
}

// isDocument: no CQL statement begins with a brace.
func (s *source) isDocument() bool {
	return bytes.HasPrefix(bytes.TrimSpace(s.text), []byte("{"))
}

// loaded is a model that was read, and how many statements were refused.
type loaded struct {
	document *model.Model
	isScript bool
	refused  []cql.ReportLine
}

// model reads the model. A statement of a script that is refused is reported
// on standard error, and the next one goes on.
func (s *source) model(console *console) (*loaded, error) {
	loaded, err := s.modelFor(console, "")
	if err == nil {
		err = loaded.schema(s)
	}
	return loaded, err
}

// modelFor reads the model for a database, or for its own.
func (s *source) modelFor(console *console, target model.Target) (*loaded, error) {
	if !utf8.Valid(s.text) {
		return nil, fmt.Errorf("%s is not text in UTF-8", s.name)
	}
	if s.isDocument() {
		document, err := model.Decode(s.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		document.Target = cmp.Or(target, document.Target)
		return &loaded{document: document}, nil
	}
	document, report := cql.ImportFor(cmp.Or(target, model.Cassandra50), string(s.text), s.title())
	for _, refused := range report.Refused {
		fmt.Fprintf(console.stderr, "%s:%d: %s\n", s.name, refused.Line, visible(oneLine(errors.New(refused.Message))))
	}
	return &loaded{document, true, report.Refused}, nil
}

// schema is a model that has something in it.
func (l *loaded) schema(s *source) error {
	if l.isScript && len(l.document.Physical.Keyspaces) == 0 && len(l.refused) == 0 {
		return fmt.Errorf("%s has no schema: it needs at least a CREATE KEYSPACE or a CREATE TABLE", s.name)
	}
	return nil
}

// title is what a script's model is called: the file's name.
func (s *source) title() string {
	if s.name == standardInput {
		return "Schema"
	}
	return strings.TrimSuffix(filepath.Base(s.name), filepath.Ext(s.name))
}

// finish writes the output of a verb that did what it could. Refused
// statements still make it fail, so that a script that runs it notices.
func (l *loaded) finish(console *console, output []byte) error {
	if err := console.write(output); err != nil {
		return err
	}
	if len(l.refused) > 0 {
		fmt.Fprintf(console.stderr, "widerow: %s rejected; the output is of the others\n", counted(len(l.refused), "statement"))
		return exitCode(Failed)
	}
	return nil
}
