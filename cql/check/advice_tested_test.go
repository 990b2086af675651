package check_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"widerow/model/advice"
)

// byNumbers are the rules that say nothing on a script: they need concepts, updates of a document, or how many rows and
// requests there are.
var byNumbers = []string{
	"index/frequent-updates", "index/serves-much", "key/few-partitions", "model/double-booking", "model/foreign-key",
	"query/many-statements", "query/no-consistency", "query/page", "query/tombstones", "schema/nowhere", "schema/uncommented", "schema/unwritten",
	"size/collection", "size/partition", "size/row", "size/tiny-partitions", "target/limit", "write/fan-out", "write/order", "write/resurrect", "write/unique",
}

// Each rule has a case on which it fires and one close to it on which it is silent, one of them on a script unless the rule
// needs numbers that a script lacks.
func TestEachRuleIsTested(t *testing.T) {
	anywhere, scripts := map[string]bool{}, map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), "advice_") || !strings.HasSuffix(file.Name(), "_test.go") || file.Name() == "advice_tested_test.go" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			codes, onScripts := testedIn(declaration)
			for _, code := range codes {
				anywhere[code] = true
				scripts[code] = scripts[code] || onScripts
			}
		}
	}
	for _, rule := range advice.Rules {
		switch {
		case rule.Check == nil: // check reports it, and its tests are there
		case !anywhere[rule.Code]:
			t.Errorf("no test has a case of %s", rule.Code)
		case !scripts[rule.Code] && !slices.Contains(byNumbers, rule.Code):
			t.Errorf("no test has a script for %s", rule.Code)
		}
	}
	for _, code := range byNumbers {
		if advice.Find(code) == nil {
			t.Errorf("%s is no rule", code)
		}
	}
}

// testedIn returns the codes of rules in the strings of a function, and whether it checks scripts.
func testedIn(declaration ast.Decl) (codes []string, onScripts bool) {
	ast.Inspect(declaration, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Ident:
			onScripts = onScripts || node.Name == "adviceOn" || node.Name == "ScriptWithAdvice"
		case *ast.BasicLit:
			for i := range advice.Rules {
				if node.Kind == token.STRING && strings.Contains(node.Value, advice.Rules[i].Code) {
					codes = append(codes, advice.Rules[i].Code)
				}
			}
		}
		return true
	})
	return codes, onScripts
}
