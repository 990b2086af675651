package cql_test

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEverySchemaRefusalHasAHint finds the refusals in the sources of the schema's rules. Each has
// a hint, or its message names the remedy and is listed in testdata/without_hint.txt (-update
// writes the file).
func TestEverySchemaRefusalHasAHint(t *testing.T) {
	const file = "testdata/without_hint.txt"
	advised, unadvised := map[string]bool{}, map[string]bool{}
	for _, folder := range []string{"../model/schema", "."} {
		for _, source := range parsedFolder(t, folder) {
			sortRefusals(source, advised, unadvised)
		}
	}
	if len(advised) < 300 {
		t.Errorf("only %d messages with a hint were found in the sources", len(advised))
	}
	got := strings.Join(slices.Sorted(maps.Keys(unadvised)), "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("messages without a hint: got\n%swant\n%s", got, want)
	}
}

func parsedFolder(t *testing.T, folder string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(gotoken.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// sortRefusals adds the formats of the refusals in a file to the messages with or without a hint.
func sortRefusals(file *ast.File, advised, unadvised map[string]bool) {
	withHint := map[ast.Expr]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		call, isCall := node.(*ast.CallExpr)
		if !isCall {
			return true
		}
		if method, isMethod := call.Fun.(*ast.SelectorExpr); isMethod && method.Sel.Name == "Advise" {
			withHint[method.X] = true
		}
		if format, found := formatIn(call); found {
			messages := unadvised
			if withHint[call] {
				messages = advised
			}
			messages[format] = true
		}
		return true
	})
}

// formatAt is the index of the argument that is the format of a message, by the name of the
// function or method.
var formatAt = map[string]int{"refuse": 2, "Refuse": 2, "fail": 1, "invalid": 0, "invalidFor": 1}

// formatIn returns the format of the message if a call makes a refusal.
func formatIn(call *ast.CallExpr) (string, bool) {
	name, method := "", false
	switch function := call.Fun.(type) {
	case *ast.Ident:
		name = function.Name
	case *ast.SelectorExpr:
		name = function.Sel.Name
		_, method = function.X.(*ast.Ident)
	}
	at, known := formatAt[name]
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
