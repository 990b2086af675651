package derive

import (
	"errors"
	"slices"
	"strings"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/moves"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/web"
	webderive "widerow/web/derive"
)

// designKind names the inputs of a move's parameters: new.move.NAME.
const designKind model.Kind = "move"

// DesignChoice is the chosen move with its preview.
func DesignChoice(b *feature.Context, view *webderive.DesignView, move moves.Move) *webderive.DesignChoice {
	choice := &webderive.DesignChoice{}
	problems := map[string]string{}
	preview, err := move.Preview(DesignIDs(b))
	var invalid *edit.InvalidError
	if errors.As(err, &invalid) {
		for _, problem := range invalid.Problems {
			problems[problem.Field] = problem.Message
		}
	} else if err != nil {
		choice.Problem = feature.Capital(err.Error())
	}
	for _, parameter := range move.Parameters {
		choice.Parameters = append(choice.Parameters, web.Field{New: true, Kind: designKind, Name: parameter.Name, Label: parameter.Label, Hint: parameter.Hint,
			Input: parameter.Input, Value: parameter.Value, Choices: parameter.Choices, Required: true, Readonly: b.Readonly(), Problem: problems[parameter.Name]})
		delete(problems, parameter.Name)
	}
	for _, message := range problems {
		choice.Problem = strings.TrimSuffix(message, ".")
	}
	if err != nil {
		return choice
	}
	describePreview(b, view, choice, preview)
	return choice
}

// Effect shows what a change does to tables and queries.
func Effect(b *feature.Context, preview *moves.Preview) *webderive.DesignChoice {
	choice := &webderive.DesignChoice{}
	describePreview(b, &webderive.DesignView{}, choice, preview)
	return choice
}

// describePreview shows what a move or a pattern changes.
func describePreview(b *feature.Context, view *webderive.DesignView, choice *webderive.DesignChoice, preview *moves.Preview) {
	view.Mark, choice.Cost = DesignMark(preview), preview.Cost
	for _, change := range preview.Tables {
		choice.Changes = append(choice.Changes, webderive.DesignChange{
			Before: designCard(b.Model, preview.After, change.Table, change.Before, false),
			After:  designCard(preview.After, b.Model, change.Table, change.After, true),
		})
	}
	for i := range preview.Queries {
		choice.Queries = append(choice.Queries, designQuery(b, preview.After, &preview.Queries[i]))
	}
}

// designCard draws a table of one model, and marks the differences of its columns from the other
// model. It is nil if there is no such table.
func designCard(m, other *model.Model, id model.ID, size *sizing.Size, isAfter bool) *webderive.DesignCard {
	relation := m.Physical.Relations[id]
	if relation == nil || size == nil {
		return nil
	}
	card := &webderive.DesignCard{Name: relation.Name, Level: string(size.Rating()), Size: size.Text(), Italic: relation.Kind == model.MaterializedView}
	compared := other.Physical.Relations[id]
	for _, item := range relation.SortedColumns() {
		c := item.Value
		column := webderive.DesignColumn{Name: c.Name, Type: m.TypeText(c.Type), Mark: web.RoleMark(c.Role, c.Descending)}
		column.Class = map[model.Role]string{model.Partition: "k", model.Clustering: "c", model.Static: "s"}[c.Role]
		if c.Type.IsCounter() {
			column.Mark, column.Class = "++", "p"
		}
		if compared != nil {
			column.Change = columnChange(c, compared.Columns[item.ID], isAfter)
		}
		card.Columns = append(card.Columns, column)
	}
	return card
}

// columnChange describes the difference of a column from that in the other model.
func columnChange(c, other *model.Column, isAfter bool) string {
	switch {
	case other == nil && isAfter:
		return "new"
	case other == nil:
		return "gone"
	case isAfter && (c.Name != other.Name || c.Role != other.Role || c.Descending != other.Descending || !c.Type.Equal(other.Type)):
		return "changed"
	}
	return ""
}

// sizeDetail is a size in a few characters.
func sizeDetail(size *sizing.Size) string {
	if size.Level == sizing.Unknown {
		return "size?"
	}
	return size.About(size.Typical.Bytes)
}

func designQuery(b *feature.Context, after *model.Model, change *moves.QueryChange) webderive.DesignQuery {
	query := after.Workflow.Queries[change.Query]
	was, _ := change.Before.Best()
	is, _ := change.After.Best()
	view := webderive.DesignQuery{Label: query.Label, Name: query.Name, Href: b.Link(change.Query), Worse: change.Worse, Note: strings.Join(change.Notes, ", ")}
	view.Before, view.BeforeLevel = feature.VerdictWords(was), feature.ProofLevel(&change.Before)
	if change.Added {
		view.Before, view.BeforeLevel, view.Href = "new", "info", ""
	}
	view.After, view.AfterLevel = feature.VerdictWords(is), feature.ProofLevel(&change.After)
	view.Reads = designReads(&change.Before, &change.After)
	return view
}

// designReads are the reads of a query, before and after if they differ.
func designReads(was, is *proof.Result) string {
	before, after := resultReads(was), resultReads(is)
	if before == after || before == "" || after == "" {
		return after
	}
	return before + " → " + after
}

// designPatterns lists the patterns, and what the chosen one adds.
func designPatterns(b *feature.Context, view *webderive.DesignView, form *DesignForm, offers []moves.Move) error {
	for _, pattern := range moves.Patterns() {
		table := canvas.ChosenTable(b)
		shown := webderive.DesignPattern{Name: pattern.Name, Title: pattern.Title, Text: pattern.Text, When: pattern.When,
			Statements: pattern.Statements, Href: designLink(b, table, "pattern", pattern.Name)}
		for _, move := range offers {
			if slices.Contains(pattern.Moves, move.Name) {
				shown.Moves = append(shown.Moves, web.Link{Label: move.Title, Href: designLink(b, table, "move", string(move.Name))})
			}
		}
		if pattern.Name == form.Values.Get("pattern") {
			preview, err := pattern.Preview(b.Model, table, DesignIDs(b))
			if err != nil {
				return err
			}
			shown.Choice = &webderive.DesignChoice{}
			describePreview(b, view, shown.Choice, preview)
		}
		view.Patterns = append(view.Patterns, shown)
	}
	return nil
}

// resultReads are the reads of a query, "" if no table comes into question.
func resultReads(result *proof.Result) string {
	if best, found := result.Best(); found {
		return feature.ReadsWords(best)
	}
	return ""
}
