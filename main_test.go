package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

const module = "widerow"

// folder returns the package's folder in the repository, "" for the root.
func (p goPackage) folder() string { return folderOf(p.ImportPath) }

func folderOf(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }

func isOurs(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// isStandard reports whether path belongs to the standard library, whose paths
// have no dot in their first element.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func TestImportsFollowTheArrows(t *testing.T) {
	packages := listPackages(t)
	for _, p := range packages {
		if _, ok := arrows[p.folder()]; !ok {
			t.Errorf("folder %q is missing from the table of arrows: add it with what it may import", p.folder())
			continue
		}
		for _, violation := range violations(p) {
			t.Error(violation)
		}
	}
	for _, library := range unused(packages) {
		t.Errorf("no folder imports %s any more: remove it from the table of libraries and from docs/adr/0002-dependencies.md", library)
	}
	if len(packages) < 8 {
		t.Errorf("go list found only %d packages; is the test in the root folder?", len(packages))
	}
}

// TestViolationsAreFound checks the check itself.
func TestViolationsAreFound(t *testing.T) {
	for _, p := range []goPackage{
		{ImportPath: "widerow/model", Imports: []string{"widerow/cql"}},
		{ImportPath: "widerow/model", Imports: []string{"golang.org/x/text/width"}},
		{ImportPath: "widerow/model", TestImports: []string{"widerow/store"}},
		{ImportPath: "widerow/web", Imports: []string{"github.com/labstack/echo/v4"}},
		{ImportPath: "widerow/handlers", Imports: []string{"widerow/store/bolt"}},
		{ImportPath: "widerow/handlers", Imports: []string{"go.etcd.io/bbolt"}},
		{ImportPath: "widerow/cli", Imports: []string{"widerow/cql/cassandratest"}},
		{ImportPath: "widerow/diagram", Imports: []string{"github.com/google/go-cmp/cmp"}},
		{ImportPath: "widerow/cli", Imports: []string{"github.com/tetratelabs/wazero/api"}},
	} {
		if len(violations(p)) == 0 {
			t.Errorf("%+v passes", p)
		}
	}
	fine := goPackage{ImportPath: "widerow/diagram/engine", Imports: []string{"widerow/diagram/graph", "slices",
		"golang.org/x/sync/singleflight"}, XTestImports: []string{"github.com/google/go-cmp/cmp", "widerow/diagram/engine"}}
	if found := violations(fine); len(found) > 0 {
		t.Errorf("%+v: %q", fine, found)
	}
}

// violations describes the imports of p that the tables do not allow.
func violations(p goPackage) []string {
	var found []string
	report := func(path, why string) { found = append(found, p.ImportPath+" imports "+path+": "+why) }
	for _, path := range p.Imports {
		switch {
		case isOurs(path) && slices.Contains(testOnly, folderOf(path)) && !slices.Contains(testOnly, p.folder()):
			report(path, "only tests may import that folder")
		case isOurs(path) && !slices.Contains(arrows[p.folder()], folderOf(path)):
			report(path, "there is no such arrow")
		case !isOurs(path) && !isStandard(path) && !allowsImport(libraries, path, p.folder()):
			report(path, "the library is not allowed in this folder")
		}
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		folder := folderOf(path)
		allowed := slices.Contains(arrows[p.folder()], folder) || slices.Contains(testArrows[p.folder()], folder)
		switch {
		case isOurs(path) && path != p.ImportPath && !allowed:
			report(path, "there is no such arrow, not even for tests")
		case !isOurs(path) && !isStandard(path) && !allowsImport(libraries, path, p.folder()) && !allowsImport(testLibraries, path, p.folder()):
			report(path, "the library is not allowed in this folder, not even in tests")
		}
	}
	return found
}

func allowsImport(table map[string][]string, path, folder string) bool {
	for library, folders := range table {
		if path == library || strings.HasPrefix(path, library+"/") {
			return slices.Contains(folders, folder) || slices.Contains(folders, filepath.Dir(folder)+"/*") || slices.Contains(folders, anywhere)
		}
	}
	return false
}

// unused returns the libraries in the tables that no folder imports.
func unused(packages []goPackage) []string {
	var found []string
	for _, table := range []map[string][]string{libraries, testLibraries} {
		for library := range table {
			isImported := slices.ContainsFunc(packages, func(p goPackage) bool {
				return slices.ContainsFunc(slices.Concat(p.Imports, p.TestImports, p.XTestImports), func(path string) bool {
					return path == library || strings.HasPrefix(path, library+"/")
				})
			})
			if !isImported {
				found = append(found, library)
			}
		}
	}
	return found
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	command := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatalf("decode the output of go list: %v", err)
		}
		packages = append(packages, p)
	}
}
