package cql

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"widerow/cql/convert"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// Values that a statement writes against the constraints of their columns, which exist
// since Cassandra 6.0. Only constants are known.

// constrained holds the values that a write gives the columns of a table.
type constrained struct {
	table *model.Relation
	// keys and values are the constants by column. deleted are columns of a DELETE.
	keys, values map[string]*syntax.Term
	deleted      []string
	inserts      bool
}

// constraintsOf returns what a write gives a table with constraints, nil if the table
// has none.
func (j *judge) constraintsOf(statement syntax.Statement) *constrained {
	full, refusal := j.schema.Complete(convert.Name(syntax.Subject(statement)))
	id, found := j.tables.catalog.RelationID(full.Keyspace, full.Name)
	if j.target != cassandra60 || refusal != nil || !found {
		return nil
	}
	table := j.tables.model.Physical.Relations[id]
	if table == nil || !hasConstraints(table) {
		return nil
	}
	c := &constrained{table: table, keys: map[string]*syntax.Term{}, values: map[string]*syntax.Term{}}
	c.read(statement)
	return c
}

func hasConstraints(table *model.Relation) bool {
	for _, column := range table.Columns {
		if column.Check != "" {
			return true
		}
	}
	return false
}

func (c *constrained) read(statement syntax.Statement) {
	var where []syntax.Condition
	switch s := statement.(type) {
	case *syntax.Insert:
		c.inserts = true
		for i := range min(len(s.Columns), len(s.Values)) {
			c.keys[s.Columns[i].Name], c.values[s.Columns[i].Name] = &s.Values[i], &s.Values[i]
		}
	case *syntax.Update:
		c.inserts, where = true, s.Where
		for i := range s.Assignments {
			if a := &s.Assignments[i]; a.Kind == syntax.Assign && a.Key == nil && a.Field.Name == "" {
				c.values[a.Column.Name] = &a.Value
			} else {
				c.values[a.Column.Name] = &syntax.Term{Kind: syntax.BindTerm} // unknown
			}
		}
	case *syntax.Delete:
		where = s.Where
		for i := range s.Deletions {
			c.deleted = append(c.deleted, s.Deletions[i].Column.Name)
		}
	}
	for i := range where {
		if where[i].Kind == syntax.ColumnCondition && where[i].Operator == "=" {
			c.keys[where[i].Columns[0].Name] = &where[i].Values[0]
		}
	}
}

// constrainedWrite adds the constraints to the verdict on a write. Those that the server
// checks when it prepares the statement come before what it checks later; whether a
// write with IF happens is not known.
func (j *judge) constrainedWrite(result judged, statement syntax.Statement, marked bool) judged {
	c := j.constraintsOf(statement)
	if c == nil || result.refusal != nil && !result.atRun {
		return result
	}
	if refusal := c.prepare(); refusal != nil {
		return judged{table: result.table, refusal: refusal}
	}
	if result.refusal == nil && !isConditional(statement) {
		if refusal := c.run(); refusal != nil {
			return judged{table: result.table, refusal: refusal, atRun: true, late: marked}
		}
	}
	return result
}

// prepare refuses a write that leaves a column out that must not be null.
func (c *constrained) prepare() *schema.Refusal {
	columns := c.columns(model.Regular)
	sortAsHashed(columns, len(c.table.Columns))
	for _, column := range columns {
		_, given := c.values[column.Name]
		switch {
		case !slices.ContainsFunc(constraintsIn(column), func(k syntax.Constraint) bool { return k.NotNull }):
		case c.inserts && !given:
			return invalidFor(column, "Column '%s' has to be specified as part of this query.", column.Name).
				Advise("The column must not be null: give it a value in each INSERT and UPDATE.")
		case slices.Contains(c.deleted, column.Name):
			return invalidFor(column, "Column '%s' can not be set to null.", column.Name).
				Advise("The column must not be null: delete the row, or write another value.")
		}
	}
	return nil
}

// sortAsHashed sorts columns as the server iterates over those of a table with so many
// columns: TableMetadata.Builder keeps them in a java.util.HashMap by the bytes of their names.
func sortAsHashed(columns []*model.Column, count int) {
	capacity := uint32(16)
	for count > int(capacity)/4*3 {
		capacity *= 2
	}
	slices.SortFunc(columns, func(a, b *model.Column) int {
		return cmp.Or(cmp.Compare(hashSlot(a.Name, capacity), hashSlot(b.Name, capacity)), strings.Compare(a.Name, b.Name))
	})
}

// hashSlot returns the place of a name in a java.util.HashMap with the hash code of its
// java.nio.ByteBuffer.
func hashSlot(name string, capacity uint32) uint32 {
	hash := int32(1)
	for i := len(name) - 1; i >= 0; i-- {
		hash = 31*hash + int32(int8(name[i]))
	}
	code := uint32(hash)
	return (code ^ code>>16) & (capacity - 1)
}

// run refuses a constant that a constraint excludes. The server checks the key first,
// then the others by name; static columns it does not check.
func (c *constrained) run() *schema.Refusal {
	if !c.inserts && !c.namesRow() {
		return nil
	}
	for _, column := range c.columns(model.Partition, model.Clustering) {
		if refusal := satisfies(column, c.keys[column.Name]); refusal != nil {
			return refusal
		}
	}
	others := c.columns(model.Regular)
	slices.SortFunc(others, func(a, b *model.Column) int { return strings.Compare(a.Name, b.Name) })
	for _, column := range others {
		if refusal := satisfies(column, c.values[column.Name]); refusal != nil {
			return refusal
		}
	}
	return nil
}

// namesRow reports whether a DELETE names one row. The server does not check ranges.
func (c *constrained) namesRow() bool {
	for _, column := range c.table.Columns {
		if column.Role.InKey() && c.keys[column.Name] == nil {
			return false
		}
	}
	return true
}

// columns returns the columns with constraints that have one of the roles.
func (c *constrained) columns(roles ...model.Role) []*model.Column {
	var columns []*model.Column
	for _, column := range c.table.SortedColumns() {
		if slices.Contains(roles, column.Value.Role) && column.Value.Check != "" {
			columns = append(columns, column.Value)
		}
	}
	return columns
}

func constraintsIn(column *model.Column) []syntax.Constraint {
	check, ok := parse.ParseCheck(convert.CheckPrefix + column.Check)
	if !ok {
		return nil
	}
	return check.Constraints
}

func invalidFor(column *model.Column, form string, arguments ...any) *schema.Refusal {
	return schema.Refuse(schema.Invalid, column.Name, form, arguments...)
}

// satisfies returns the first violation of a column's constraints by a constant.
func satisfies(column *model.Column, value *syntax.Term) *schema.Refusal {
	if value == nil {
		return nil
	}
	for _, c := range constraintsIn(column) {
		if value.Kind == syntax.NullTerm {
			return invalidFor(column, "Column value does not satisfy value constraint for column '%s' as it is null.", column.Name).
				Advise("A column with a constraint takes no null.")
		}
		if refusal := satisfiesOne(column, &c, value); refusal != nil {
			return refusal
		}
	}
	return nil
}

func satisfiesOne(column *model.Column, c *syntax.Constraint, value *syntax.Term) *schema.Refusal {
	isText := value.Kind == syntax.StringTerm
	switch {
	case c.NotNull:
	case c.Function == "JSON" && isText && !json.Valid([]byte(value.Text)):
		return invalidFor(column, "Value for column '%s' violated JSON constraint as it is not a valid JSON.", column.Name).
			Advise("Write a JSON text.")
	case c.Function == "REGEXP" && isText:
		return matches(column, c, value.Text)
	case c.Function == "LENGTH" && isText:
		return measured(column, c, utf8.RuneCountInString(value.Text), "")
	case c.Function == "OCTET_LENGTH" && isText:
		return measured(column, c, len(value.Text), "should be ")
	case c.Function == "" && isNumber(value):
		if order, known := compareNumbers(value.String(), c.Value.String()); known && !holds(order, c.Operator) {
			return invalidFor(column, "Column value does not satisfy value constraint for column '%s'. It should be %s %s %s",
				column.Name, syntax.QuoteName(column.Name), c.Operator, c.Value.String()).
				Advise("Write a value that the CHECK of the column allows.")
		}
	}
	return nil
}

func matches(column *model.Column, c *syntax.Constraint, text string) *schema.Refusal {
	expression, err := regexp.Compile("^(?:" + c.Value.Text + ")$")
	if err != nil || expression.MatchString(text) == (c.Operator == "=") {
		return nil
	}
	if c.Operator == "=" {
		return invalidFor(column, "Value does not match regular expression '%s'", c.Value.Text).
			Advise("Write a text that the CHECK of the column allows.")
	}
	return invalidFor(column, "Value does match regular expression '%s'", c.Value.Text).
		Advise("Write a text that the CHECK of the column allows.")
}

// measured compares the length of a text. The server repeats words for OCTET_LENGTH.
func measured(column *model.Column, c *syntax.Constraint, length int, again string) *schema.Refusal {
	order, known := compareNumbers(strconv.Itoa(length), c.Value.String())
	if !known || holds(order, c.Operator) {
		return nil
	}
	return invalidFor(column, "Column value does not satisfy value constraint for column '%s'. It has a length of %d and it should be %s%s %s",
		column.Name, length, again, c.Operator, c.Value.String()).
		Advise("Write a text that the CHECK of the column allows.")
}

func isNumber(t *syntax.Term) bool { return t.Kind == syntax.IntegerTerm || t.Kind == syntax.FloatTerm }

func compareNumbers(a, b string) (order int, known bool) {
	first, isFirst := new(big.Rat).SetString(a)
	second, isSecond := new(big.Rat).SetString(b)
	if !isFirst || !isSecond {
		return 0, false
	}
	return first.Cmp(second), true
}

func holds(order int, operator string) bool {
	switch operator {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "=":
		return order == 0
	case "!=":
		return order != 0
	}
	panic(fmt.Sprintf("no comparison: %s", operator))
}
