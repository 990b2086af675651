package schema

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// Constraint is one part of the CHECK of a column, since Cassandra 6.0.
type Constraint struct {
	NotNull bool
	// Short means that NOT NULL was written without CHECK.
	Short bool
	// Column is the compared column, Function the name of a function in capitals,
	// Arguments the number of its arguments.
	Column, Function string
	Arguments        int
	// Operator and Value are empty without a comparison. Value is CQL text.
	Operator, Value string
}

// constraintFunctions are the functions that are compared with a value, with the
// types that each takes. JSON is the only one that is not.
var constraintFunctions = map[string][]string{
	"LENGTH": {"blob", "text", "ascii"}, "OCTET_LENGTH": {"blob", "text", "ascii"}, "REGEXP": {"text", "ascii"},
}

var (
	jsonTypes   = []string{"text", "ascii"}
	scalarTypes = []string{"tinyint", "counter", "decimal", "double", "float", "int", "varint", "bigint", "smallint", "time", "date", "timestamp"}
)

// kind names what a constraint restricts, as the messages do.
func (c Constraint) kind() string {
	switch {
	case c.NotNull:
		return "NOT_NULL"
	case c.Function != "":
		return c.Function
	}
	return "scalar"
}

// name returns the name of the constraint in a message about duplicates.
func (c Constraint) name() string {
	subject := c.Function
	if subject == "" {
		subject = quoteName(c.Column)
	}
	switch {
	case c.NotNull:
		return "NOT_NULL"
	case c.Operator == "":
		return subject
	}
	return subject + " " + c.Operator
}

// written is the constraint as its own message repeats it.
func (c Constraint) written(column string) string {
	return quoteName(column) + " " + c.Operator + " " + c.Value
}

// repeated is the constraint as the message about a second one repeats it.
func (c Constraint) repeated() string {
	if c.Function != "" {
		return c.Function + "() " + c.Operator + " " + c.Value
	}
	return c.written(c.Column)
}

// recognized refuses unknown functions, as the server does when it parses them.
func recognized(column Column) *Refusal {
	for _, c := range column.Constraints {
		_, compared := constraintFunctions[c.Function]
		if !c.NotNull && c.Function != "" && (c.Operator != "" && !compared || c.Operator == "" && c.Function != "JSON") {
			return refuse(Invalid, column.Name, "Unrecognized constraint function: %s", strings.ToLower(c.Function)).
				Advise("The functions are LENGTH(), OCTET_LENGTH() and REGEXP(), which are compared, and JSON and NOT " +
					"NULL.")
		}
	}
	return nil
}

// prepareConstraints makes the checks of ColumnConstraints.Raw.prepare.
func prepareConstraints(column Column) *Refusal {
	if refusal := recognized(column); refusal != nil {
		return refusal
	}
	for _, c := range column.Constraints {
		if !c.NotNull && c.Function == "" && c.Column != column.Name {
			return refuse(Invalid, column.Name, "Constraint %s was not specified on a column it operates on: %s but on: %s",
				c.written(c.Column), quoteName(column.Name), quoteName(c.Column)).
				Advise("A constraint is about its own column.")
		}
	}
	isShort := func(c Constraint) bool { return c.Short }
	if slices.ContainsFunc(column.Constraints, isShort) && slices.ContainsFunc(column.Constraints, func(c Constraint) bool { return c.NotNull && !c.Short }) {
		return refuse(Invalid, column.Name, "Duplicate definition of NOT NULL constraint").
			Advise("Write NOT NULL once.")
	}
	return nil
}

// constrainedTwice follows ColumnConstraints.DuplicatesChecker.
func constrainedTwice(column Column) *Refusal {
	seen := map[string]bool{}
	var twice []string
	for _, c := range column.Constraints {
		if name := c.name(); seen[name] && c.Operator != "!=" {
			twice = append(twice, name)
		} else {
			seen[name] = true
		}
	}
	if len(twice) > 0 {
		return refuse(Invalid, column.Name, "There are duplicate constraint definitions on column '%s': [%s]", quoteName(column.Name), quoted(twice)).
			Advise("Write each constraint once.")
	}
	return nil
}

// checkConstraints follows ColumnConstraints.validate.
func (s *Schema) checkConstraints(table Name, column Column, t model.Type, role model.Role) *Refusal {
	if len(column.Constraints) == 0 {
		return nil
	}
	if refusal := s.checkConstrainable(table, column.Name, t); refusal != nil {
		return refusal
	}
	if refusal := constrainedTwice(column); refusal != nil {
		return refusal
	}
	for _, kind := range []string{"LENGTH", "OCTET_LENGTH", "REGEXP", "scalar"} {
		if refusal := satisfiable(column, kind, t); refusal != nil {
			return refusal
		}
	}
	for _, c := range column.Constraints {
		if refusal := c.check(column.Name, t, role); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s *Schema) checkConstrainable(table Name, column string, t model.Type) *Refusal {
	const form = "Constraint cannot be defined on the column %s of type %s for the table %s.%s."
	switch inner := t.Unfrozen(); {
	case inner.Kind == model.TupleType || inner.Kind == model.UserTypeRef:
		return refuse(Invalid, column, form, quoteName(column), s.cqlText(t.Effective()), table.Keyspace, table.Name)
	case isMultiCell(t):
		return refuse(Invalid, column, form+" When using collections, constraints can be used only of frozen collections.",
			quoteName(column), s.cqlText(t.Effective()), table.Keyspace, table.Name)
	}
	return nil
}

// satisfiable follows AbstractFunctionSatisfiabilityChecker. Like the server it
// compares two constraints by whether each takes the value of the other.
func satisfiable(column Column, kind string, t model.Type) *Refusal {
	var all, unequal []Constraint
	for _, c := range column.Constraints {
		if c.kind() != kind || c.NotNull {
			continue
		}
		if all = append(all, c); c.Operator == "!=" {
			unequal = append(unequal, c)
		}
	}
	if given := len(all) - len(unequal); given > 2 {
		return refuse(Invalid, column.Name, "There can not be more than 2 constraints (not including non-equal relations) on a column '%s' but you have specified %d",
			column.Name, given).
			Advise("Keep a lower and an upper bound.")
	}
	for i, c := range unequal {
		if slices.ContainsFunc(unequal[:i], func(other Constraint) bool { return other.Value == c.Value }) {
			return refuse(Invalid, column.Name, "There are duplicate constraint definitions on column '%s': %s", column.Name, c.repeated()).
				Advise("Write each constraint once.")
		}
	}
	for _, c := range all {
		if kind == "REGEXP" && c.Operator != "=" && c.Operator != "!=" {
			return refuse(Invalid, column.Name, "%s constraint of relation '%s' is not supported. Only these are: [=, !=]", kind, c.Operator).
				Advise("Write = or !=.")
		}
	}
	if len(all) != 2 {
		return nil
	}
	first, second := all[0], all[1]
	switch {
	case first.Operator == "=" || second.Operator == "=", first.Operator[0] == second.Operator[0] && first.Operator != "!=":
		return refuse(Invalid, column.Name, "Constraints combination of %s is not supported: %s, %s", kind, first.written(column.Name), second.written(column.Name)).
			Advise("Two constraints can be a lower and an upper bound, or one with !=.")
	case first.Operator == "!=" && second.Operator == "!=":
		return nil
	case kind == "scalar" && t.Name == "duration" && !strings.ContainsAny(strings.ToLower(first.Value), "pymwdhs"):
		return refuse(Invalid, column.Name, "Unable to convert '%s' to a duration", strings.Trim(first.Value, "'")).
			Advise("Constraints are for numbers and times: compare no durations.")
	case !first.takes(second.Value, t) || !second.takes(first.Value, t):
		return refuse(Invalid, column.Name, "Constraints of %s are not satisfiable: %s, %s", kind, first.written(column.Name), second.written(column.Name)).
			Advise("No value satisfies both: change one.")
	}
	return nil
}

// takes reports whether a value satisfies the constraint. A column of text compares
// its values as text.
func (c Constraint) takes(value string, t model.Type) bool {
	own, isNumber := new(big.Rat).SetString(c.Value)
	other, isOther := new(big.Rat).SetString(value)
	compared := strings.Compare(strings.Trim(value, "'"), strings.Trim(c.Value, "'"))
	if isText := c.Function == "" && slices.Contains([]string{"text", "ascii", "varchar"}, t.Name); isNumber && isOther && !isText {
		compared = other.Cmp(own)
	}
	switch c.Operator {
	case "<":
		return compared < 0
	case "<=":
		return compared <= 0
	case ">":
		return compared > 0
	case ">=":
		return compared >= 0
	}
	return compared != 0
}

// check follows the validate methods of the kinds of constraints.
func (c Constraint) check(column string, t model.Type, role model.Role) *Refusal {
	name, types := c.Function, constraintFunctions[c.Function]
	switch {
	case c.NotNull && role == model.Partition:
		return refuse(Invalid, column, "NOT_NULL constraint can not be specified on a partition key column '%s'", quoteName(column)).
			Advise("A column of the key is never null: remove NOT NULL.")
	case c.NotNull && role == model.Clustering:
		return refuse(Invalid, column, "NOT_NULL constraint can not be specified on a clustering key column '%s'", quoteName(column)).
			Advise("A column of the key is never null: remove NOT NULL.")
	case c.NotNull:
		return nil
	case c.Function == "":
		name, types = c.name(), scalarTypes
	case c.Function == "JSON":
		types = jsonTypes
	}
	if t.Kind != model.NativeType || !slices.Contains(types, t.Name) && t.Name != "varchar" {
		return refuse(Invalid, column, "Constraint '%s' can be used only for columns of type [%s] but it was class %s", name, marshalNames(types), marshalClass(t)).
			Advise("Choose a constraint for the column's type: comparisons are for numbers and times, LENGTH() for " +
				"texts and blobs.")
	}
	if c.Arguments > 0 {
		return refuse(Invalid, column, "Constraint %s does not accept any arguments.", c.Function).
			Advise("Leave the parentheses empty: the column is meant.")
	}
	if c.Function == "" && !isConstraintValue(c.Value, t.Name) {
		return refuse(Invalid, column, "Cannot parse constraint value from %s for column '%s'", c.Value, quoteName(column)).
			Advise("Write a value of the column's type.")
	}
	if _, err := regexp.Compile(strings.Trim(c.Value, "'")); c.Function == "REGEXP" && err != nil {
		return refuse(Invalid, column, "String '%s' is not a valid regular expression", strings.Trim(c.Value, "'")).
			Advise("Write a regular expression of Java.")
	}
	return nil
}

func marshalNames(types []string) string {
	names := make([]string, len(types))
	for i, name := range types {
		names[i] = marshalPackage + internalNames[name]
	}
	return quoted(names)
}

// marshalClass is the Java class of a type, without the classes inside.
func marshalClass(t model.Type) string {
	t = t.Unfrozen()
	if t.Kind == model.NativeType {
		return marshalPackage + internalNames[t.Name]
	}
	return marshalPackage + internalKinds[t.Kind]
}

// constraintBits are the sizes of whole numbers.
var constraintBits = map[string]int{"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64, "time": 64, "date": 64, "timestamp": 64}

func isConstraintValue(value, typeName string) bool {
	switch typeName {
	case "counter":
		return false
	case "decimal", "double", "float":
		_, err := strconv.ParseFloat(value, 64)
		return err == nil
	case "varint":
		_, ok := new(big.Int).SetString(value, 10)
		return ok
	}
	text := strings.Trim(value, "'")
	if text != value { // a date or time in quotes
		return slices.Contains([]string{"date", "time", "timestamp"}, typeName) && strings.ContainsAny(text, "-:")
	}
	if (typeName == "date" || typeName == "time") && strings.HasPrefix(value, "-") {
		return false
	}
	_, err := strconv.ParseInt(value, 10, constraintBits[typeName])
	return err == nil || value == "?"
}

// ConstrainColumn = ALTER [IF EXISTS] column (CHECK … | DROP CHECK). Check is CQL
// text as in Column, empty for DROP CHECK.
type ConstrainColumn struct {
	Column      string
	Check       string
	Constraints []Constraint
	IfExists    bool
}

func (d ConstrainColumn) parsed() *Refusal {
	return prepareConstraints(Column{Name: d.Column, Constraints: d.Constraints})
}

func (d ConstrainColumn) prepared() *Refusal { return nil }

func (d ConstrainColumn) apply(c tableChange) *Refusal {
	column := c.table.column(d.Column)
	switch {
	case column == nil && d.IfExists:
		return nil
	case column == nil:
		return refuse(Invalid, d.Column, "Column '%s' doesn't exist", d.Column).
			Advise("Check the name.")
	}
	refusal := c.schema.checkConstraints(c.name(), Column{Name: d.Column, Constraints: d.Constraints}, column.Type, column.Role)
	if refusal == nil && column.Check != d.Check {
		column.Check = d.Check
		c.schema.changed(c.table)
	}
	return refusal
}
