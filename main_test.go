package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// arrows says which of our folders each folder may import. A folder that is
// not here fails the test: who adds one decides where it stands.
// docs/architecture.md draws the same.
var arrows = map[string][]string{
	"":                    {"cli"},
	"model":               {"model/internal/tree"},
	"model/internal/tree": {},
	"model/schema":        {"model"},
	"model/sizing":        {"model"},
	"model/access":        {"model"},
	"model/diff":          {"model", "model/internal/tree"},
	"model/example":       {"model"},
	"cql":                 {"model", "model/schema", "model/access", "model/sizing", "model/diff"},
	"cql/apply":           {"cql", "model"},
	"cql/check":           {"cql", "model"},
	"cql/assist":          {"cql", "model", "model/access"},
	"diagram":             {"model", "diagram/raster", "diagram/pdf"},
	"diagram/overlay":     {"diagram", "model", "model/sizing"},
	"diagram/pdf":         {},
	"diagram/raster":      {},
	"store":               {"model"},
	"store/bolt":          {"store"},
	"assets":              {},
	"assets/editor":       {},
	"web":                 {"model", "model/schema", "model/sizing", "model/diff", "diagram", "assets"},
	"handlers":            {"model", "model/schema", "model/access", "model/sizing", "model/diff", "model/example", "cql", "cql/apply", "cql/assist", "diagram", "diagram/overlay", "diagram/raster", "store", "web", "assets"},
	"cli":                 {"cql/check", "model", "model/schema", "model/sizing", "model/diff", "model/example", "cql", "diagram", "diagram/overlay", "store", "store/bolt", "handlers"},
	"store/storetest":     {"store"},
	"cql/cassandratest":   {},
}

// testArrows are the further folders that a folder's tests may import.
var testArrows = map[string][]string{
	"model":        {"model/example"},
	"model/schema": {"model/example"},
	"model/sizing": {"model/example"},
	"model/diff":   {"model/example"},
	"cql":          {"model/example", "cql/cassandratest"},
	"cql/assist":   {"model/example", "model/schema"},
	"cql/apply":    {"model/example"},
	"diagram":      {"model/example"},
	"store":        {"store/storetest"},
	"store/bolt":   {"store/storetest", "model/diff"},
	"web":          {"model/example"},
	"handlers":     {"store/bolt"},
	"cli":          {"assets"},
}

// homes says in which folders a library may be imported, by its module. A
// library that is not here fails the test: it needs a line in
// docs/adr/0002-dependencies.md and here.
var homes = map[string][]string{
	"github.com/labstack/echo/v4":                 {"handlers"},
	"github.com/prometheus/client_golang":         {"handlers"},
	"github.com/a-h/templ":                        {"web", "handlers"},
	"github.com/goccy/go-graphviz":                {"diagram"},
	"github.com/hashicorp/golang-lru/v2":          {"diagram", "handlers"},
	"golang.org/x/sync":                           {"diagram"},
	"golang.org/x/image":                          {"diagram"},
	"github.com/go-text/typesetting":              {"diagram"},
	"go.etcd.io/bbolt":                            {"store/bolt"},
	"github.com/andybalholm/brotli":               {"assets"},
	"github.com/klauspost/compress":               {"handlers", "diagram/raster"},
	"github.com/alecthomas/kong":                  {"cli"},
	"github.com/apache/cassandra-gocql-driver/v2": {"cql/cassandratest"},
}

// testHomes is the same for tests.
var testHomes = map[string][]string{
	"github.com/google/go-cmp":                    {anywhere},
	"golang.org/x/net":                            {"web", "handlers", "diagram"},
	"github.com/chromedp/chromedp":                {"handlers", "diagram", "assets", "cli"},
	"github.com/chromedp/cdproto":                 {"handlers", "diagram", "assets", "cli"},
	"github.com/rogpeppe/go-internal":             {"cli"},
	"github.com/apache/cassandra-gocql-driver/v2": {"cql"},
}

const anywhere = "*"

// testOnly are the folders that no program may import, only tests.
var testOnly = []string{"store/storetest", "cql/cassandratest"}

type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

const module = "widerow"

// folder is the package's place in the repository, "" for the top.
func (p goPackage) folder() string { return folderOf(p.ImportPath) }

func folderOf(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }

func isOurs(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// isStandard: the standard library has no dot in the first part of its paths.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func TestImportsFollowTheArrows(t *testing.T) {
	packages := listPackages(t)
	for _, p := range packages {
		if _, ok := arrows[p.folder()]; !ok {
			t.Errorf("folder %q has no line in the table of arrows: say what it may import", p.folder())
			continue
		}
		for _, fault := range faults(p) {
			t.Error(fault)
		}
	}
	for _, library := range unused(packages) {
		t.Errorf("no folder imports %s any more: take it out of the table of homes and of docs/adr/0002-dependencies.md", library)
	}
	if len(packages) < 8 {
		t.Errorf("go list found %d packages; the test looks at the wrong place", len(packages))
	}
}

// A check of the check: what must not be, is found.
func TestArrowFaultsAreFound(t *testing.T) {
	for _, p := range []goPackage{
		{ImportPath: "widerow/model", Imports: []string{"widerow/cql"}},
		{ImportPath: "widerow/model", Imports: []string{"golang.org/x/text/width"}},
		{ImportPath: "widerow/model", TestImports: []string{"widerow/store"}},
		{ImportPath: "widerow/web", Imports: []string{"github.com/labstack/echo/v4"}},
		{ImportPath: "widerow/handlers", Imports: []string{"widerow/store/bolt"}},
		{ImportPath: "widerow/handlers", Imports: []string{"go.etcd.io/bbolt"}},
		{ImportPath: "widerow/cli", Imports: []string{"widerow/cql/cassandratest"}},
		{ImportPath: "widerow/diagram", Imports: []string{"github.com/google/go-cmp/cmp"}},
		{ImportPath: "widerow/cli", Imports: []string{"github.com/goccy/go-graphviz/cgraph"}},
	} {
		if len(faults(p)) == 0 {
			t.Errorf("%+v passes", p)
		}
	}
	fine := goPackage{ImportPath: "widerow/diagram", Imports: []string{"widerow/model", "slices",
		"github.com/goccy/go-graphviz/cgraph"}, XTestImports: []string{"github.com/google/go-cmp/cmp", "widerow/diagram"}}
	if found := faults(fine); len(found) > 0 {
		t.Errorf("%+v: %q", fine, found)
	}
}

func faults(p goPackage) []string {
	var found []string
	report := func(path, why string) { found = append(found, p.ImportPath+" imports "+path+": "+why) }
	for _, path := range p.Imports {
		switch {
		case isOurs(path) && slices.Contains(testOnly, folderOf(path)):
			report(path, "that folder is for tests only")
		case isOurs(path) && !slices.Contains(arrows[p.folder()], folderOf(path)):
			report(path, "no arrow leads there")
		case !isOurs(path) && !isStandard(path) && !atHome(homes, path, p.folder()):
			report(path, "the library has another home, or none")
		}
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		folder := folderOf(path)
		allowed := slices.Contains(arrows[p.folder()], folder) || slices.Contains(testArrows[p.folder()], folder)
		switch {
		case isOurs(path) && path != p.ImportPath && !allowed:
			report(path, "no arrow leads there, not even for tests")
		case !isOurs(path) && !isStandard(path) && !atHome(homes, path, p.folder()) && !atHome(testHomes, path, p.folder()):
			report(path, "the library has another home, or none, in tests too")
		}
	}
	return found
}

func atHome(table map[string][]string, path, folder string) bool {
	for library, folders := range table {
		if path == library || strings.HasPrefix(path, library+"/") {
			return slices.Contains(folders, folder) || slices.Contains(folders, anywhere)
		}
	}
	return false
}

// unused are the libraries with a home that nobody imports there.
func unused(packages []goPackage) []string {
	var found []string
	for _, table := range []map[string][]string{homes, testHomes} {
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
			t.Fatalf("decode the answer of go list: %v", err)
		}
		packages = append(packages, p)
	}
}

// bypass finds what switches off templ's escaping: a conversion to one of its
// trusted types, and a policy that lets inline scripts run.
var bypass = regexp.MustCompile(`templ\.(Raw|SafeURL|SafeCSS|SafeScript|SafeCSSProperty|JSUnsafeFuncCall)\(|script-src[^;]*'unsafe-`)

// Text that users type reaches the page through templ's escaping only.
func TestPagesEscapeEverything(t *testing.T) {
	looked := 0
	for _, root := range []string{"web", "handlers"} {
		err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !isPageSource(path) {
				return err
			}
			looked++
			text, err := os.ReadFile(path)
			for number, line := range strings.Split(string(text), "\n") {
				if found := bypass.FindString(line); found != "" {
					t.Errorf("%s:%d: %s goes round the escaping of templ", path, number+1, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 10 {
		t.Errorf("looked at %d files; the test looks at the wrong place", looked)
	}
}

func isPageSource(path string) bool {
	return strings.HasSuffix(path, ".templ") ||
		strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "_templ.go")
}
