package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"widerow/cli/verb"
	"widerow/cql/print"
	"widerow/diagram"
	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/handlers/overlay"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// renderCommand draws a picture without a server. Its flags have the names of
// the parameters in a picture's URL.
type renderCommand struct {
	Diagram string `help:"er, workflow, logical or physical." enum:"er,workflow,logical,physical" default:"physical"`
	Format  string `help:"svg, png, pdf, or dot: a text for Graphviz. Default: the extension of the output file, or svg." enum:",svg,png,pdf,dot" default:""`
	Output  string `short:"o" help:"The file to write; - means standard output." default:"-" placeholder:"FILE"`

	Theme string `help:"light, dark, auto, print (black on white) or contrast." placeholder:"THEME"`
	Text  string `help:"Text of an SVG: fonts (embedded) or outlines (shapes, for programs that ignore embedded fonts)." placeholder:"TEXT"`
	Scale string `help:"Pixels per unit in a PNG: 1, 2 or 3." placeholder:"N"`
	Paper string `help:"Page size of a PDF: fit (one page as large as the picture), a4 or letter." placeholder:"PAPER"`

	Layout      string `help:"widerow, or dot: the places and curves of Graphviz alone." placeholder:"LAYOUT"`
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
	Badges      *bool  `help:"Show the sizes of tables. By default they are shown beside a legend." negatable:""`
	Updates     bool   `help:"Show updates (U1) beside queries." default:"true" negatable:""`
	Advice      bool   `help:"Show the number of findings about each table."`
	Uses        bool   `help:"Draw a thin line from each column to its user-defined type."`

	printFlags
	scriptFlags
	Files []string `arg:"" name:"file" help:"Document, CQL files and folders, https://HOST/m/MODEL, cassandra://HOST/KEYSPACE, or - (standard input)."`
}

// formatDOT is a diagram as text for the reader's own Graphviz.
const formatDOT diagram.Format = "dot"

var renderFormats = append([]diagram.Format{formatDOT}, diagram.Formats...)

// Validate checks the output file. kong calls it.
func (r *renderCommand) Validate() error {
	if found := extension(r.Output); r.Format == "" && found != "" && !slices.Contains(renderFormats, diagram.Format(found)) {
		return fmt.Errorf("--output=%s: a picture is svg, png, pdf or dot: use such an extension, or --format", r.Output)
	}
	return cmp.Or(notInput(r.Output, r.Files...), r.scriptFlags.Validate(), r.printFlags.validate(r))
}

func (r *renderCommand) Run(console *verb.Console) error {
	source, err := r.source(console, r.Files, "")
	if err != nil {
		return err
	}
	loaded, err := source.model(console)
	if err != nil {
		return err
	}
	output, err := r.draw(console, loaded.document)
	if err != nil {
		return err
	}
	return loaded.finish(console, output)
}

// draw writes the files, or returns the picture for standard output.
func (r *renderCommand) draw(console *verb.Console, document *model.Model) ([]byte, error) {
	if r.format() == formatDOT {
		drawing, _, err := r.build(document, selection{values: r.values()})
		if err != nil {
			return nil, err
		}
		return r.put(r.Output, []byte(drawing.DOT()))
	}
	layouter, err := engine.OpenOnce(slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, fmt.Errorf("start the layout engine: %w", err)
	}
	defer layouter.Close()
	if r.Width == 0 {
		scene, err := r.scene(console, document, layouter)
		if err != nil {
			return nil, err
		}
		return r.encode(console, scene, r.Output)
	}
	figures := &figures{r, document, layouter, map[string]bool{}}
	pictures, err := figures.parts(console, selection{values: r.values()}, r.Output)
	if err != nil {
		return nil, err
	}
	r.size(pictures)
	var output []byte
	for _, picture := range pictures {
		if output, err = r.encode(console, picture.scene, picture.file); err != nil {
			return nil, err
		}
	}
	r.report(console, pictures)
	return output, nil
}

func (r *renderCommand) encode(ctx context.Context, scene *scene.Scene, file string) ([]byte, error) {
	scale, _ := strconv.Atoi(r.Scale) // a wrong one was refused with the other parameters
	paper, problem := diagram.ParsePaper(r.Paper)
	if problem != nil {
		return nil, flagErrors([]diagram.Problem{*problem})
	}
	picture, err := diagram.Encode(ctx, scene, r.format(), scale, paper)
	if err != nil {
		return nil, err
	}
	return r.put(file, picture)
}

// put writes a file, or returns its content if it is for standard output.
func (r *renderCommand) put(file string, content []byte) ([]byte, error) {
	if file == "-" {
		return content, nil
	}
	return nil, writeFile(file, content)
}

// build returns the diagram of a selection.
func (r *renderCommand) build(document *model.Model, selected selection) (*diagram.Drawing, diagram.Kind, error) {
	kind := diagram.Kind(r.Diagram)
	display, problems := diagram.ParseDisplay(diagram.ByID(selected.values, document, kind))
	display.Only, display.Page, display.ShortLines = selected.only, selected.page, selected.shortLines
	if _, problem := diagram.ParsePaper(r.Paper); problem != nil {
		problems = append(problems, *problem)
	}
	drawing := diagram.Build(document, kind, display, overlay.Lookups(document, kind, proof.All(document))...)
	return drawing, kind, flagErrors(append(problems, drawing.Problems()...))
}

func (r *renderCommand) scene(ctx context.Context, document *model.Model, with graph.Layouter) (*scene.Scene, error) {
	drawing, kind, err := r.build(document, selection{values: r.values()})
	if err != nil {
		return nil, err
	}
	return drawing.Draw(ctx, with, r.options(document, kind))
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

func (r *renderCommand) options(document *model.Model, kind diagram.Kind) figure.Options {
	options := figure.Options{Standalone: true}
	sizes := mapping.Sizes(document, sizing.Disk)
	if len(document.Quantities) > 0 { // without quantities every size would be unknown
		options.Badges = overlay.Badges(document, kind, sizes)
	}
	proofs, plans := proof.WithSizes(document, sizes), write.WithSizes(document, sizes)
	write.Judge(document, plans, proofs)
	options.Faults = overlay.Faults(document, kind, proofs, plans, print.ProofReason)
	if r.Advice {
		options.Advice = overlay.Findings(document, kind, sizes,
			advice.Open(document,
				advice.OfDocument(document, advice.Known{Sizes: sizes, Proofs: proofs, Plans: plans})))
	}
	return options
}

func (r *renderCommand) format() diagram.Format {
	format := cmp.Or(diagram.Format(r.Format), diagram.Format(extension(r.Output)))
	if slices.Contains(renderFormats, format) {
		return format
	}
	return diagram.FormatSVG
}

// values returns the flags as the parameters of a URL.
func (r *renderCommand) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{
		"theme": r.Theme, "text": r.Text, "scale": r.Scale, "layout": r.Layout, "direction": r.Direction,
		"spacing": r.Spacing, "group": r.Group, "columns": r.Columns,
		"cardinality": r.Cardinality, "focus": r.Focus, "steps": r.Steps, "keyspace": r.Keyspace, "tag": r.Tag, "query": r.Query,
		"collapse": r.Collapse,
	} {
		values.Set(name, value)
	}
	for name, on := range map[string]bool{"legend": r.Legend, "titleblock": r.Titleblock, "key": r.Key, "advice": r.Advice, "uses": r.Uses} {
		if on {
			values.Set(name, "1")
		}
	}
	if r.Badges != nil {
		values.Set("badges", map[bool]string{true: "1", false: "0"}[*r.Badges])
	}
	if !r.Updates {
		values.Set("updates", "0")
	}
	return values
}
