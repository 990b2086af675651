package perform

import (
	"strconv"

	"widerow/cql/syntax"
	"widerow/model"
)

// Bind is a parameter of a statement as its text has it.
type Bind struct {
	Term *syntax.Term
	// Column is the column that the statement compares with the parameter or sets to it, "" for another place.
	Column, Operator string
	Name             string // for people
	// Type is the type of its value, zero if it is not known.
	Type model.Type
	// List marks IN ?, whose value is a list of values of the type.
	List bool
}

// Binds returns the parameters of a statement in the order of its text. relation has their types; it may be nil.
func Binds(statement syntax.Statement, relation *model.Relation) []Bind {
	f := finder{named: map[*syntax.Term]Bind{}, types: map[string]model.Type{}}
	if relation != nil {
		for _, column := range relation.Columns {
			f.types[column.Name] = column.Type.Unfrozen()
		}
	}
	syntax.Walk(statement, f.visit)
	return f.found
}

// finder collects the parameters of a statement.
type finder struct {
	types map[string]model.Type
	named map[*syntax.Term]Bind // what their surroundings say of terms
	found []Bind
}

func (f *finder) visit(n syntax.Node) bool {
	switch node := n.(type) {
	case *syntax.Insert:
		for i := range node.Values {
			if i < len(node.Columns) {
				f.name(&node.Values[i], node.Columns[i].Name, "=", f.types[node.Columns[i].Name])
			}
		}
	case *syntax.Select:
		f.limit(node.Limit, "LIMIT")
		f.limit(node.PerPartitionLimit, "PER PARTITION LIMIT")
	case *syntax.Attribute:
		f.using(node)
	case *syntax.Condition:
		f.condition(node)
	case *syntax.Assignment:
		f.assignment(node)
	case *syntax.Term:
		if node.Kind == syntax.BindTerm {
			f.add(node)
		}
	}
	return true
}

func (f *finder) add(term *syntax.Term) {
	found := f.named[term]
	found.Term = term
	switch {
	case term.Name != nil:
		found.Name = term.Name.Name.Name
	case found.Name == "":
		found.Name = "value " + strconv.Itoa(len(f.found)+1)
	}
	f.found = append(f.found, found)
}

func (f *finder) name(term *syntax.Term, column, operator string, typ model.Type) {
	if term != nil {
		f.named[term] = Bind{Column: column, Operator: operator, Name: column, Type: typ}
	}
}

func (f *finder) limit(term *syntax.Term, name string) {
	if term != nil {
		f.named[term] = Bind{Name: name, Operator: "=", Type: model.Native("int")}
	}
}

func (f *finder) using(a *syntax.Attribute) {
	typ := "int"
	if a.Kind == syntax.Timestamp {
		typ = "bigint"
	}
	f.named[&a.Value] = Bind{Name: string(a.Kind), Operator: "=", Type: model.Native(typ)}
}

// condition names the values of a condition by its columns.
func (f *finder) condition(c *syntax.Condition) {
	if len(c.Columns) == 0 {
		return
	}
	if c.Kind == syntax.TokenCondition || len(c.Columns) > 1 {
		f.tuple(c)
		return
	}
	column := c.Columns[0].Name
	typ := f.types[column]
	switch {
	case c.Kind == syntax.ElementCondition:
		f.name(c.Key, column, "=", keyTypeOf(typ))
		typ = elementTypeOf(typ)
	case c.Field.Name != "":
		typ = model.Type{}
	case c.Operator == "CONTAINS":
		typ = elementTypeOf(typ)
	case c.Operator == "CONTAINS KEY":
		typ = keyTypeOf(typ)
	}
	for i := range c.Values {
		f.name(&c.Values[i], column, c.Operator, typ)
		if named := f.named[&c.Values[i]]; c.Operator == "IN" && !c.List {
			named.List = true
			f.named[&c.Values[i]] = named
		}
	}
}

// tuple names the parts of (a, b) > (?, ?), and of token(a, b) > token(?, ?).
func (f *finder) tuple(c *syntax.Condition) {
	for i := range c.Values {
		for k := range c.Values[i].Terms {
			if k < len(c.Columns) {
				f.name(&c.Values[i].Terms[k], c.Columns[k].Name, c.Operator, f.types[c.Columns[k].Name])
			}
		}
	}
}

func (f *finder) assignment(a *syntax.Assignment) {
	typ := f.types[a.Column.Name]
	switch {
	case a.Key != nil:
		f.name(a.Key, a.Column.Name, "=", keyTypeOf(typ))
		typ = elementTypeOf(typ)
	case a.Field.Name != "":
		typ = model.Type{}
	case typ.IsCounter():
		typ = model.Native("bigint")
	case a.Kind != syntax.Assign && typ.Kind == model.MapType && a.Kind == syntax.Remove:
		typ = model.Type{Kind: model.SetType, Arguments: typ.Arguments[:1]}
	}
	f.name(&a.Value, a.Column.Name, "=", typ)
}

// keyTypeOf is the type of the key of an element: that of a map, or the index of a list.
func keyTypeOf(typ model.Type) model.Type {
	switch typ.Kind {
	case model.MapType:
		return typ.Arguments[0].Unfrozen()
	case model.ListType:
		return model.Native("int")
	}
	return model.Type{}
}

// elementTypeOf is the type of an element of a collection.
func elementTypeOf(typ model.Type) model.Type {
	switch typ.Kind {
	case model.ListType, model.SetType, model.MapType:
		return typ.Arguments[len(typ.Arguments)-1].Unfrozen()
	}
	return model.Type{}
}
