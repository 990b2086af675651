package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/files"
	cqlparse "widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/store/cluster"
)

// runScript is a script for a cluster.
type runScript struct {
	*files.Script
	statements []runStatement
	// refused are the findings of what the cluster would refuse.
	refused []refusedStatement
}

// runStatement is a statement of the script.
type runStatement struct {
	script *files.Script
	parsed syntax.Statement
	text   string
	// changes reports that it changes data, the schema or roles; onSchema the schema.
	changes, onSchema bool
}

// refusedStatement is a statement that the cluster would refuse.
type refusedStatement struct {
	place         files.Place
	message, hint string
}

// place returns file:line:column of the statement.
func (s runStatement) place() string {
	start := syntax.Place(s.parsed).Start
	return placeText(s.script.Start(int(start.Line), int(start.Column)))
}

// placeOf returns the place that the server's message names, or that of the statement.
func (s runStatement) placeOf(err error) string {
	var refusal *cluster.Refusal
	if !errors.As(err, &refusal) || refusal.Line == 0 {
		return s.place()
	}
	start := syntax.Place(s.parsed).Start
	column := refusal.Column + 1
	if refusal.Line == 1 {
		column = int(start.Column) + refusal.Column
	}
	return placeText(s.script.Start(int(start.Line)+refusal.Line-1, column))
}

func placeText(p files.Place) string { return fmt.Sprintf("%s:%d:%d", p.File.Name, p.Line, p.Column) }

// load reads the files, and judges them after the schema of the cluster.
func (r *runCommand) load(console *verb.Console, from connection, session *cluster.Session) (*runScript, error) {
	read := r.read(console, r.Files)
	defer read.close()
	if len(read.errors) > 0 {
		return nil, verb.ClusterError{Err: errors.Join(read.errors...)}
	}
	for _, input := range read.inputs {
		if isDocument(input.Text) {
			return nil, verb.ClusterError{Err: fmt.Errorf("%s is a Widerow document: widerow export --format cql writes its statements", input.Name)}
		}
	}
	all := from
	all.options.Keyspace = "" // the script may use any
	schema, target, err := all.schemaOf(console, session)
	if err != nil {
		return nil, err
	}
	parts := append([]files.Input{{Name: from.name, Text: schema}}, read.inputs...)
	joined, err := files.Join(parts, files.Options{Target: target, Define: r.Define, Limit: sourceLimit})
	if err != nil {
		return nil, verb.ClusterError{Err: err}
	}
	return judgeRun(joined, target, from.name, cmp.Or(r.Use, from.options.Keyspace)), nil
}

// judgeRun divides the joined text into statements, and judges them. The first file is the
// schema, which is not run.
func judgeRun(joined *files.Script, target model.Target, schema, keyspace string) *runScript {
	parsed := cqlparse.ParseWithin(syntax.Limits{}, target, joined.Text, joined.Ends...)
	findings, _ := cql.JudgeEach(parsed, cql.Surroundings{Keyspace: keyspace})
	script := &runScript{Script: joined}
	own := func(at syntax.Position) bool { return joined.Start(int(at.Line), int(at.Column)).File.Name != schema }
	lenient := map[int]bool{}
	for _, statement := range parsed.Statements {
		place := syntax.Place(statement)
		if !own(place.Start) {
			continue
		}
		changes, onSchema := syntax.Effect(statement)
		script.statements = append(script.statements, runStatement{joined, statement, joined.Text[place.Start.Offset:place.End.Offset], changes, onSchema})
		lenient[place.Number] = isOfServer(syntax.Subject(statement))
		if command, isCommand := statement.(*syntax.Other); isCommand && !slices.Contains(runCommands, command.Keyword) {
			script.refuse(place.Start, command.Keyword+" is a command of cqlsh that widerow run does not know: take it out of the script", "")
		}
	}
	for _, finding := range findings {
		if finding.Severity == cql.Error && own(finding.Position) && !lenient[finding.Statement] {
			at := finding.Position
			if finding.From.Line > 0 {
				at = finding.From
			}
			script.refuse(at, finding.Message, finding.Hint)
		}
	}
	for _, note := range joined.Notes {
		if note.Missing {
			script.refused = append(script.refused, refusedStatement{files.Place{File: note.File, Line: note.Line, Column: note.Column}, note.Message, ""})
		}
	}
	return script
}

func (s *runScript) refuse(at syntax.Position, message, hint string) {
	s.refused = append(s.refused, refusedStatement{s.Start(int(at.Line), int(at.Column)), message, hint})
}

// isOfServer reports whether a name is in a keyspace of the server, whose tables differ
// between versions: only the server knows them.
func isOfServer(name syntax.QualifiedName) bool {
	return strings.HasPrefix(name.Keyspace.Name, "system")
}

// mayRun reports what forbids to run the script: statements that the cluster would refuse,
// and without --yes statements that change something.
func (s *runScript) mayRun(console *verb.Console, r *runCommand) error {
	if len(s.statements) == 0 {
		return errors.New("the script has no statement: nothing was done")
	}
	if len(s.refused) > 0 && !r.Unchecked {
		for _, refused := range s.refused {
			fmt.Fprintf(console.Stderr, "%s: %s\n", placeText(refused.place), verb.Visible(verb.OneLine(errors.New(refused.message))))
			if refused.hint != "" {
				fmt.Fprintf(console.Stderr, "  hint: %s\n", verb.Visible(verb.OneLine(errors.New(refused.hint))))
			}
		}
		fmt.Fprintf(console.Stderr, "widerow: the cluster would refuse this: nothing was done. --unchecked runs the script all the same\n")
		return verb.ExitCode(verb.Failed)
	}
	if r.Yes {
		return nil
	}
	const shown = 20
	var changing []runStatement
	for _, statement := range s.statements {
		if statement.changes {
			changing = append(changing, statement)
		}
	}
	for _, statement := range changing[:min(shown, len(changing))] {
		fmt.Fprintf(console.Stderr, "%s: %s\n", statement.place(), firstWords(statement.text))
	}
	if len(changing) == 0 {
		return nil
	}
	fmt.Fprintf(console.Stderr, "widerow: %s would change data or the schema of %s: nothing was done. Run it again with --yes\n",
		verb.Counted(len(changing), "statement"), r.Connection)
	return verb.ExitCode(verb.Failed)
}

// firstWords returns the beginning of a statement in one line.
func firstWords(text string) string {
	const longest = 80
	line := []rune(verb.Visible(strings.Join(strings.Fields(text), " ")))
	if len(line) > longest {
		return string(line[:longest-1]) + "…"
	}
	return string(line)
}
