package cli

import (
	"widerow/cql"
	"widerow/model"
)

// exportCommand writes a model in another form.
type exportCommand struct {
	Format string `help:"cql or json (a Widerow document)." enum:"cql,json" default:"cql"`
	File   string `arg:"" help:"A Widerow document or a CQL script; - is standard input."`
}

func (e *exportCommand) Run(console *console) error {
	source, err := readSource(console, e.File)
	if err != nil {
		return err
	}
	loaded, err := source.model(console)
	if err != nil {
		return err
	}
	return loaded.finish(console, exported(loaded.document, e.Format))
}

func exported(document *model.Model, format string) []byte {
	if format == "json" {
		return document.Encode()
	}
	return []byte(cql.PrintModel(document, cql.PrintOptions{}))
}
