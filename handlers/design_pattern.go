package handlers

import (
	"slices"

	"widerow/model/moves"
	"widerow/web"
)

// designPatterns lists the patterns, and what the chosen one adds.
func (b *workbench) designPatterns(view *web.DesignView, form *designForm, offers []moves.Move) error {
	for _, pattern := range moves.Patterns() {
		table := b.designedTable()
		shown := web.DesignPattern{Name: pattern.Name, Title: pattern.Title, Text: pattern.Text, When: pattern.When,
			Statements: pattern.Statements, Href: b.designLink(table, "pattern", pattern.Name)}
		for _, move := range offers {
			if slices.Contains(pattern.Moves, move.Name) {
				shown.Moves = append(shown.Moves, web.Link{Label: move.Title, Href: b.designLink(table, "move", string(move.Name))})
			}
		}
		if pattern.Name == form.values.Get("pattern") {
			preview, err := pattern.Preview(b.model, designedKeyspace(b.model, table), b.designIDs())
			if err != nil {
				return err
			}
			shown.Choice = &web.DesignChoice{}
			b.describePreview(view, shown.Choice, preview)
		}
		view.Patterns = append(view.Patterns, shown)
	}
	return nil
}
