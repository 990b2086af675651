package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// readTypes type-checks a package whose imports have their types. A package of this
// module gets its syntax, too, for the analyzers, and what is wrong as its errors.
func readTypes(p *packages.Package) {
	p.Fset, p.Types, p.TypesInfo = files, types.Unsafe, newInfo()
	if p.PkgPath == "unsafe" {
		return
	}
	ours := p.Module != nil && p.Module.Main
	note := func(err error) {
		if ours {
			p.Errors = append(p.Errors, packages.Error{Pos: "error", Msg: err.Error()})
		}
	}
	var syntax []*ast.File
	for _, name := range p.CompiledGoFiles {
		file, err := parser.ParseFile(p.Fset, name, nil, mode(ours))
		if err != nil {
			note(err)
			return
		}
		syntax = append(syntax, file)
	}
	if ours {
		p.Syntax = syntax
	}
	config := types.Config{Importer: imports(p.Imports), Sizes: p.TypesSizes, IgnoreFuncBodies: !ours, Error: note}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	p.Types, _ = config.Check(p.PkgPath, p.Fset, syntax, p.TypesInfo)
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
}

// files holds the places of all packages, so that each finding has one.
var files = token.NewFileSet()

func mode(ours bool) parser.Mode {
	if ours {
		return parser.AllErrors | parser.ParseComments | parser.SkipObjectResolution
	}
	return parser.SkipObjectResolution
}

// imports finds the types of the packages that one imports, by path.
type imports map[string]*packages.Package

func (i imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[path]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	return nil, fmt.Errorf("the types of %s are not known", path)
}
