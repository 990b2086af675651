package cql

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
)

// The functions of this file return matchers of features.

type matcher = func(syntax.Node) (syntax.Position, bool)

// statements matches statements of one of the keywords, such as "TRUNCATE".
func statements(keywords ...string) matcher {
	return func(node syntax.Node) (syntax.Position, bool) {
		statement, ok := node.(syntax.Statement)
		if !ok {
			return syntax.Position{}, false
		}
		keyword, _ := syntax.Keyword(statement)
		return syntax.Place(statement).Start, slices.Contains(keywords, keyword)
	}
}

// when matches nodes of one type for which is returns true.
func when[T any](is func(*T) bool) matcher {
	return func(node syntax.Node) (syntax.Position, bool) {
		n, ok := node.(*T)
		if !ok || !is(n) {
			return syntax.Position{}, false
		}
		return startOf(node), true
	}
}

// partOf matches the term that part returns for a statement. part returns nil if the statement has no
// such term.
func partOf[T any](part func(*T) *syntax.Term) matcher {
	return func(node syntax.Node) (syntax.Position, bool) {
		n, ok := node.(*T)
		if !ok {
			return syntax.Position{}, false
		}
		term := part(n)
		if term == nil {
			return syntax.Position{}, false
		}
		return term.Position, true
	}
}

// startOf returns the position at which a node begins.
func startOf(node syntax.Node) syntax.Position {
	switch n := node.(type) {
	case syntax.Statement:
		return syntax.Place(n).Start
	case *syntax.Term:
		return n.Position
	case *syntax.TypeName:
		return n.Position
	case *syntax.Condition:
		return n.Position
	case *syntax.Mask:
		return n.Position
	case *syntax.Check:
		return n.Position
	case *syntax.Attribute:
		return n.Position
	case *syntax.Assignment:
		return n.Position
	case *syntax.RoleOption:
		return n.Position
	case *syntax.Option:
		return n.Name.Position
	case *syntax.Ordering:
		return n.Column.Position
	case *syntax.IndexTarget:
		return n.Column.Position
	}
	return syntax.Position{}
}

func nativeNamed(name string) matcher {
	return when(func(t *syntax.TypeName) bool { return t.Kind == syntax.NativeType && t.Name.Name.Name == name })
}

// functionsNamed matches calls of functions without a keyspace.
func functionsNamed(names string) matcher {
	all := strings.Fields(names)
	return when(func(t *syntax.Term) bool {
		return t.Kind == syntax.FunctionTerm && t.Name.Keyspace.Name == "" && slices.Contains(all, strings.ToLower(t.Name.Name.Name))
	})
}

func termKind(kinds ...syntax.TermKind) matcher {
	return when(func(t *syntax.Term) bool { return slices.Contains(kinds, t.Kind) })
}

// selectorKind matches what is selected by its kind.
func selectorKind(kinds ...syntax.TermKind) matcher {
	return partOf(func(s *syntax.Select) *syntax.Term {
		for i := range s.Selectors {
			if slices.Contains(kinds, s.Selectors[i].Term.Kind) {
				return &s.Selectors[i].Term
			}
		}
		return nil
	})
}

// castColumn matches `(type) column`, and a cast of anything with a column or another cast in it.
func castColumn(node syntax.Node) (place syntax.Position, found bool) {
	s, isSelect := node.(*syntax.Select)
	for i := 0; isSelect && i < len(s.Selectors) && !found; i++ {
		term := &s.Selectors[i].Term
		if term.Kind != syntax.CastTerm {
			continue
		}
		place = term.Position
		syntax.Walk(term, func(inner syntax.Node) bool {
			part, isTerm := inner.(*syntax.Term)
			found = found || isTerm && part != term && (part.Kind == syntax.ColumnTerm || part.Kind == syntax.CastTerm)
			return !found
		})
	}
	return place, found
}

// jsonOutside matches to_json in anything but what a SELECT returns.
func jsonOutside(node syntax.Node) (place syntax.Position, found bool) {
	isJSON := functionsNamed("tojson to_json")
	search := func(part syntax.Node) {
		syntax.Walk(part, func(inner syntax.Node) bool {
			if at, is := isJSON(inner); is && !found {
				place, found = at, true
			}
			return !found
		})
	}
	switch s := node.(type) {
	case *syntax.Select:
		for i := range s.Where {
			search(&s.Where[i])
		}
	case *syntax.Insert, *syntax.Update, *syntax.Delete:
		search(s)
	}
	return place, found
}

// option matches a property by its name.
func option(name string) matcher {
	return when(func(o *syntax.Option) bool { return o.Kind == syntax.Property && o.Name.Name == name })
}

// optionClass matches a property whose map has that class, by its short name.
func optionClass(name, class string) matcher {
	return when(func(o *syntax.Option) bool {
		value, found := entryOf(o, name, "class")
		return found && value.Text[strings.LastIndexByte(value.Text, '.')+1:] == class
	})
}

// optionKey matches a property whose map has one of the keys.
func optionKey(name string, keys ...string) matcher {
	return when(func(o *syntax.Option) bool {
		return slices.ContainsFunc(keys, func(key string) bool { _, found := entryOf(o, name, key); return found })
	})
}

func entryOf(o *syntax.Option, name, key string) (*syntax.Term, bool) {
	if o.Kind == syntax.Property && o.Name.Name == name {
		for _, entry := range o.Value.Entries() {
			if entry[0].Text == key {
				return entry[1], true
			}
		}
	}
	return nil, false
}
