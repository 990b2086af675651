package parse_test

import (
	"testing"
	"unicode/utf8"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/cql/syntaxtest"
	"widerow/model"
)

// FuzzParse: any text is divided into statements without a panic, errors are inside
// the text, and the pieces follow each other. Printed text is valid, is parsed without
// new errors, and is printed unchanged.
func FuzzParse(f *testing.F) {
	syntaxtest.Seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		script := parse.Parse(text)
		checkPlaces(t, text, script)
		checkPrinted(t, text, syntax.Print(script))
	})
}

func checkPlaces(t *testing.T, text string, script *syntax.Script) {
	for _, err := range script.Errors {
		if err.Line < 1 || err.Column < 1 || int(err.Offset) > 3*len(text) || err.Text == "" {
			t.Errorf("Parse(%q): error at %+v: %q", text, err.Position, err.Text)
		}
	}
	end := int32(0)
	for _, statement := range script.Statements {
		place := syntax.Place(statement)
		if place.Start.Offset < end || place.End.Offset < place.Start.Offset {
			t.Errorf("Parse(%q): statement %d is at %d..%d, after %d", text, place.Number, place.Start.Offset, place.End.Offset, end)
		}
		end = place.End.Offset
	}
}

func checkPrinted(t *testing.T, text, once string) {
	if !utf8.ValidString(once) {
		t.Errorf("Print(Parse(%q)) is not UTF-8: %q", text, once)
	}
	script := parse.ParseFor(model.Cassandra60, once)
	for _, err := range script.Errors {
		t.Errorf("Print(Parse(%q)) = %q has an error: %v", text, once, err)
	}
	if twice := syntax.Print(script); twice != once {
		t.Errorf("Parse(%q)\nprinted once:  %q\nprinted twice: %q", text, once, twice)
	}
}
