package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// readTypes type-checks a package whose imports have their types. What is wrong with
// one of this module becomes its errors.
func readTypes(p *packages.Package) {
	p.Types = types.Unsafe
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
		file, err := parser.ParseFile(files, name, nil, parser.AllErrors|parser.SkipObjectResolution)
		if err != nil {
			note(err)
			return
		}
		syntax = append(syntax, file)
	}
	config := types.Config{Importer: imports(p.Imports), Sizes: p.TypesSizes, IgnoreFuncBodies: !ours, Error: note}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	p.Types, _ = config.Check(p.PkgPath, files, syntax, nil)
}

// files holds the places of all packages, so that each error has one.
var files = token.NewFileSet()

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
