package measured

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/formula"
	"widerow/model/sizing"
)

// Calibration holds the changes to a document that measurements of a table suggest.
type Calibration struct {
	// Changes describe the Commands: "rows in a partition: 730 → 3,714 / 3,890".
	Changes  []string
	Commands []edit.Command
	// Notes name the numbers that cannot be calibrated, with the reason.
	Notes []string
	// Words is the entry of the history.
	Words string
}

// calibrator calibrates the numbers of one table.
type calibrator struct {
	model    *model.Model
	id       model.ID
	relation *model.Relation
	figures  model.Figures
	source   string
	ids      model.IDs
	result   Calibration
}

// Calibrate returns the numbers of a table that follow from its measurements. Rows become
// a quantity of their own, a length is fitted where it alone is unknown, and what the
// columns do not explain becomes the scale of the table. Other tables keep their sizes.
func Calibrate(m *model.Model, id model.ID, ids model.IDs) Calibration {
	relation := m.Physical.Relations[id]
	if relation == nil || len(relation.Measured) == 0 {
		return Calibration{}
	}
	figures, newest := relation.Combined()
	c := &calibrator{model: m, id: id, relation: relation, figures: figures, source: sourceOf(relation, newest), ids: ids}
	c.result.Words = "calibrated " + m.Title(id) + " by what was " + c.source
	c.calibrate()
	return c.result
}

// sourceOf is the source of a quantity: "measured 2026-11-02 on 10.0.0.1".
func sourceOf(relation *model.Relation, newest string) string {
	source := strings.TrimSpace(measuredWord + " " + newest)
	nodes := map[string]bool{}
	for _, measurement := range relation.Measured {
		nodes[measurement.Node] = true
	}
	switch {
	case len(nodes) > 1:
		return fmt.Sprintf("%s on %d nodes", source, len(nodes))
	case !nodes[""]:
		for node := range nodes {
			return source + " on " + node
		}
	}
	return source
}

func (c *calibrator) calibrate() {
	trial := trialOf(c.model, c.id)
	rows, counted := model.Value{Typical: 1, Worst: 1}, true
	if c.isClustered() {
		rows, counted = c.rows(trial)
		c.setRows(rows)
	}
	if rows.Typical > 0 {
		trial.setRows(rows)
	}
	if counted {
		c.fitLength(trial)
	}
	c.setScale(trial)
	c.setCompression()
}

func (c *calibrator) isClustered() bool {
	for _, column := range c.relation.Columns {
		if column.Role == model.Clustering {
			return true
		}
	}
	return false
}

// setRows makes the rows a quantity, which the table then has as its rows.
func (c *calibrator) setRows(rows model.Value) {
	if rows.Typical < 1 {
		return
	}
	now, missing, err := c.model.Evaluate(c.relation.Rows)
	known := err == nil && len(missing) == 0 && !c.relation.Rows.IsEmpty()
	if known && numberText(now.Typical) == numberText(rows.Typical) && numberText(now.Worst) == numberText(rows.Worst) {
		return // they are used already
	}
	name := c.freeName(quantityName(c.relation.Name + "_rows"))
	typical, worst := numberText(rows.Typical), numberText(rows.Worst)
	was := c.model.ExpressionText(c.relation.Rows)
	c.setQuantity(name, typical, worst)
	if was != name {
		c.result.Commands = append(c.result.Commands, edit.Set{Element: c.id, Field: "rows", Was: was, Value: name})
	}
	before := was
	if before == "" {
		before = "not entered"
	}
	c.result.Changes = append(c.result.Changes, fmt.Sprintf("rows in a partition: %s → %s = %s", before, name, pairWords(rows)))
}

// freeName returns the name of a quantity that no other table and no formula uses: what was
// measured of one table says nothing of others.
func (c *calibrator) freeName(name string) string {
	for number := 1; ; number++ {
		free := name
		if number > 1 {
			free = fmt.Sprintf("%s_%d", name, number)
		}
		if !c.usedElsewhere(free) {
			return free
		}
	}
}

func (c *calibrator) usedElsewhere(name string) bool {
	for id, quantity := range c.model.Quantities {
		if quantity.Name == name {
			return c.model.ExpressionText(c.relation.Rows) != name || c.uses(id) > 1
		}
	}
	return false
}

// uses counts the expressions that name a quantity.
func (c *calibrator) uses(id model.ID) int {
	count := 0
	for element := range c.model.Elements() {
		for _, expression := range element.Expressions() {
			if slices.Contains(expression.Quantities(), id) {
				count++
			}
		}
	}
	return count
}

func (c *calibrator) setQuantity(name, typical, worst string) {
	for _, known := range model.Sorted(c.model.Quantities) {
		if known.Value.Name != name {
			continue
		}
		set := func(field, was, value string) {
			c.result.Commands = append(c.result.Commands, edit.Set{Element: known.ID, Field: field, Was: was, Value: value})
		}
		set("typical", c.model.ExpressionText(known.Value.Typical), typical)
		set("worst", c.model.ExpressionText(known.Value.Worst), worst)
		set("source", known.Value.Source, c.source)
		return
	}
	c.result.Commands = append(c.result.Commands, edit.Add{Kind: model.QuantityKind, ID: c.ids.New(),
		Values: map[string]string{"name": name, "typical": typical, "worst": worst, "source": c.source}})
}

// quantityName makes a name that expressions can contain.
func quantityName(name string) string {
	name = strings.Map(func(c rune) rune {
		if c < 128 && formula.IsName("a"+string(c)) {
			return c
		}
		return '_'
	}, name)
	if !formula.IsName(name) {
		name = "_" + name
	}
	return name
}

// setCompression enters the measured ratio where tables have one.
func (c *calibrator) setCompression() {
	ratio := c.figures[model.Compression]
	element, _ := c.model.Element(c.id)
	field, known := edit.FieldOf(model.RelationElement, "compression")
	if ratio <= 0 || !known {
		return
	}
	was, value := field.Text(c.model, element), strconv.FormatFloat(min(max(math.Round(ratio*1000)/1000, field.Range().Least), field.Range().Most), 'f', -1, 64)
	if was == value {
		return
	}
	c.result.Commands = append(c.result.Commands, edit.Set{Element: c.id, Field: "compression", Was: was, Value: value})
	if was == "" {
		was = "not entered"
	}
	c.result.Changes = append(c.result.Changes, fmt.Sprintf("compressed to: %s → %s", was, value))
}

func (c *calibrator) note(format string, values ...any) {
	c.result.Notes = append(c.result.Notes, fmt.Sprintf(format, values...))
}

// numberText writes four digits: 3714, 42.5, 0.12.
func numberText(number float64) string {
	if number >= 1000 {
		return strconv.FormatFloat(math.Round(number), 'f', -1, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(number, 'g', 3, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

func pairWords(value model.Value) string {
	text := sizing.FormatNumber(value.Typical)
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatNumber(value.Worst)
	}
	return text
}

// measuredWord begins the source of a quantity that was measured.
const measuredWord = "measured"
