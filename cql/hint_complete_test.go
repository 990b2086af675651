package cql

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"widerow/cql/hint"
)

// TestEverySchemaRefusalHasAHint finds the messages in the sources of the
// schema's rules. Each must have a hint, which is empty if the message says
// what to do, and each hint must have a message.
func TestEverySchemaRefusalHasAHint(t *testing.T) {
	forms := refusalForms(t, "../model/schema", ".")
	if len(forms) < 200 {
		t.Errorf("only %d forms of messages were found in the sources", len(forms))
	}
	for form := range forms {
		_, inSchema := hint.SchemaHints[form]
		_, inOptions := hint.OptionHints[form]
		if inSchema == inOptions {
			t.Errorf("there has to be one hint for %q", form)
		}
	}
	for _, hints := range []map[string]string{hint.SchemaHints, hint.OptionHints} {
		for form := range hints {
			if !forms[form] {
				t.Errorf("no rule refuses with %q", form)
			}
		}
	}
}

// formOf is the index of the argument that is the format of a message, by the
// name of the function or method.
var formOf = map[string]int{"refuse": 2, "Refuse": 2, "fail": 1, "atLeastOne": 1, "invalid": 0, "invalidFor": 1}

func refusalForms(t *testing.T, folders ...string) map[string]bool {
	forms := map[string]bool{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := goparser.ParseFile(gotoken.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(node ast.Node) bool {
				if call, isCall := node.(*ast.CallExpr); isCall {
					if form, found := formIn(call); found {
						forms[form] = true
					}
				}
				return true
			})
		}
	}
	return forms
}

func formIn(call *ast.CallExpr) (string, bool) {
	name, method := "", false
	switch function := call.Fun.(type) {
	case *ast.Ident:
		name = function.Name
	case *ast.SelectorExpr:
		name = function.Sel.Name
		_, method = function.X.(*ast.Ident)
	}
	at, known := formOf[name]
	if name == "refuse" && method {
		at = 0 // that of a typeResolver
	}
	if !known || at >= len(call.Args) {
		return "", false
	}
	return literal(call.Args[at])
}

// literal returns the value of a string constant, which may be concatenated.
func literal(expression ast.Expr) (string, bool) {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == gotoken.STRING
	case *ast.BinaryExpr:
		left, isText := literal(e.X)
		right, isTextToo := literal(e.Y)
		return left + right, isText && isTextToo
	}
	return "", false
}
