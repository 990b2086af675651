package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"

	"widerow/cli/verb"
	"widerow/cql"
	"widerow/cql/diffreport"
	"widerow/diagram"
	"widerow/diagram/differences"
	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/handlers/overlay"
	"widerow/model"
)

// diffCommand compares two models and plans the migration from one to the
// other.
type diffCommand struct {
	Format   string     `help:"text, json, markdown, cql (migration script), svg or png (picture of what differs)." enum:"text,json,markdown,cql,svg,png" default:"text"`
	Diagram  string     `help:"The diagram of a picture: er, workflow, logical or physical." enum:"er,workflow,logical,physical" default:"physical"`
	Theme    string     `help:"The theme of a picture: light, dark, print (black on white) or contrast." placeholder:"THEME"`
	Scale    string     `help:"Pixels per unit in a PNG: 1, 2 or 3." placeholder:"N"`
	Drops    bool       `help:"Write the steps of the cleanup, which drop what is no longer used, as statements instead of comments."`
	Down     bool       `help:"Write the script that goes back after the one without this flag; it needs --format cql."`
	ExitCode bool       `help:"Exit with 1 if the models differ."`
	Target   targetFlag `help:"Database that the scripts are for: ${targets}; a script beside a document is for the document's." placeholder:"TARGET"`
	scriptFlags
	Old string `arg:"" help:"Document, CQL file or folder, FILE#MODEL@REVISION, https://HOST/m/MODEL, cassandra://HOST/KEYSPACE, or -."`
	New string `arg:"" help:"The same, later."`
}

// diffReport lists the differences.
type diffReport struct{ diffreport.Report }

// Validate checks the two names. kong calls it.
func (d *diffCommand) Validate() error {
	if d.Old == "-" && d.New == "-" {
		return fmt.Errorf("only one of the two can be standard input")
	}
	if d.Down && d.Format != "cql" {
		return fmt.Errorf("--down: only --format cql has a way back")
	}
	return d.scriptFlags.Validate()
}

// Run compares. With --exit-code a failure has a code of its own, so that scripts can distinguish
// it from differences.
func (d *diffCommand) Run(console *verb.Console) error {
	err := d.compare(console)
	if code := verb.ExitCode(0); !d.ExitCode || err == nil || errors.As(err, &code) {
		return err
	}
	fmt.Fprintf(console.Stderr, "widerow: %v\n", verb.OneLine(err))
	return verb.ExitCode(verb.Misused)
}

func (d *diffCommand) compare(console *verb.Console) error {
	before, after, err := d.load(console)
	if err != nil {
		return err
	}
	report := compared(before, after)
	output, err := d.encode(console, report)
	if err != nil {
		return err
	}
	for _, loaded := range []*loaded{before, after} {
		if len(loaded.refused) > 0 {
			return loaded.finish(console, output)
		}
	}
	if err := console.Write(output); err != nil {
		return err
	}
	if d.ExitCode && len(report.Changes) > 0 {
		return verb.ExitCode(verb.Failed)
	}
	return nil
}

// load reads both models. Scripts without a keyspace of their own have the same.
func (d *diffCommand) load(console *verb.Console) (before, after *loaded, err error) {
	old, err := d.source(console, []string{d.Old}, model.Target(d.Target))
	if err != nil {
		return nil, nil, err
	}
	next, err := d.source(console, []string{d.New}, model.Target(d.Target))
	if err != nil {
		return nil, nil, err
	}
	shareTarget(old, next)
	shareTarget(next, old)
	if old.script != nil && next.script == nil {
		after, before, err = loadBoth(console, next, old)
	} else {
		before, after, err = loadBoth(console, old, next)
	}
	if err == nil {
		narrow(before, after)
	}
	return before, after, err
}

// loadBoth loads one model and then another. A script after a document is for its target; a script
// after a script has its keyspace.
func loadBoth(console *verb.Console, first, second *source) (one, other *loaded, err error) {
	if first.script != nil {
		second.home = first.home
	}
	if one, err = first.load(console, false); err != nil {
		return nil, nil, err
	}
	if first.script == nil && second.script != nil {
		second.target = cmp.Or(second.target, one.document.Target)
	}
	other, err = second.load(console, false)
	return one, other, err
}

// compared compares documents by ID and everything else by name. A document
// beside a script is compared as a schema.
func compared(before, after *loaded) diffReport {
	was, is := before.document, after.document
	documents := !before.isScript && !after.isScript
	if !documents {
		was, is = schemaOf(was), schemaOf(is)
		is.Name = was.Name // that of a script is the name of its file
	}
	return diffReport{diffreport.Of(was, is, documents)}
}

// schemaOf returns a model with the schema alone. The logical tables of a script
// only repeat it, and a script is read without its statements on rows.
func schemaOf(m *model.Model) *model.Model {
	physical := m.Physical
	physical.Statements = map[model.ID]*model.Statement{}
	for id, statement := range m.Physical.Statements {
		if !cql.OnRows(statement.Text) {
			physical.Statements[id] = statement
		}
	}
	return &model.Model{Name: m.Name, Target: m.Target, Physical: physical}
}

func (d *diffCommand) encode(ctx context.Context, report diffReport) ([]byte, error) {
	switch d.Format {
	case "svg", "png":
		return d.picture(ctx, report)
	case "json":
		return indentedJSON(report)
	case "cql":
		plan := report.Plan
		if d.Down {
			plan = plan.Back(report.Before)
		}
		return []byte(plan.Script(d.Drops)), nil
	case "markdown":
		return report.markdown(), nil
	}
	return report.text(), nil
}

// picture draws both states in one diagram.
func (d *diffCommand) picture(ctx context.Context, report diffReport) ([]byte, error) {
	display, problems := diagram.ParseDisplay(url.Values{"theme": {d.Theme}, "scale": {d.Scale}})
	if err := flagErrors(problems); err != nil {
		return nil, err
	}
	layouter, err := engine.OpenOnce(slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, fmt.Errorf("start the layout engine: %w", err)
	}
	defer layouter.Close()
	comparison := differences.Compare(report.Before, report.After, diagram.Kind(d.Diagram), display, overlay.Differences(report.Changes))
	scene, err := comparison.Draw(ctx, layouter, differences.ViewChanges, figure.Options{Standalone: true})
	if err != nil {
		return nil, err
	}
	return diagram.Encode(ctx, scene, diagram.Format(d.Format), display.Scale, "")
}
