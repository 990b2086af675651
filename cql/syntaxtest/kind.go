package syntaxtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// Kinds lists the kinds of statement by the names of their nodes: the types that
// embed Base in the sources of package syntax in the given folder.
func Kinds(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			if spec, isType := node.(*ast.TypeSpec); isType && embedsBase(spec) {
				kinds = append(kinds, spec.Name.Name)
			}
			return true
		})
	}
	if len(kinds) < 30 {
		t.Fatalf("found %d kinds of statement in %s; the test looks at the wrong place", len(kinds), folder)
	}
	return kinds
}

func embedsBase(spec *ast.TypeSpec) bool {
	structure, isStruct := spec.Type.(*ast.StructType)
	return isStruct && slices.ContainsFunc(structure.Fields.List, func(field *ast.Field) bool {
		name, isName := field.Type.(*ast.Ident)
		return isName && name.Name == "Base" && len(field.Names) == 0
	})
}
