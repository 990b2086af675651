package derive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"

	"widerow/handlers/canvas/submission"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/moves"
)

// DesignForm is the form of the page of design moves. Its names:
//
//	move           the chosen move, the first one if it is missing
//	pattern        the chosen pattern, instead of a move
//	new.move.NAME  a parameter of the move
//	mark           what was shown, to apply nothing else
//
// The page that compares splits has further names, of which rate and days count here, too.
type DesignForm struct {
	Values url.Values
	// Stale reports that something else would be applied than was shown.
	Stale bool
}

// Fields of the rate of new rows: rows a second in a partition, and the days that it covers now.
const (
	FieldRate = "rate"
	FieldDays = "days"
)

// Number returns what was typed for a number.
func (f *DesignForm) Number(name string) string { return strings.TrimSpace(f.Values.Get(name)) }

// Rated returns the model with the rows that come at the rate that was entered, or the
// model itself.
func (f *DesignForm) Rated(m *model.Model, table model.ID) (*model.Model, error) {
	rate, days := moves.PerSecond(m, f.Number(FieldRate)), moves.InDays(m, f.Number(FieldDays))
	if rate == "" {
		return m, nil
	}
	if days == "" || moves.HasTimeBucket(m, table) {
		days = moves.Covered(m, table)
	}
	return moves.WithRate(m, table, rate, days)
}

// parameters are the values that were sent. None was sent with a link.
func (f *DesignForm) parameters(move *moves.Move) map[string]string {
	values := map[string]string{}
	if !f.Values.Has("mark") {
		return values
	}
	for _, parameter := range move.Parameters {
		// A form sends nothing for a list in which nothing is chosen.
		if name := "new.move." + parameter.Name; f.Values.Has(name) || parameter.Input == edit.ReferencesInput {
			values[parameter.Name] = strings.Join(f.Values[name], " ")
		}
	}
	return values
}

// Chosen returns the move that the form names, with its parameters. The second
// result is false if it does not apply to the table.
func (f *DesignForm) Chosen(offers []moves.Move) (moves.Move, bool) {
	if f.Values.Get("pattern") != "" {
		return moves.Move{}, false
	}
	name := f.Values.Get("move")
	for _, move := range offers {
		if name == "" || name == string(move.Name) {
			return move.With(f.parameters(&move)), true
		}
	}
	return moves.Move{}, false
}

// maxDesigned is the number of columns of a table up to which moves are offered: the
// time that one takes grows with the square, with 4,000 columns to 8 s.
const maxDesigned = 2000

// TooWide returns why no moves are offered for a table, or nil.
func TooWide(m *model.Model, table model.ID) *submission.Refusal {
	relation := m.Physical.Relations[table]
	if relation == nil || len(relation.Columns) <= maxDesigned {
		return nil
	}
	return &submission.Refusal{Title: fmt.Sprintf("%s has %d columns", relation.Name, len(relation.Columns)),
		Advice: fmt.Sprintf("Moves are worked out for tables of at most %d columns.", maxDesigned)}
}

// Preview returns what the form makes of a model.
func (f *DesignForm) Preview(m *model.Model, table model.ID, ids model.IDs) (*moves.Preview, error) {
	if refusal := TooWide(m, table); refusal != nil {
		return nil, refusal
	}
	if pattern, found := moves.PatternNamed(f.Values.Get("pattern")); found {
		return pattern.Preview(m, table, ids)
	}
	m, err := f.Rated(m, table)
	if err != nil {
		return nil, err
	}
	move, found := f.Chosen(moves.Offers(m, table))
	if !found {
		return nil, submission.ErrNotAsShown
	}
	return move.Sizes(ids)
}

// DesignMark identifies what a move does: the tables that it changes.
func DesignMark(p *moves.Preview) string {
	hash := sha256.New()
	fmt.Fprintln(hash, p.Words)
	for _, change := range p.Tables {
		relation := p.After.Physical.Relations[change.Table]
		if relation == nil {
			fmt.Fprintln(hash, "removed", change.Table)
			continue
		}
		fmt.Fprintln(hash, relation.Name, relation.Kind, p.After.ExpressionText(relation.Rows), p.After.ExpressionText(relation.Partitions))
		for _, column := range relation.SortedColumns() {
			fmt.Fprintln(hash, column.Value.Name, p.After.TypeText(column.Value.Type), column.Value.Role, column.Value.Descending)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}
