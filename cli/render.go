package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"

	"widerow/cql"
	"widerow/diagram"
	"widerow/diagram/overlay"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// renderCommand draws a picture without a server. Its flags have the names of
// the parameters in a picture's URL.
type renderCommand struct {
	Diagram string `help:"er, workflow, logical or physical." enum:"er,workflow,logical,physical" default:"physical"`
	Format  string `help:"svg, png or pdf. Default: the extension of the output file, or svg." enum:",svg,png,pdf" default:""`
	Output  string `short:"o" help:"The file to write; - means standard output." default:"-" placeholder:"FILE"`

	Theme string `help:"light, dark, auto, print (black on white) or contrast." placeholder:"THEME"`
	Text  string `help:"Text of an SVG: fonts (embedded) or outlines (shapes, for programs that ignore embedded fonts)." placeholder:"TEXT"`
	Scale string `help:"Pixels per unit in a PNG: 1, 2 or 3." placeholder:"N"`
	Paper string `help:"Page size of a PDF: fit (one page as large as the picture), a4 or letter." placeholder:"PAPER"`

	Direction   string `help:"lr (left to right) or td (top down)." placeholder:"DIRECTION"`
	Spacing     string `help:"compact or normal." placeholder:"SPACING"`
	Group       string `help:"Group tables by keyspace, step, tag or none." placeholder:"GROUP"`
	Columns     string `help:"Columns to show: all, keys or none." placeholder:"COLUMNS"`
	Cardinality string `help:"Cardinalities: letters or ranges." placeholder:"CARDINALITY"`
	Focus       string `help:"Show only the element with this name or id and its neighbours." placeholder:"NAME"`
	Steps       string `help:"Maximum distance of neighbours from the focus." placeholder:"N"`
	Keyspace    string `help:"Show only the keyspace with this name or id." placeholder:"NAME"`
	Tag         string `help:"Show only tables with this tag." placeholder:"TAG"`
	Query       string `help:"Show only the tables of the query with this name (Q1) or id." placeholder:"NAME"`
	Collapse    string `help:"Keyspaces to draw as one box each, separated by commas." placeholder:"NAMES"`
	Legend      bool   `help:"Add a legend of the signs."`
	Titleblock  bool   `help:"Add a title block with name, revision and date."`
	Key         bool   `help:"Add the text of each query to the workflow."`
	Badges      bool   `help:"Show the sizes of tables." default:"true" negatable:""`
	Updates     bool   `help:"Show updates (U1) beside queries." default:"true" negatable:""`
	Advice      bool   `help:"Show the number of findings about each table."`

	File string `arg:"" help:"A Widerow document or a CQL script; - means standard input."`
}

func (r *renderCommand) Run(console *console) error {
	source, err := readSource(console, r.File)
	if err != nil {
		return err
	}
	loaded, err := source.model(console)
	if err != nil {
		return err
	}
	picture, err := r.draw(console, loaded.document)
	if err != nil {
		return err
	}
	if r.Output == "-" {
		return loaded.finish(console, picture)
	}
	if err := os.WriteFile(r.Output, picture, 0o644); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return loaded.finish(console, nil)
}

func (r *renderCommand) draw(console *console, document *model.Model) ([]byte, error) {
	kind := diagram.Kind(r.Diagram)
	display, problems := diagram.ParseDisplay(diagram.ByID(r.values(), document, kind))
	paper, problem := diagram.ParsePaper(r.Paper)
	if problem != nil {
		problems = append(problems, *problem)
	}
	drawing := diagram.Build(document, kind, display)
	if err := flagErrors(append(problems, drawing.Problems()...)); err != nil {
		return nil, err
	}
	engine, err := openEngineOnce(slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, fmt.Errorf("start the layout engine: %w", err)
	}
	defer engine.Close()
	scene, err := drawing.Draw(console, engine, r.options(document, kind))
	if err != nil {
		return nil, err
	}
	return diagram.Encode(console, scene, r.format(), display.Scale, paper)
}

// flagErrors returns an error that explains what is wrong with each flag.
func flagErrors(problems []diagram.Problem) error {
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = fmt.Sprintf("--%s=%s: %s", problem.Parameter, problem.Value, problem.Reason)
	}
	if len(texts) == 0 {
		return nil
	}
	return errors.New(strings.Join(texts, "; "))
}

func (r *renderCommand) options(document *model.Model, kind diagram.Kind) diagram.Options {
	options := diagram.Options{Standalone: true}
	sizes := sizing.All(document, sizing.Book)
	if len(document.Quantities) > 0 { // without quantities every size would be unknown
		options.Badges = overlay.Badges(document, kind, sizes)
	}
	options.Faults = overlay.Faults(document, kind, proof.WithSizes(document, sizes), cql.ProofReason)
	if r.Advice {
		options.Advice = overlay.Findings(document, kind, sizes)
	}
	return options
}

func (r *renderCommand) format() diagram.Format {
	for _, format := range diagram.Formats {
		if r.Format == string(format) || r.Format == "" && strings.HasSuffix(strings.ToLower(r.Output), "."+string(format)) {
			return format
		}
	}
	return diagram.FormatSVG
}

// values returns the flags as the parameters of a URL.
func (r *renderCommand) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{
		"theme": r.Theme, "text": r.Text, "scale": r.Scale, "direction": r.Direction, "spacing": r.Spacing, "group": r.Group, "columns": r.Columns,
		"cardinality": r.Cardinality, "focus": r.Focus, "steps": r.Steps, "keyspace": r.Keyspace, "tag": r.Tag, "query": r.Query,
		"collapse": r.Collapse,
	} {
		values.Set(name, value)
	}
	for name, on := range map[string]bool{"legend": r.Legend, "titleblock": r.Titleblock, "key": r.Key, "advice": r.Advice} {
		if on {
			values.Set(name, "1")
		}
	}
	for name, on := range map[string]bool{"badges": r.Badges, "updates": r.Updates} {
		if !on {
			values.Set(name, "0")
		}
	}
	return values
}
