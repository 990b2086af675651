package cql

import (
	"slices"
	"strings"
)

// The functions of this file make the matchers of features.

type matcher = func(Node) (Position, bool)

// statements matches statements of one of the keywords, such as "TRUNCATE".
func statements(keywords ...string) matcher {
	return func(node Node) (Position, bool) {
		statement, ok := node.(Statement)
		if !ok {
			return Position{}, false
		}
		keyword, _ := Keyword(statement)
		return Place(statement).Start, slices.Contains(keywords, keyword)
	}
}

// when matches nodes of one type for which is says yes.
func when[T any](is func(*T) bool) matcher {
	return func(node Node) (Position, bool) {
		n, ok := node.(*T)
		if !ok || !is(n) {
			return Position{}, false
		}
		return startOf(node), true
	}
}

// partOf matches a part of a statement, nil where it is missing.
func partOf[T any](part func(*T) *Term) matcher {
	return func(node Node) (Position, bool) {
		n, ok := node.(*T)
		if !ok {
			return Position{}, false
		}
		term := part(n)
		if term == nil {
			return Position{}, false
		}
		return term.Position, true
	}
}

// startOf is where a node begins.
func startOf(node Node) Position {
	switch n := node.(type) {
	case Statement:
		return Place(n).Start
	case *Term:
		return n.Position
	case *TypeName:
		return n.Position
	case *Relation:
		return n.Position
	case *Mask:
		return n.Position
	case *Attribute:
		return n.Position
	case *Assignment:
		return n.Position
	case *RoleOption:
		return n.Position
	case *Option:
		return n.Name.Position
	case *Ordering:
		return n.Column.Position
	case *IndexTarget:
		return n.Column.Position
	}
	return Position{}
}

func nativeNamed(name string) matcher {
	return when(func(t *TypeName) bool { return t.Kind == NativeType && t.Name.Name.Name == name })
}

// functionsNamed matches calls of functions without a keyspace.
func functionsNamed(names string) matcher {
	all := strings.Fields(names)
	return when(func(t *Term) bool {
		return t.Kind == FunctionTerm && t.Name.Keyspace.Name == "" && slices.Contains(all, strings.ToLower(t.Name.Name.Name))
	})
}

func termKind(kinds ...TermKind) matcher {
	return when(func(t *Term) bool { return slices.Contains(kinds, t.Kind) })
}

// selectorKind matches what is selected by its kind.
func selectorKind(kinds ...TermKind) matcher {
	return partOf(func(s *Select) *Term {
		for i := range s.Selectors {
			if slices.Contains(kinds, s.Selectors[i].Term.Kind) {
				return &s.Selectors[i].Term
			}
		}
		return nil
	})
}

// option matches a property by its name.
func option(name string) matcher {
	return when(func(o *Option) bool { return o.Kind == Property && o.Name.Name == name })
}

// optionClass matches a property whose map has that class, by its short name.
func optionClass(name, class string) matcher {
	return when(func(o *Option) bool {
		value, found := entryOf(o, name, "class")
		return found && value.Text[strings.LastIndexByte(value.Text, '.')+1:] == class
	})
}

// optionKey matches a property whose map has one of the keys.
func optionKey(name string, keys ...string) matcher {
	return when(func(o *Option) bool {
		return slices.ContainsFunc(keys, func(key string) bool { _, found := entryOf(o, name, key); return found })
	})
}

func entryOf(o *Option, name, key string) (*Term, bool) {
	if o.Kind == Property && o.Name.Name == name {
		for _, entry := range o.Value.Entries() {
			if entry[0].Text == key {
				return entry[1], true
			}
		}
	}
	return nil, false
}
