package cli

import (
	"cmp"
	"fmt"
	"slices"

	"widerow/cli/verb"
	"widerow/cql"
	cqlparse "widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// exportCommand writes a model in another format. Exporting a script as CQL
// keeps all its statements, in their order, and only formats them.
type exportCommand struct {
	Format string     `help:"cql, json (a Widerow document), or stress: a profile for cassandra-stress." enum:"cql,json,stress" default:"cql"`
	Target targetFlag `help:"Target database, named in the header: ${targets}." placeholder:"TARGET"`
	Full   bool       `help:"Write all options, including those equal to their default."`
	Table  string     `help:"With --format stress: the table of the profile, as KEYSPACE.TABLE." placeholder:"TABLE"`
	Output string     `short:"o" help:"With --format stress: the folder for the profiles of all tables." placeholder:"FOLDER"`
	scriptFlags
	Files []string `arg:"" name:"file" help:"Document, CQL files and folders, https://HOST/m/MODEL, cassandra://HOST/KEYSPACE, or - (standard input)."`
}

func (e *exportCommand) Run(console *verb.Console) error {
	source, err := e.source(console, e.Files, model.Target(e.Target))
	if err != nil {
		return err
	}
	loaded, err := source.load(console, e.Format == "json")
	if err != nil {
		return err
	}
	if loaded.isScript && e.Format == "cql" {
		return e.normalize(console, source, loaded)
	}
	if err := loaded.requireSchema(source); err != nil {
		return err
	}
	if e.Format == "stress" {
		return e.stress(console, source, loaded)
	}
	if e.Format == "json" {
		text, err := documentText(loaded.document)
		if err != nil {
			return err
		}
		return e.finish(console, loaded, text, unsupported(cql.CheckModel(loaded.document)))
	}
	text, left := cql.PrintAccepted(loaded.document, e.options())
	return e.finish(console, loaded, []byte(text), left)
}

// unsupported returns the findings about what the target of a document lacks.
func unsupported(findings []cql.Finding) []cql.Finding {
	return slices.DeleteFunc(findings, func(f cql.Finding) bool { return f.Code != cql.CodeTarget })
}

// documentText encodes a document, unless it would be too large to be read again.
func documentText(document *model.Model) ([]byte, error) {
	text := document.Encode()
	if len(text) > model.MaxSize {
		return nil, fmt.Errorf("write the document: it would have %d bytes, but Widerow reads %d at most: make several documents of it", len(text), model.MaxSize)
	}
	return text, nil
}

func (e *exportCommand) options() cql.PrintOptions {
	options := cql.PrintOptions{Target: model.Target(e.Target), Options: cql.ChangedOptions}
	if e.Full {
		options.Options = cql.AllOptions
	}
	return options
}

func (e *exportCommand) normalize(console *verb.Console, source *source, loaded *loaded) error {
	parse := func() *syntax.Script {
		return cqlparse.ParseWithin(syntax.Limits{}, source.scriptTarget(), source.script.Text, source.script.Ends...)
	}
	if script := parse(); len(script.Statements) == 0 && len(script.Tail) == 0 {
		return fmt.Errorf("%s is empty", source.name)
	}
	refused := make([]int, len(loaded.refused))
	for i, finding := range loaded.refused {
		refused[i] = finding.Statement
	}
	text, left := cql.Normalize(parse(), refused, e.options(), cql.Surroundings{Keyspace: source.keyspace, Assume: true, Home: cql.HomeOf(source.home)})
	return e.finish(console, loaded, []byte(text), left)
}

// finish writes the output, and on standard error what it leaves out or the target does
// not support. The verb then fails, so that a shell script notices.
func (e *exportCommand) finish(console *verb.Console, loaded *loaded, output []byte, findings []cql.Finding) error {
	err := loaded.finish(console, output)
	for _, finding := range findings {
		fmt.Fprintf(console.Stderr, "widerow: %s%s\n", elementPrefix(finding), verb.Visible(finding.Message))
		err = cmp.Or(err, error(verb.ExitCode(verb.Failed)))
	}
	return err
}

func elementPrefix(finding cql.Finding) string {
	if finding.Name == "" {
		return ""
	}
	return verb.Visible(finding.Name) + ": "
}
