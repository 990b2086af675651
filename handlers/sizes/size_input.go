package sizes

import (
	"fmt"
	"strings"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
	websizes "widerow/web/sizes"
)

// maxLedgerInputs bounds the inputs of a table, which can have very many columns.
const maxLedgerInputs = 60

// ledgerInputs are the numbers of a table: those of its columns that are set, and all
// that are assumed, with what they do.
func ledgerInputs(b *feature.Context, table model.ID, size *sizing.Size, options sizing.Options) []websizes.LedgerInput {
	relation, _ := b.Model.Element(table)
	inputs := []websizes.LedgerInput{{Label: "Rows in a partition", Input: rowsInput(b, relation, size)}}
	shown := map[string]bool{string(table) + ".rows": true}
	add := func(element model.Element, field string, assumed float64) {
		if key := string(element.ID) + "." + field; !shown[key] && len(inputs) < maxLedgerInputs {
			shown[key] = true
			inputs = append(inputs, websizes.LedgerInput{Label: numberName(b, element, field), Input: sizeInput(b, element, field, assumed)})
		}
	}
	for _, column := range relation.Value.(*model.Relation).SortedColumns() {
		if len(inputs) >= maxLedgerInputs {
			break
		}
		columnNumbers(b, column.ID, func(element model.Element, field string) { add(element, field, 0) })
	}
	for _, assumed := range size.Assumed[:min(len(size.Assumed), maxLedgerInputs)] {
		if element, field := askedIn(b, assumed); field != "" {
			add(element, field, assumed.Value)
		}
	}
	options.Formula = sizing.Disk
	for _, effect := range options.Effects(b.Model, size) {
		element, field := askedIn(b, effect.Assumption)
		for i := range inputs {
			if f := inputs[i].Input.Field; f.Element == element.ID && f.Name == field {
				inputs[i].Effect = "×10 → ×" + factorWords(effect.Factor)
			}
		}
	}
	return inputs
}

// columnNumbers calls add with the numbers that a column has. A length that follows the length of
// an attribute is the number of the attribute.
func columnNumbers(b *feature.Context, id model.ID, add func(model.Element, string)) {
	element, _ := b.Model.Element(id)
	for _, name := range []string{"length", "key_length", "elements", "filled"} {
		field, known := edit.FieldOf(element.Kind, name)
		if !known || field.Text(b.Model, element) == "" {
			continue
		}
		if attribute, follows := lengthAttribute(b, element.Value.(*model.Column)); follows && name == "length" {
			add(attribute, name)
			continue
		}
		add(element, name)
	}
}

// numberName names a number: "Length of orders.note".
func numberName(b *feature.Context, element model.Element, name string) string {
	field, _ := edit.FieldOf(element.Kind, name)
	title := b.Model.Title(element.ID)
	if column, is := element.Value.(*model.Column); is {
		title = column.Name
	}
	return strings.TrimSpace(field.Label + " of " + title)
}

// rowsInput is the input of the rows in a partition: what the document says, or what
// is used instead.
func rowsInput(b *feature.Context, element model.Element, size *sizing.Size) websizes.SizeInput {
	relation := element.Value.(*model.Relation)
	input := sizeInput(b, element, "rows", 0)
	switch assumed := assumptionOf(size, element.ID, "rows"); {
	case assumed != nil && assumed.Needs != "":
		needs := QuantityLink(b, *assumed)
		input.Note, input.Needs = sizing.FormatNumber(assumed.Value)+" assumed", &needs
	case assumed != nil:
		input.Field.Placeholder = sizing.FormatNumber(assumed.Value) + " assumed"
	case size.Derived:
		input.Field.Placeholder = valueWords(size.Terms.Rows) + " from concepts"
	case relation.Rows.IsEmpty():
		input.Field.Placeholder = "1: no clustering column"
	case !isNumber(relation.Rows) && size.Level != sizing.Unknown:
		input.Note = "= " + valueWords(size.Terms.Rows)
	}
	return input
}

// sizeInput is the input of a number from which sizes are computed.
func sizeInput(b *feature.Context, element model.Element, name string, assumed float64) websizes.SizeInput {
	field, _ := edit.FieldOf(element.Kind, name)
	input := websizes.SizeInput{Field: canvas.Field(b, element, field)}
	input.Field.Hint = "" // the table says it once
	input.Clears = input.Field.Was != "" && !b.Readonly()
	if assumed > 0 {
		input.Field.Placeholder = sizing.FormatNumber(assumed) + " assumed"
	}
	return input
}

func assumptionOf(size *sizing.Size, element model.ID, field string) *sizing.Assumption {
	for i := range size.Assumed {
		if a := &size.Assumed[i]; a.Element == element && a.Field == field {
			return a
		}
	}
	return nil
}

// valueWords writes a value as 1,000, or as 1,000 / 5,000.
func valueWords(value model.Value) string {
	text := sizing.FormatNumber(value.Typical)
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatNumber(value.Worst)
	}
	return text
}

// unitWords writes the value of a quantity with its unit.
func unitWords(value model.Value, time int) string {
	text := sizing.FormatUnit(value.Typical, time)
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatUnit(value.Worst, time)
	}
	return text
}

// isNumber reports whether an expression is a plain number or empty.
func isNumber(expression model.Expression) bool {
	for _, c := range string(expression) {
		if (c < '0' || c > '9') && c != '.' && c != '_' {
			return false
		}
	}
	return true
}

// factorWords writes 9.99 as 10, 9.58 as 9.6 and 1.004 as 1.00.
func factorWords(factor float64) string {
	switch {
	case factor < 1.095:
		return fmt.Sprintf("%.2f", factor)
	case factor >= 9.95:
		return fmt.Sprintf("%.0f", factor)
	}
	return fmt.Sprintf("%.1f", factor)
}

// askedIn returns the element and the name of the field in which an assumed number is entered. The field belongs to
// the attribute if the column follows it, so that all columns of the attribute change, and else to the column. The
// name is empty if a type or a quantity is missing instead of a number.
func askedIn(b *feature.Context, a sizing.Assumption) (model.Element, string) {
	if a.Field == "type" || a.Needs != "" {
		return model.Element{}, ""
	}
	element, found := b.Model.Element(a.Element)
	if !found {
		return model.Element{}, ""
	}
	if column, is := element.Value.(*model.Column); is && a.Field == "length" {
		if attribute, found := lengthAttribute(b, column); found {
			return attribute, "length"
		}
	}
	return element, a.Field
}

// lengthAttribute returns the attribute whose length a column follows.
func lengthAttribute(b *feature.Context, column *model.Column) (model.Element, bool) {
	if len(column.From) != 1 {
		return model.Element{}, false
	}
	from, found := b.Model.Element(column.From.Sorted()[0])
	logical, is := from.Value.(*model.LogicalColumn)
	if !found || !is || logical.Attribute == "" || logical.Aggregate != "" {
		return model.Element{}, false
	}
	attribute, found := b.Model.Element(logical.Attribute)
	field, known := edit.FieldOf(model.AttributeKind, "length")
	if !found || !known || !field.Applies(b.Model, attribute) {
		return model.Element{}, false
	}
	return attribute, attribute.Value.(*model.Attribute).Length == column.Length
}
