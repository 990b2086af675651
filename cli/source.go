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

// source is the content of a FILE argument: a Widerow document or a CQL script.
type source struct {
	name string // of the file, for messages
	text []byte
}

const standardInput = "<stdin>"

// sourceLimit is larger than any realistic document or script. It keeps a
// wrong file from exhausting memory.
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

// isDocument reports whether the text is a document. No CQL statement begins
// with a brace.
func (s *source) isDocument() bool {
	return bytes.HasPrefix(bytes.TrimSpace(s.text), []byte("{"))
}

// loaded is a model that was read.
type loaded struct {
	document *model.Model
	isScript bool
	refused  []cql.ReportLine // rejected statements of the script
}

// model reads the model. A rejected statement of a script is reported on
// standard error and skipped.
func (s *source) model(console *console) (*loaded, error) {
	loaded, err := s.modelFor(console, "")
	if err == nil {
		err = loaded.requireSchema(s)
	}
	return loaded, err
}

// modelFor reads the model for a target. An empty target means the document's
// own, or Cassandra 5.0 for a script.
func (s *source) modelFor(console *console, target model.Target) (*loaded, error) {
	if !utf8.Valid(s.text) {
		return nil, fmt.Errorf("%s is not UTF-8 text", s.name)
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

// requireSchema returns an error if a script contains no schema at all.
func (l *loaded) requireSchema(s *source) error {
	if l.isScript && len(l.document.Physical.Keyspaces) == 0 && len(l.refused) == 0 {
		return fmt.Errorf("%s has no schema: it needs at least a CREATE KEYSPACE or a CREATE TABLE", s.name)
	}
	return nil
}

// title returns the name for a script's model: the file's name.
func (s *source) title() string {
	if s.name == standardInput {
		return "Schema"
	}
	return strings.TrimSuffix(filepath.Base(s.name), filepath.Ext(s.name))
}

// finish writes the output of a verb. If statements were rejected, the verb
// still fails, so that a shell script notices.
func (l *loaded) finish(console *console, output []byte) error {
	if err := console.write(output); err != nil {
		return err
	}
	if len(l.refused) > 0 {
		fmt.Fprintf(console.stderr, "widerow: %s rejected; the output contains only the others\n", counted(len(l.refused), "statement"))
		return exitCode(Failed)
	}
	return nil
}
