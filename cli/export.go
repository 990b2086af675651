package cli

import (
	"cmp"
	"fmt"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
)

// exportCommand writes a model in another format. Exporting a script as CQL
// keeps all its statements, in their order, and only formats them.
type exportCommand struct {
	Format string     `help:"cql or json (a Widerow document)." enum:"cql,json" default:"cql"`
	Target targetFlag `help:"Target database, named in the header: ${targets}." placeholder:"TARGET"`
	Full   bool       `help:"Write all options, including those equal to their default."`
	File   string     `arg:"" help:"A Widerow document or a CQL script; - means standard input."`
}

func (e *exportCommand) Run(console *console) error {
	source, err := readSource(console, e.File)
	if err != nil {
		return err
	}
	loaded, err := source.modelFor(console, model.Target(e.Target))
	if err != nil {
		return err
	}
	if loaded.isScript && e.Format == "cql" {
		return e.normalize(console, source, loaded)
	}
	if err := loaded.requireSchema(source); err != nil {
		return err
	}
	if err := loaded.finish(console, e.encode(loaded.document)); err != nil {
		return err
	}
	return e.reportUnsupported(console, cql.CheckModel(loaded.document))
}

func (e *exportCommand) encode(document *model.Model) []byte {
	if e.Format == "json" {
		return document.Encode()
	}
	return []byte(cql.PrintModel(document, e.options()))
}

func (e *exportCommand) options() cql.PrintOptions {
	options := cql.PrintOptions{Target: model.Target(e.Target), Options: cql.ChangedOptions}
	if e.Full {
		options.Options = cql.AllOptions
	}
	return options
}

func (e *exportCommand) normalize(console *console, source *source, loaded *loaded) error {
	target, text := cmp.Or(model.Target(e.Target), model.Cassandra50), string(source.text)
	script := syntax.ParseFor(target, text)
	if len(script.Statements) == 0 {
		return loaded.requireSchema(source)
	}
	refused := make([]int, len(loaded.refused))
	for i, line := range loaded.refused {
		refused[i] = line.Statement
	}
	if err := loaded.finish(console, []byte(cql.Normalize(target, text, refused, e.options()))); err != nil {
		return err
	}
	return e.reportUnsupported(console, cql.Judge(script))
}

// reportUnsupported prints the parts of the output that the target does not
// support. The verb then fails, so that a shell script notices.
func (e *exportCommand) reportUnsupported(console *console, findings []cql.Finding) error {
	count := 0
	for _, finding := range findings {
		if finding.Code == cql.CodeTarget {
			fmt.Fprintf(console.stderr, "widerow: %s%s\n", elementPrefix(finding), visible(finding.Message))
			count++
		}
	}
	if count > 0 {
		return exitCode(Failed)
	}
	return nil
}

func elementPrefix(finding cql.Finding) string {
	if finding.Name == "" {
		return ""
	}
	return visible(finding.Name) + ": "
}
