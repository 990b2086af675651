// Command goroutines prints the packages whose tests can run more than one
// goroutine of Widerow's code: only in these can the race detector find anything.
// A package is one of them if it, its tests, or a package of this module that they
// import starts a goroutine.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// starts are functions and methods that run what they are given in another
// goroutine, whatever type they belong to: too many packages do no harm.
var starts = []string{
	"Go", "Parallel", "RunParallel", "AfterFunc", "Serve", "ServeTLS", "ListenAndServe",
	"NewServer", "NewTLSServer", "NewUnstartedServer",
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string
}

func (p listed) tests() []string { return slices.Concat(p.TestGoFiles, p.XTestGoFiles) }

func main() {
	log.SetFlags(0)
	log.SetPrefix("goroutines: ")
	packages, err := list()
	if err != nil {
		log.Fatal(err)
	}
	code := map[string]bool{} // whether a package starts a goroutine without its tests
	for path, p := range packages {
		if code[path], err = startsOne(p.Dir, p.GoFiles); err != nil {
			log.Fatal(err)
		}
	}
	for path, p := range packages {
		tests, err := startsOne(p.Dir, p.tests())
		if err != nil {
			log.Fatal(err)
		}
		used := map[string]bool{}
		reach(packages, used, slices.Concat([]string{path}, p.TestImports, p.XTestImports))
		for one := range used {
			tests = tests || code[one]
		}
		if tests && len(p.tests()) > 0 {
			fmt.Println(path)
		}
	}
}

func list() (map[string]listed, error) {
	output, err := exec.Command("go", "list", "-json", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	packages := map[string]listed{}
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list printed: %w", err)
		}
		packages[p.ImportPath] = p
	}
}

// reach adds the packages and all that they import.
func reach(packages map[string]listed, used map[string]bool, paths []string) {
	for _, path := range paths {
		if p, ours := packages[path]; ours && !used[path] {
			used[path] = true
			reach(packages, used, p.Imports)
		}
	}
}

// startsOne reports whether one of the files starts a goroutine.
func startsOne(folder string, files []string) (bool, error) {
	found := false
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.GoStmt:
				found = true
			case *ast.SelectorExpr: // called, or passed on to be called
				found = found || slices.Contains(starts, node.Sel.Name)
			}
			return !found
		})
	}
	return found, nil
}
