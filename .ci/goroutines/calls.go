package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"path/filepath"
	"slices"
	"strconv"
)

// starts are functions and methods of other modules that run what they are given in
// another goroutine, whatever they belong to: a test too many does no harm.
var starts = []string{
	"Go", "Parallel", "RunParallel", "AfterFunc", "Serve", "ServeTLS", "ListenAndServe",
	"NewServer", "NewTLSServer", "NewUnstartedServer",
}

// goroutine is listed among the names that a function uses if it starts a goroutine.
const goroutine = "go"

// calls tells what each function and variable of some files uses. A method is named
// with a dot and without its type, a function of another package after that package.
type calls map[string][]string

// read reads files, but for those that ask a Cassandra.
func read(folder string, names []string) calls {
	c := calls{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, name), nil, 0)
		if err != nil {
			log.Fatal(err)
		}
		if !slices.ContainsFunc(file.Imports, isCassandra) {
			for _, declared := range file.Decls {
				c.add(file, declared)
			}
		}
	}
	return c
}

func isCassandra(imported *ast.ImportSpec) bool {
	return imported.Path.Value == strconv.Quote(cassandra)
}

func (c calls) add(file *ast.File, declared ast.Decl) {
	switch declared := declared.(type) {
	case *ast.FuncDecl:
		name := declared.Name.Name
		if declared.Recv != nil {
			name = "." + name
		}
		if declared.Body != nil {
			c[name] = append(c[name], used(file, declared.Body)...)
		}
	case *ast.GenDecl:
		for _, spec := range declared.Specs {
			if variable, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range variable.Names {
					c[name.Name] = append(c[name.Name], used(file, variable)...)
				}
			}
		}
	}
}

func used(file *ast.File, body ast.Node) []string {
	var names []string
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			names = append(names, goroutine)
		case *ast.SelectorExpr: // called, or passed on to be called
			if slices.Contains(starts, node.Sel.Name) {
				names = append(names, goroutine)
			}
			names = append(names, "."+node.Sel.Name)
			if left, ok := node.X.(*ast.Ident); ok {
				names = append(names, left.Name+"."+node.Sel.Name)
			}
			names = append(names, used(file, node.X)...)
			return false
		case *ast.KeyValueExpr: // the key may be the name of a field
			names = append(names, used(file, node.Value)...)
			return false
		case *ast.Ident:
			if local := node.Obj != nil && file.Scope.Lookup(node.Name) != node.Obj; !local {
				names = append(names, node.Name)
			}
		}
		return true
	})
	return names
}

func (c calls) startDirectly() bool {
	for _, used := range c {
		if slices.Contains(used, goroutine) {
			return true
		}
	}
	return false
}

// starting returns what starts a goroutine, or uses what does.
func (c calls) starting() map[string]bool {
	found := map[string]bool{goroutine: true}
	for again := true; again; {
		again = false
		for name, used := range c {
			if !found[name] && slices.ContainsFunc(used, func(other string) bool { return found[other] }) {
				found[name], again = true, true
			}
		}
	}
	delete(found, goroutine)
	return found
}
