package cql_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// declaredCode is the declaration of an access.Code. An element of a
// list or a map of codes has no name.
type declaredCode struct {
	name   string
	fields map[string]ast.Expr
}

func parseFile(t *testing.T, name string) *ast.File {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func accessSources(t *testing.T, wanted func(name string) bool) []*ast.File {
	names, err := filepath.Glob("../model/access/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if wanted(filepath.Base(name)) && !strings.HasSuffix(name, "_test.go") {
			files = append(files, parseFile(t, name))
		}
	}
	return files
}

func declaresCodes(name string) bool { return strings.HasPrefix(name, "refusal_") }

// declaredCodes returns all codes of package access.
func declaredCodes(t *testing.T) []declaredCode {
	var codes []declaredCode
	for _, file := range accessSources(t, declaresCodes) {
		ast.Inspect(file, func(node ast.Node) bool {
			spec, isSpec := node.(*ast.ValueSpec)
			if !isSpec {
				return true
			}
			for i, value := range spec.Values {
				codes = append(codes, codesIn(spec.Names[i].Name, value)...)
			}
			return false
		})
	}
	if len(codes) < 200 {
		t.Fatalf("only %d codes were found in the sources", len(codes))
	}
	return codes
}

func codesIn(name string, value ast.Expr) []declaredCode {
	if address, isAddress := value.(*ast.UnaryExpr); isAddress {
		value = address.X
	}
	literal, isLiteral := value.(*ast.CompositeLit)
	if !isLiteral {
		return nil
	}
	if _, isCode := literal.Type.(*ast.Ident); !isCode && literal.Type != nil {
		return codesOf(literal.Elts)
	}
	code := declaredCode{name, map[string]ast.Expr{}}
	for _, element := range literal.Elts {
		if field, isField := element.(*ast.KeyValueExpr); isField {
			code.fields[field.Key.(*ast.Ident).Name] = field.Value
		}
	}
	return []declaredCode{code}
}

// codesOf returns the codes in a list or a map.
func codesOf(elements []ast.Expr) []declaredCode {
	var codes []declaredCode
	for _, element := range elements {
		if pair, isPair := element.(*ast.KeyValueExpr); isPair {
			element = pair.Value
		}
		codes = append(codes, codesIn("", element)...)
	}
	return codes
}

// TestEveryCodeIsWhole checks that a code has a text and a hint, which is empty
// if the text says what to do, and that package cql knows all their
// placeholders.
func TestEveryCodeIsWhole(t *testing.T) {
	known := caseTexts(t, "print/refusal.go")
	knownInHints := append(caseTexts(t, "hint/refusal.go"), known...)
	for _, code := range declaredCodes(t) {
		text, isText := stringOf(code.fields["Text"])
		if !isText || text == "" {
			t.Errorf("%s has no text", code.name)
		}
		hint, isText := stringOf(code.fields["Hint"])
		if !isText {
			t.Errorf("%s has no hint: write an empty one if the text says what to do", text)
		}
		checkPlaces(t, text, known)
		checkPlaces(t, hint, knownInHints)
	}
}

var place = regexp.MustCompile(`\{([a-z]+)\}`)

func checkPlaces(t *testing.T, text string, known []string) {
	for _, match := range place.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(known, match[1]) {
			t.Errorf("%q: {%s} is not a placeholder", text, match[1])
		}
	}
}

// caseTexts returns the strings in the cases of a file's switches.
func caseTexts(t *testing.T, file string) []string {
	var texts []string
	ast.Inspect(parseFile(t, file), func(node ast.Node) bool {
		if clause, isClause := node.(*ast.CaseClause); isClause {
			for _, expression := range clause.List {
				if literal, isLiteral := expression.(*ast.BasicLit); isLiteral {
					text, _ := strconv.Unquote(literal.Value)
					texts = append(texts, text)
				}
			}
		}
		return true
	})
	return texts
}

// TestEveryCodeIsUsed checks that a rule refuses with each code.
func TestEveryCodeIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, file := range accessSources(t, func(name string) bool { return !declaresCodes(name) }) {
		ast.Inspect(file, func(node ast.Node) bool {
			if name, isName := node.(*ast.Ident); isName {
				used[name.Name] = true
			}
			return true
		})
	}
	for _, code := range declaredCodes(t) {
		if code.name != "" && !used[code.name] {
			t.Errorf("no rule refuses with %s", code.name)
		}
	}
}
