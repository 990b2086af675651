package cql

import (
	"fmt"
	"math/bits"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// targets is a set of databases.
type targets uint8

const (
	cassandra311 targets = 1 << iota
	cassandra40
	cassandra41
	cassandra50
	scyllaDB
	astraDB
	amazonKeyspaces
	cassandra60

	from50    = cassandra50 | cassandra60
	from41    = cassandra41 | from50
	from40    = cassandra40 | from41
	cassandra = cassandra311 | from40
	before50  = cassandra311 | cassandra40 | cassandra41
)

// targetNames are the databases in the order of the bits.
var targetNames = []struct {
	target model.Target
	name   string
}{
	{model.Cassandra311, "Cassandra 3.11"}, {model.Cassandra40, "Cassandra 4.0"}, {model.Cassandra41, "Cassandra 4.1"},
	{model.Cassandra50, "Cassandra 5.0"}, {model.ScyllaDB, "ScyllaDB"}, {model.AstraDB, "Astra DB"}, {model.Keyspaces, "Amazon Keyspaces"},
	{model.Cassandra60, "Cassandra 6.0"},
}

// Targets lists the databases for which a script can be parsed and checked.
func Targets() []model.Target {
	list := make([]model.Target, len(targetNames))
	for i, known := range targetNames {
		list[i] = known.target
	}
	return list
}

// TargetName returns the common name of a database: "Cassandra 5.0".
func TargetName(target model.Target) string { return targetOf(target).String() }

// targetOf returns the set of one database. The empty target is Cassandra 5.0.
func targetOf(target model.Target) targets {
	for i, known := range targetNames {
		if known.target == target {
			return 1 << i
		}
	}
	return cassandra50
}

// String lists the databases: "Cassandra 4.1 and 5.0 and ScyllaDB".
func (t targets) String() string {
	var names, versions []string
	for rest := t; rest != 0; rest &= rest - 1 {
		name := targetNames[bits.TrailingZeros8(uint8(rest))].name
		if version, isVersion := strings.CutPrefix(name, "Cassandra "); isVersion {
			versions = append(versions, version)
		} else {
			names = append(names, name)
		}
	}
	switch {
	case t&cassandra == cassandra:
		names = append([]string{"Cassandra"}, names...)
	case len(versions) > 0:
		names = append([]string{"Cassandra " + enumeration(versions)}, names...)
	}
	return enumeration(names)
}

// enumeration joins words: "a, b and c".
func enumeration(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// feature is a part of the language that some databases lack, according to their documentation or
// their grammar.
type feature struct {
	// name includes its article or keyword: "the type vector", "GROUP BY".
	name string
	// has are the databases that support it, ignores those that accept it without
	// effect.
	has, ignores targets
	// source is the documentation or grammar that proves it.
	source string
	// at finds it in a node. The position is its place, or zero for the whole
	// statement.
	at func(syntax.Node) (syntax.Position, bool)
}

// Codes of features that a target lacks or ignores.
const (
	CodeTarget  = "cql/target"
	CodeIgnored = "cql/ignored"
)

// message returns the finding for the users of a database.
func (f *feature) message(t targets) string {
	if f.ignores&t != 0 {
		return fmt.Sprintf("%s accepts %s and ignores it", t, f.name)
	}
	if f.has == 0 {
		return fmt.Sprintf("%s does not accept %s", t, f.name)
	}
	verb := "have"
	if bits.OnesCount8(uint8(f.has)) == 1 {
		verb = "has"
	}
	return fmt.Sprintf("%s does not have %s, which %s %s", t, f.name, f.has, verb)
}

// checkTarget reports the features of a statement that the target lacks or ignores. 5.0
// and 6.0 have messages of their own.
// A lenient resolver skips statements on rows.
func (r *resolver) checkTarget(statement syntax.Statement) {
	if _, isBad := statement.(*syntax.Bad); isBad || r.target&from50 != 0 || r.lenient && isOnRows(statement) {
		return
	}
	syntax.Walk(statement, func(node syntax.Node) bool {
		if f, position := lacking(r.target, node); f != nil {
			r.lacks(statement, f, position)
		}
		return true
	})
}

// lacking returns the first feature of a node that a target lacks.
func lacking(t targets, node syntax.Node) (*feature, syntax.Position) {
	for i := range features {
		if f := &features[i]; f.has&t == 0 {
			if position, found := f.at(node); found {
				return f, position
			}
		}
	}
	return nil, syntax.Position{}
}

// LacksFunction reports whether a database has no function of that name.
func LacksFunction(target model.Target, name string) bool {
	f, _ := lacking(targetOf(target), &syntax.Term{Kind: syntax.FunctionTerm, Name: syntax.Unqualified(syntax.Identifier{Name: name})})
	return f != nil
}

func (r *resolver) lacks(statement syntax.Statement, f *feature, position syntax.Position) {
	severity, code, message := Error, CodeTarget, f.message(r.target)
	switch {
	case f.ignores&r.target != 0:
		severity, code = Warning, CodeIgnored
	case r.lenient:
		severity, message = Info, takenPrefix+message
	}
	finding := r.note(severity, code, statement, message)
	if position.Line > 0 && r.text != "" {
		finding.setPlace(placeAt(r.text, position))
	}
}

// isOwn reports whether our rules cannot judge a node for the target: Cassandra
// 5.0 lacks it, or the target ignores it.
func (t targets) isOwn(node syntax.Node) bool {
	if _, is := likeFiltering.at(node); is && likeFiltering.has&t != 0 {
		return true
	}
	for i := range features {
		if f := &features[i]; f.has&cassandra50 == 0 && f.has&t != 0 || f.has&from50 == 0 && t&from50 == 0 || f.ignores&t != 0 {
			if _, found := f.at(node); found {
				return true
			}
		}
	}
	return false
}

// hasOwn reports whether something in a statement, options aside, cannot be
// judged for the target.
func (t targets) hasOwn(statement syntax.Statement) bool {
	if t&from50 != 0 {
		return false
	}
	found := false
	syntax.Walk(statement, func(node syntax.Node) bool {
		_, isOption := node.(*syntax.Option)
		found = found || !isOption && t.isOwn(node)
		return !found && !isOption
	})
	return found
}

// ownOptions divides the options of a statement into those that our rules check and
// those that they cannot check for the target.
func (t targets) ownOptions(options []syntax.Option) (judged, own []syntax.Option) {
	if t == cassandra50 {
		return options, nil
	}
	for i := range options {
		if options[i].Kind == syntax.Property && t.isOwn(&options[i]) {
			own = append(own, options[i])
		} else {
			judged = append(judged, options[i])
		}
	}
	return judged, own
}
