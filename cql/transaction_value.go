package cql

import (
	"strconv"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// assignSums makes assignments of `c = c + v` and `c += v` in a transaction, which may add to
// any column.
func assignSums(statement syntax.Statement, table *access.Table) {
	update, isUpdate := statement.(*syntax.Update)
	for i := 0; isUpdate && i < len(update.Assignments); i++ {
		a := &update.Assignments[i]
		if !table.IsSingle(a.Column.Name) {
			continue
		}
		own := a.Source.Name == a.Column.Name
		if a.Kind == syntax.AppendShort || a.Kind == syntax.RemoveShort || own && (a.Kind == syntax.Append || a.Kind == syntax.Remove) {
			a.Kind, a.Source = syntax.Assign, syntax.Identifier{}
		}
	}
}

// values judges the references that a write stores.
func (j *transactionJudge) values(part transactionPart, table *access.Table) *schema.Refusal {
	switch s := part.statement.(type) {
	case *syntax.Insert:
		for i := range min(len(s.Columns), len(s.Values)) {
			found := part.referenceOf(&s.Values[i])
			if found == nil {
				continue
			}
			if refusal := j.stores(found, table, s.Columns[i].Name, false); refusal != nil {
				return refusal
			}
		}
	case *syntax.Update:
		for i := range s.Assignments {
			a := &s.Assignments[i]
			if found := part.referenceOf(&a.Value); found != nil && a.Field.Name == "" {
				if refusal := j.stores(found, table, a.Column.Name, a.Key != nil); refusal != nil {
					return refusal
				}
			}
		}
	}
	return nil
}

// keys refuses references as values of the key. The server judges the values one after the other,
// and the values of the key later, as conditions.
func (j *transactionJudge) keys(part *transactionPart, table *access.Table) *schema.Refusal {
	s, isInsert := part.statement.(*syntax.Insert)
	for i := 0; isInsert && i < min(len(s.Columns), len(s.Values)); i++ {
		column, found := s.Columns[i].Name, part.referenceOf(&s.Values[i])
		switch {
		case !table.IsKey(column) && found == nil:
			if refusal := table.CheckColumnValue(column, j.converter(table.Keyspace).Value(&s.Values[i])); refusal != nil {
				return refusalOf(refusal)
			}
		case table.IsKey(column) && found != nil:
			return invalid("Value reference %s.%s cannot be used to insert PRIMARY KEY column %s", found.name, found.column, column).
				Advise("Give the key as a constant or a bind marker.")
		}
	}
	return nil
}

// referenceOf returns the reference behind a bind marker, nil for any other value.
func (p *transactionPart) referenceOf(value *syntax.Term) *reference {
	if value.Kind != syntax.BindTerm || value.Name == nil {
		return nil
	}
	number, found := strings.CutPrefix(value.Name.Name.Name, referenceMarker)
	i, err := strconv.Atoi(number)
	if !found || err != nil || i >= len(p.references) {
		return nil
	}
	return &p.references[i]
}

// stores refuses a reference whose type differs from the type of its column, or of an element of the column.
func (j *transactionJudge) stores(found *reference, table *access.Table, column string, element bool) *schema.Refusal {
	source, _ := j.resolve(*found)
	if source == nil || !found.whole {
		return nil
	}
	class := schema.JavaText(source.Type, table.Types, func(*model.UserType) string { return table.Keyspace })
	if refusal := table.CheckReference(column, element, source.Type, class+" ("+found.column+")"); refusal != nil {
		return refusalOf(refusal)
	}
	return nil
}

// condition judges the constant that a condition compares with a column.
func (j *transactionJudge) condition(condition transactionCondition) *schema.Refusal {
	if condition.value == nil {
		return nil
	}
	if condition.column == "" {
		return invalid("java.lang.IllegalStateException: Row reference (%s) can only be used with IS NULL/IS NOT NULL conditions", condition.name).
			Advise("Compare a column of the row: {1}.column.")
	}
	let := j.lets[condition.name]
	if table, _ := j.judgeTable(let.Table); table != nil && condition.whole {
		if refusal := table.CheckColumnValue(condition.column, j.converter(table.Keyspace).Value(condition.value)); refusal != nil {
			return refusalOf(refusal)
		}
	}
	return nil
}
