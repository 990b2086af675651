package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/files"
	"widerow/cql/syntax"
	"widerow/model"
)

// source is the content of the FILE arguments of a verb: a Widerow document, or a CQL script of one
// or more files.
type source struct {
	name string // for messages
	// text is the text of a document, kind what it was read from.
	text []byte
	kind string
	// script is nil for a document.
	script *files.Script
	// home is the name of a script's model, and of its keyspace if it has none.
	home string
	// keyspace is in use at the beginning of a script.
	keyspace string
	// cluster is the source of a script; nil for files.
	cluster *clusterInput
	target  model.Target
}

const standardInput = "<stdin>"

// sourceLimit is larger than any realistic document or script. It keeps a
// wrong file from exhausting memory.
const sourceLimit = 64 << 20

func readAll(name string, reader io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(reader, sourceLimit+1))
	if err != nil {
		return nil, fmt.Errorf("read the model: %w", err)
	}
	if len(text) > sourceLimit {
		return nil, fmt.Errorf("%s is larger than %d MiB: is it a model?", name, sourceLimit>>20)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// isDocument reports whether a text is a document. No CQL statement begins with
// a brace, but a template may begin with {{, {% or {#.
func isDocument(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "{{") && !strings.HasPrefix(text, "{%") && !strings.HasPrefix(text, "{#")
}

// loaded is a model that was read.
type loaded struct {
	document *model.Model
	isScript bool
	refused  []cql.Finding // rejected statements of the script
	cluster  *clusterInput // as in source
}

// model reads the model. A rejected statement of a script is reported on
// standard error and skipped.
func (s *source) model(console *verb.Console) (*loaded, error) {
	loaded, err := s.load(console, false)
	if err == nil {
		err = loaded.requireSchema(s)
	}
	return loaded, err
}

// load reads the model, which may be without a schema. rows means that it keeps
// a script's statements on rows.
func (s *source) load(console *verb.Console, rows bool) (*loaded, error) {
	if s.script == nil {
		document, err := model.Decode(s.text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		document.Target = cmp.Or(s.target, document.Target)
		return &loaded{document: document}, nil
	}
	document, findings := cql.ImportWith(s.script.Text, cql.ImportOptions{Target: s.scriptTarget(), Name: s.home, Ends: s.script.Ends,
		Keyspace: s.keyspace, Rows: rows, Limits: syntax.Limits{}})
	result := &loaded{document: document, isScript: true, cluster: s.cluster}
	for _, finding := range findings {
		place := s.script.Start(int(finding.Position.Line), int(finding.Position.Column))
		if finding.Severity == cql.Error {
			result.refused = append(result.refused, finding)
		}
		if finding.Severity == cql.Error || rows && finding.Code == cql.CodePassword {
			fmt.Fprintf(console.Stderr, "%s:%d: %s\n", place.File.Name, place.Line, verb.Visible(verb.OneLine(errors.New(finding.Message))))
		}
	}
	for _, note := range s.script.Notes {
		fmt.Fprintf(console.Stderr, "%s:%d: %s\n", note.File.Name, note.Line, verb.Visible(note.Message))
	}
	return result, nil
}

// scriptTarget is the database that a script is for.
func (s *source) scriptTarget() model.Target { return cmp.Or(s.target, model.Cassandra50) }

// requireSchema returns an error if a script contains nothing for a model.
func (l *loaded) requireSchema(s *source) error {
	if l.isScript && len(l.document.Physical.Keyspaces)+len(l.document.Physical.Statements) == 0 && len(l.refused) == 0 {
		return fmt.Errorf("%s has no schema: it needs at least a CREATE KEYSPACE or a CREATE TABLE", s.name)
	}
	return nil
}

// titleOf returns the name for the model of a script: the name of its first file or its folder.
func titleOf(argument string) string {
	if argument == "-" {
		return "Schema"
	}
	if absolute, err := filepath.Abs(argument); err == nil {
		argument = absolute
	}
	return strings.TrimSuffix(filepath.Base(argument), filepath.Ext(argument))
}

// finish writes the output of a verb. If statements were rejected, the verb
// still fails, so that a shell script notices.
func (l *loaded) finish(console *verb.Console, output []byte) error {
	if err := console.Write(output); err != nil {
		return err
	}
	if len(l.refused) > 0 {
		fmt.Fprintf(console.Stderr, "widerow: %s rejected; the output contains only the others\n", verb.Counted(len(l.refused), "statement"))
		return verb.ExitCode(verb.Failed)
	}
	return nil
}
