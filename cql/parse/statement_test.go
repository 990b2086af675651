package parse_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
	"widerow/model"
)

// allStatements returns the statements of the texts that tests share, by kind,
// including those of batches.
func allStatements() map[string][]syntax.Statement {
	texts := []string{}
	for _, test := range syntaxtest.GrammarCases {
		texts = append(texts, test.Statement)
	}
	for _, test := range syntaxtest.PrintCases {
		texts = append(texts, test.Script)
	}
	statements := parse.ParseFor(model.ScyllaDB, "PRUNE MATERIALIZED VIEW v").Statements
	for _, text := range texts {
		statements = append(statements, parse.Parse(text).Statements...)
	}
	found := map[string][]syntax.Statement{}
	for _, statement := range statements {
		kind := reflect.TypeOf(statement).Elem().Name()
		found[kind] = append(found[kind], statement)
	}
	return found
}

// TestFirstWordsAreKeywords: an opening word that is not a keyword would have the
// same number as every unknown word, so every unknown word would begin a statement.
func TestFirstWordsAreKeywords(t *testing.T) {
	for _, word := range parse.FirstWords() {
		if !slices.Contains(syntax.Keywords(false), word) {
			t.Errorf("%s is not among the words of token.go", word)
		}
	}
}

// TestEveryKindIsPrinted: parsing a printed statement of any kind gives the same
// tree.
func TestEveryKindIsPrinted(t *testing.T) {
	statements := allStatements()
	for _, kind := range syntaxtest.Kinds(t, "../syntax") {
		if len(statements[kind]) == 0 {
			t.Errorf("no text of package syntaxtest is a %s", kind)
		}
		if kind == "Bad" || kind == "Foreign" {
			continue // Bad is printed as a comment, and Foreign is not a statement of Cassandra
		}
		for _, statement := range statements[kind] {
			text := syntax.PrintStatement(statement)
			again := parse.Parse(text).Statements
			if len(again) != 1 {
				t.Errorf("%s is printed as %q, which is %d statements", kind, text, len(again))
				continue
			}
			if diff := cmp.Diff(statement, again[0], sameTree); diff != "" {
				t.Errorf("%s comes back another from %q (-parsed +printed and parsed):\n%s", kind, text, diff)
			}
		}
	}
}

// sameTree ignores places, comments, quotes and the case of constants, and treats
// varchar as text.
var sameTree = cmp.Options{
	cmpopts.IgnoreTypes(syntax.Position{}, syntax.Base{}, &syntax.Remarks{}, []syntax.Remark{}),
	cmpopts.IgnoreFields(syntax.Identifier{}, "Quoted"),
	cmpopts.IgnoreFields(syntax.Assignment{}, "Joined"),
	cmp.Comparer(func(a, b string) bool { return canonical(a) == canonical(b) }),
	cmpopts.EquateEmpty(),
}

func canonical(text string) string {
	if text == "varchar" {
		return "text"
	}
	return strings.ToLower(text)
}

// TestEveryPartIsWalked: Walk visits each part of a statement that has a place.
func TestEveryPartIsWalked(t *testing.T) {
	for kind, statements := range allStatements() {
		for _, statement := range statements {
			walked := map[part]bool{}
			syntax.Walk(statement, func(node syntax.Node) bool {
				walked[partOf(reflect.ValueOf(node).Elem())] = true
				return true
			})
			for _, part := range partsOf(reflect.ValueOf(statement).Elem(), nil) {
				if !walked[part] {
					t.Errorf("%s: the %s at %s is not walked in %s", kind, part.kind, part.place, strings.TrimSpace(syntax.PrintStatement(statement)))
				}
			}
		}
	}
}

// part is a node, identified by its type and its place.
type part struct {
	kind  string
	place syntax.Position
}

func partOf(value reflect.Value) part {
	place := syntax.Position{}
	if value.Kind() == reflect.Struct {
		if field := value.FieldByName("Position"); field.IsValid() {
			place = field.Interface().(syntax.Position)
		}
	}
	return part{value.Type().Name(), place}
}

// partsOf collects the nodes with a place in a value.
func partsOf(value reflect.Value, parts []part) []part {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !value.IsNil() {
			parts = partsOf(value.Elem(), parts)
		}
	case reflect.Slice:
		for i := range value.Len() {
			parts = partsOf(value.Index(i), parts)
		}
	case reflect.Struct:
		switch v := value.Interface().(type) {
		case syntax.Base, syntax.Remarks, syntax.Remark, syntax.Position, syntax.Bad:
			return parts
		case syntax.Identifier:
			if v.Name == "" { // that of an option without a name
				return parts
			}
		case syntax.TypeName:
			if v.Kind == syntax.CustomType { // its name is a string
				return append(parts, partOf(value))
			}
		case syntax.Term:
			if v.Kind == syntax.BindTerm { // its name is not an identifier of a schema
				return append(parts, partOf(value))
			}
		}
		if found := partOf(value); found.place.Line > 0 && !slices.Contains(unwalked, found.kind) {
			parts = append(parts, found)
		}
		for i := range value.NumField() {
			parts = partsOf(value.Field(i), parts)
		}
	}
	return parts
}

// unwalked are parts of which only the contents are walked.
var unwalked = []string{"PrimaryKey"}
