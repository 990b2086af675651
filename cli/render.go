package cli

import (
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"

	"widerow/diagram"
	"widerow/handlers"
	"widerow/model"
	"widerow/model/sizing"
)

// renderCommand draws a picture without a server. Its flags are the
// parameters of a picture's address.
type renderCommand struct {
	Diagram string `help:"er, workflow, logical or physical." enum:"er,workflow,logical,physical" default:"physical"`
	Format  string `help:"svg, png or pdf; by default as the name of the output ends, or svg." enum:",svg,png,pdf" default:""`
	Output  string `short:"o" help:"The file to write; - is standard output." default:"-" placeholder:"FILE"`

	Theme string `help:"light, dark, auto, print (black on white) or contrast." placeholder:"THEME"`
	Scale string `help:"Pixels for a unit in a PNG: 1, 2 or 3." placeholder:"N"`
	Paper string `help:"Pages of a PDF: fit (one as large as the picture), a4 or letter." placeholder:"PAPER"`

	Direction   string `help:"lr (left to right) or td (top down)." placeholder:"DIRECTION"`
	Spacing     string `help:"compact or normal." placeholder:"SPACING"`
	Group       string `help:"Containers round tables: keyspace, step, tag or none." placeholder:"GROUP"`
	Columns     string `help:"all, keys or none." placeholder:"COLUMNS"`
	Cardinality string `help:"Ends of relationships: letters or ranges." placeholder:"CARDINALITY"`
	Focus       string `help:"Only the element of this name or id and its neighbours." placeholder:"NAME"`
	Steps       string `help:"How far the neighbours of the focus go." placeholder:"N"`
	Keyspace    string `help:"Only the keyspace of this name or id." placeholder:"NAME"`
	Tag         string `help:"Only tables with this tag." placeholder:"TAG"`
	Query       string `help:"Only what serves the query of this name (Q1) or id." placeholder:"NAME"`
	Collapse    string `help:"Keyspaces to draw as one box each, with commas between." placeholder:"NAMES"`
	Legend      bool   `help:"Add a legend of the marks."`
	Titleblock  bool   `help:"Add a block with name, revision and date."`
	Key         bool   `help:"Add the text of each query to the workflow."`
	Badges      bool   `help:"Show the sizes of tables." default:"true" negatable:""`
	Updates     bool   `help:"Show updates (U1) beside queries." default:"true" negatable:""`
	Advice      bool   `help:"Show how many findings each table has."`

	File string `arg:"" help:"A Widerow document or a CQL script; - is standard input."`
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
	display, problems := diagram.ParseDisplay(r.values(document))
	paper, problem := diagram.ParsePaper(r.Paper)
	if problem != nil {
		problems = append(problems, *problem)
	}
	kind := diagram.Kind(r.Diagram)
	drawing := diagram.Build(document, kind, display)
	if problems = append(problems, drawing.Problems()...); len(problems) > 0 {
		return nil, fmt.Errorf("--%s: %s", problems[0].Parameter, strings.TrimPrefix(problems[0].Text, "The address says "))
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
	return scene.File(console, r.format(), display.Scale, paper)
}

func (r *renderCommand) options(document *model.Model, kind diagram.Kind) diagram.Options {
	options := diagram.Options{Standalone: true}
	if len(document.Quantities) > 0 { // without any, each badge would only say that its size is not known
		options.Badges = handlers.Badges(document, kind, sizing.Book)
	}
	if r.Advice {
		options.Advice = handlers.Advice(document, kind, sizing.Book)
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

// values are the flags as the address would have them.
func (r *renderCommand) values(document *model.Model) url.Values {
	values := url.Values{}
	for name, value := range map[string]string{
		"theme": r.Theme, "scale": r.Scale, "direction": r.Direction, "spacing": r.Spacing, "group": r.Group, "columns": r.Columns,
		"cardinality": r.Cardinality, "steps": r.Steps, "tag": r.Tag,
		"focus": r.named(document, r.Focus), "keyspace": r.named(document, r.Keyspace), "query": r.named(document, r.Query),
	} {
		values.Set(name, value)
	}
	for _, name := range strings.FieldsFunc(r.Collapse, func(c rune) bool { return c == ',' }) {
		values.Add("collapse", r.named(document, name))
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

// named is the id of what a command line names: a table of the diagram, an
// entity type, a keyspace, a query or a step. What has no such name is taken
// for an id.
func (r *renderCommand) named(m *model.Model, name string) string {
	var found []model.ID
	if r.Diagram == string(diagram.KindLogical) {
		found = append(found, called(m.Logical.Tables, name, func(t *model.LogicalTable) []string { return []string{t.Name} })...)
	}
	found = slices.Concat(found,
		called(m.Physical.Relations, name, func(r *model.Relation) []string { return []string{r.Name} }),
		called(m.Physical.Keyspaces, name, func(k *model.Keyspace) []string { return []string{k.Name} }),
		called(m.Concepts.Entities, name, func(e *model.Entity) []string { return []string{e.Name} }),
		called(m.Workflow.Queries, name, func(q *model.Query) []string { return []string{q.Label, q.Name} }),
		called(m.Workflow.Steps, name, func(s *model.Step) []string { return []string{s.Name} }))
	if len(found) == 0 {
		return name
	}
	return string(found[0])
}

// called are the ids of the elements with a name.
func called[T any](elements map[model.ID]T, name string, names func(T) []string) []model.ID {
	var found []model.ID
	for id, element := range elements {
		if slices.Contains(names(element), name) {
			found = append(found, id)
		}
	}
	slices.Sort(found)
	return found
}
