package measured

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/formula"
	"widerow/model/sizing"
)

// Calibration holds the changes to a document that measurements of a table suggest.
type Calibration struct {
	// Changes describe the Commands: "rows in a partition: 730 → 3,714 / 3,890".
	Changes  []string
	Commands []model.Command
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

// Calibrate derives the rows, the assumed lengths and the compression of a table from its
// measurements. Rows become a quantity of their own. Counted rows are kept, and the assumed lengths
// fitted to the bytes; if only bytes are known, the rows are fitted. Lengths that a user has
// entered stay.
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
	source := strings.TrimSpace("measured " + newest)
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
	clustered := false
	for _, column := range c.relation.Columns {
		clustered = clustered || column.Role == model.Clustering
	}
	rows, counted := model.Value{Typical: 1, Worst: 1}, true
	if clustered {
		if rows, counted = c.countedRows(); !counted {
			rows, counted = c.fittingRows(), false
		}
		c.setRows(rows)
		if !counted && len(c.result.Changes) > 0 {
			c.note("The rows follow from the bytes and the lengths of the model. sstablepartitions -t 0 counts them.")
		}
	}
	if counted {
		c.fitLengths(rows)
	}
	c.setCompression()
}

// setRows makes the rows a quantity, which the table then has as its rows.
func (c *calibrator) setRows(rows model.Value) {
	if rows.Typical < 1 {
		if c.figures.Mean() > 0 {
			c.note("The measured partitions are smaller than one row of the estimate: the lengths are too large. Enter them first.")
		}
		return
	}
	name := c.freeName(quantityName(c.relation.Name + "_rows"))
	typical, worst := numberText(rows.Typical), numberText(rows.Worst)
	was := c.model.ExpressionText(c.relation.Rows)
	if now, _, err := c.model.Evaluate(c.relation.Rows); err == nil && was == name && numberText(now.Typical) == typical && numberText(now.Worst) == worst {
		return // they are used already
	}
	c.setQuantity(name, typical, worst)
	if was != name {
		c.result.Commands = append(c.result.Commands, model.Set{Element: c.id, Field: "rows", Was: was, Value: name})
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
	if c.model.ExpressionText(c.relation.Rows) == name {
		return false
	}
	for _, quantity := range c.model.Quantities {
		if quantity.Name == name {
			return true
		}
	}
	return false
}

func (c *calibrator) setQuantity(name, typical, worst string) {
	for _, known := range model.Sorted(c.model.Quantities) {
		if known.Value.Name != name {
			continue
		}
		set := func(field, was, value string) {
			c.result.Commands = append(c.result.Commands, model.Set{Element: known.ID, Field: field, Was: was, Value: value})
		}
		set("typical", c.model.ExpressionText(known.Value.Typical), typical)
		set("worst", c.model.ExpressionText(known.Value.Worst), worst)
		set("source", known.Value.Source, c.source)
		return
	}
	c.result.Commands = append(c.result.Commands, model.Add{Kind: model.QuantityKind, ID: c.ids.New(),
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
	field, known := model.FieldOf(model.RelationElement, "compression")
	if ratio <= 0 || !known {
		return
	}
	was, value := field.Text(c.model, element), strconv.FormatFloat(math.Round(ratio*1000)/1000, 'f', -1, 64)
	if was == value {
		return
	}
	c.result.Commands = append(c.result.Commands, model.Set{Element: c.id, Field: "compression", Was: was, Value: value})
	if was == "" {
		was = "not entered"
	}
	c.result.Changes = append(c.result.Changes, fmt.Sprintf("compressed to: %s → %s", was, value))
}

func (c *calibrator) note(format string, values ...any) {
	c.result.Notes = append(c.result.Notes, fmt.Sprintf(format, values...))
}

// withRows returns a document in which a relation has these rows. It shares all else.
func withRows(m *model.Model, id model.ID, rows model.Value) *model.Model {
	other := *m
	other.Physical.Relations = make(map[model.ID]*model.Relation, len(m.Physical.Relations))
	for known, relation := range m.Physical.Relations {
		other.Physical.Relations[known] = relation
	}
	relation := *m.Physical.Relations[id]
	relation.Rows = model.Expression(numberText(rows.Typical) + "/" + numberText(max(rows.Worst, rows.Typical)))
	other.Physical.Relations[id] = &relation
	return &other
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
