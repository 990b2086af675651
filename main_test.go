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

// arrows lists, for each folder, the folders of this module that it may import.
// A new folder must be added here, or the test fails. docs/architecture.md
// draws the same table.
var arrows = map[string][]string{
	"":                         {"cli"},
	"model":                    {"model/displayname", "model/formula", "model/internal/codec", "model/internal/english", "model/internal/tree", "model/suggest"},
	"model/displayname":        {},
	"model/internal/secret":    {},
	"model/markdown":           {},
	"model/formula":            {},
	"model/suggest":            {},
	"model/internal/codec":     {"model/internal/tree"},
	"model/internal/companion": {"model", "model/internal/codec", "model/internal/tree"},
	"model/internal/tree":      {},
	"model/internal/english":   {},
	"model/querytext":          {"model"},
	"model/concepttext":        {"model", "model/suggest"},
	"model/advice":             {"model", "model/access", "model/cluster", "model/mapping", "model/moves", "model/proof", "model/sizing", "model/stored", "model/write"},
	"model/cluster":            {"model", "model/mapping", "model/proof", "model/ring", "model/sizing", "model/write"},
	"model/recovery":           {"model", "model/internal/english", "model/suggest"},
	"model/measured":           {"model", "model/formula", "model/internal/tree", "model/mapping", "model/sizing"},
	"model/ring":               {"model"},
	"model/schema":             {"model"},
	"model/stored":             {"model"},
	"model/sizing":             {"model", "model/sizing/disk"},
	"model/sizing/disk":        {},
	"model/access":             {"model"},
	"model/proof":              {"model", "model/access", "model/mapping", "model/mapping/er", "model/sizing", "model/stored"},
	"model/write":              {"model", "model/access", "model/mapping", "model/proof", "model/sizing", "model/stored"},
	"model/moves":              {"model", "model/access", "model/internal/english", "model/mapping", "model/proof", "model/sizing"},
	"model/diff":               {"model", "model/internal/tree"},
	"model/discussion":         {"model", "model/internal/codec", "model/internal/companion"},
	"model/validation":         {"model", "model/formula", "model/suggest"},
	"model/workflow":           {"model"},
	"model/effect":             {"model"},
	"model/people":             {"model", "model/displayname", "model/internal/codec", "model/internal/companion", "model/internal/secret"},
	"model/sharing":            {"model", "model/displayname", "model/internal/codec", "model/internal/companion", "model/internal/secret"},
	"model/proposals":          {"model", "model/diff", "model/internal/codec", "model/internal/companion", "model/displayname"},
	"model/seen":               {"model", "model/discussion", "model/internal/codec", "model/internal/companion"},
	"model/versions":           {"model", "model/internal/codec", "model/internal/companion", "model/displayname"},
	"model/mapping/er":         {"model", "model/internal/english", "model/stored"},
	"model/mapping":            {"model", "model/mapping/er", "model/internal/english", "model/sizing", "model/stored", "model/suggest"},
	"model/example":            {"model"},
	"cql/syntax":               {"model", "model/schema"},
	"cql": {
		"cql/effective", "cql/hint", "cql/print", "cql/syntax", "model", "model/schema", "model/access",
		"cql/parse",
	},
	"cql/apply":     {"cql", "cql/effective", "cql/parse", "cql/syntax", "model", "model/access"},
	"cql/effective": {"cql/parse", "cql/syntax", "model", "model/access"},
	"cql/compare": {
		"cql", "cql/check", "cql/effective", "cql/parse", "cql/syntax", "model", "model/access", "model/mapping",
		"model/proof", "model/querytext", "model/sizing",
	},
	"cql/derivation": {"cql", "cql/check", "model", "model/mapping", "model/moves", "model/sizing", "model/write"},
	"cql/sizereport": {"model", "model/mapping", "model/markdown", "model/sizing"},
	"cql/diffreport": {"cql/apply", "cql/compare", "cql/migration", "model"},
	"cql/migration": {
		"cql", "cql/compare", "cql/effective", "cql/parse", "cql/syntax", "model", "model/access", "model/markdown",
		"model/write",
	},
	"cql/hint":       {"cql/parse", "cql/print", "cql/syntax", "model/access"},
	"cql/print":      {"cql/parse", "cql/syntax", "model", "model/access", "model/proof", "model/schema", "model/write"},
	"cql/files":      {"cql/parse", "cql/syntax", "model"},
	"cql/guardrails": {},
	"cql/check": {
		"cql", "cql/files", "cql/hint", "cql/parse", "cql/print", "cql/syntax", "cql/workload", "model", "model/access",
		"model/advice", "model/cluster", "model/mapping", "model/mapping/er", "model/proof", "model/sizing",
		"model/validation", "model/write",
	},
	"cql/workload":                  {"cql", "cql/parse", "cql/syntax", "model"},
	"cql/assist":                    {"cql", "cql/parse", "cql/syntax", "model", "model/access"},
	"diagram":                       {"diagram/chebotko", "diagram/chen", "diagram/digest", "diagram/figure", "diagram/flow", "diagram/geom", "diagram/graph", "diagram/layout", "diagram/legend", "diagram/linework", "diagram/radial", "diagram/scene", "diagram/scene/pages", "diagram/scene/png", "diagram/scene/svg", "diagram/typeface", "model"},
	"diagram/differences":           {"diagram", "diagram/figure", "diagram/geom", "diagram/graph", "diagram/layout", "diagram/scene", "model"},
	"diagram/figure":                {"diagram/geom", "diagram/graph", "diagram/scene", "diagram/typeface", "model"},
	"diagram/linework":              {"diagram/figure", "diagram/geom", "diagram/graph", "diagram/scene", "diagram/typeface", "model"},
	"diagram/chen":                  {"diagram/figure", "diagram/geom", "diagram/radial", "diagram/scene", "diagram/typeface", "model"},
	"diagram/flow":                  {"diagram/figure", "diagram/geom", "diagram/scene", "diagram/typeface", "model"},
	"diagram/chebotko":              {"diagram/figure", "diagram/geom", "diagram/graph", "diagram/scene", "diagram/typeface", "model"},
	"diagram/legend":                {"diagram/chebotko", "diagram/chen", "diagram/figure", "diagram/geom", "diagram/linework", "diagram/scene", "diagram/typeface", "model"},
	"diagram/digest":                {},
	"diagram/engine":                {"diagram/digest", "diagram/engine/graphviz", "diagram/graph", "diagram/layout"},
	"diagram/engine/enginetest":     {"diagram/engine"},
	"diagram/engine/graphviz":       {},
	"diagram/geom":                  {},
	"diagram/graph":                 {"diagram/geom"},
	"diagram/graph/graphtest":       {"diagram/geom", "diagram/graph"},
	"diagram/layout":                {"diagram/geom", "diagram/graph", "diagram/layout/dot", "diagram/layout/route"},
	"diagram/layout/dot":            {"diagram/geom"},
	"diagram/layout/route":          {"diagram/geom", "diagram/graph"},
	"diagram/pdf":                   {},
	"diagram/prose":                 {"diagram/geom", "diagram/scene", "diagram/scene/pages", "diagram/typeface"},
	"diagram/radial":                {"diagram/geom"},
	"diagram/raster":                {},
	"diagram/scene":                 {"diagram/geom", "diagram/typeface"},
	"diagram/scene/pages":           {"diagram/geom", "diagram/pdf", "diagram/scene", "diagram/typeface"},
	"diagram/scene/png":             {"diagram/geom", "diagram/raster", "diagram/scene", "diagram/typeface"},
	"diagram/scene/svg":             {"diagram/geom", "diagram/scene", "diagram/typeface"},
	"diagram/typeface":              {"diagram/geom"},
	"diagram/typeface/typefacetest": {},
	"store":                         {},
	"store/bolt":                    {"store", "store/wholefile"},
	"store/sessions":                {},
	"store/wholefile":               {},
	"assets":                        {},
	"assets/editor":                 {},
	"web":                           {"assets", "diagram", "diagram/scene", "diagram/typeface", "model"},
	"web/help":                      {"web"},
	"web/operator":                  {"web"},
	"web/advice":                    {"model", "web", "web/derive"},
	"web/sizes":                     {"model", "web", "web/canvas", "web/derive"},
	"web/canvas":                    {"diagram", "model", "web"},
	"web/cql":                       {"model", "web", "web/canvas", "web/review"},
	"web/derive":                    {"model", "web"},
	"web/history":                   {"model", "web"},
	"web/home":                      {"model", "web", "web/cql"},
	"web/markdown":                  {"web"},
	"web/people":                    {"model/people", "model/sharing", "web"},
	"web/queries":                   {"model", "web"},
	"web/review":                    {"model", "web", "web/markdown"},
	"handlers/feature": {
		"cql", "cql/check", "cql/effective", "cql/print", "cql/syntax", "diagram", "diagram/graph", "diagram/scene/svg", "handlers/canvas/edit",
		"handlers/limit", "handlers/live", "handlers/overlay", "model", "model/advice", "model/diff", "model/discussion",
		"model/displayname", "model/effect", "model/example", "model/mapping", "model/people", "model/proof", "model/seen", "model/sizing", "model/validation", "model/versions",
		"model/write", "store", "web",
	},
	"handlers/queries": {
		"cql/hint", "cql/print", "handlers/canvas", "handlers/canvas/edit", "handlers/feature", "handlers/review", "model",
		"model/access", "model/mapping", "model/proof", "model/querytext", "model/sizing", "model/write", "web", "web/queries",
	},
	"handlers/advice": {
		"cql", "cql/check", "cql/guardrails", "handlers/canvas/edit", "handlers/derive", "handlers/feature", "model", "model/advice", "model/moves", "model/sizing",
		"model/write", "store", "web", "web/advice",
	},
	"handlers/derive": {
		"cql", "cql/print", "cql/workload", "handlers/canvas", "handlers/canvas/edit", "handlers/feature", "handlers/limit",
		"handlers/progress", "handlers/upload", "model", "model/mapping", "model/mapping/er", "model/moves", "model/proof",
		"model/recovery", "model/sizing", "model/write", "store", "web", "web/derive",
	},
	"handlers/review": {
		"cql", "cql/check", "cql/compare", "cql/migration", "diagram", "diagram/differences", "diagram/graph",
		"diagram/prose", "diagram/scene", "diagram/scene/svg", "diagram/typeface", "handlers/canvas/edit",
		"handlers/feature", "handlers/identity", "handlers/limit", "handlers/live", "handlers/overlay", "handlers/proxy",
		"handlers/reviewfile", "model", "model/advice", "model/diff", "model/discussion", "model/mapping", "model/proof", "model/proposals",
		"model/seen", "model/sizing", "model/versions", "store", "web", "web/cql", "web/review",
	},
	"handlers/history": {
		"handlers/feature", "handlers/review", "model", "model/diff", "model/versions", "store", "web", "web/history",
	},
	"handlers/home": {
		"cql", "cql/apply", "cql/parse", "cql/syntax", "handlers/cql", "handlers/feature", "handlers/identity",
		"handlers/limit", "handlers/upload", "model", "model/displayname", "model/example", "store", "web",
		"web/home",
	},
	"handlers/canvas": {
		"cql", "cql/assist", "cql/print", "diagram", "diagram/geom", "diagram/graph", "diagram/raster", "diagram/scene",
		"diagram/scene/pages", "diagram/scene/svg", "diagram/typeface", "handlers/canvas/edit", "handlers/feature",
		"handlers/limit", "handlers/overlay", "handlers/review", "model", "model/advice", "model/concepttext", "model/diff", "model/mapping",
		"model/mapping/er", "model/proof", "model/querytext", "model/sizing", "model/validation", "model/workflow",
		"model/write", "store", "web", "web/canvas", "web/queries", "web/review",
	},
	"handlers/sizes": {
		"cql", "cql/print", "cql/sizereport", "handlers/canvas", "handlers/derive", "handlers/feature", "handlers/upload",
		"model", "model/access", "model/cluster", "model/mapping", "model/measured", "model/moves", "model/ring",
		"model/sizing", "model/sizing/disk", "web", "web/canvas", "web/derive", "web/sizes",
	},
	"handlers/api":      {"cql", "cql/check", "cql/compare", "cql/derivation", "cql/diffreport", "cql/sizereport", "diagram", "handlers/feature", "handlers/identity", "handlers/proxy", "handlers/review", "model", "model/diff", "model/discussion", "model/mapping", "model/people", "model/proposals", "model/sharing", "model/sizing", "store", "web", "web/help"},
	"handlers/audit":    {},
	"handlers/identity": {"handlers/proxy", "model", "model/people", "model/sharing", "store", "store/sessions"},
	"handlers/webhooks": {"model", "model/discussion", "model/people", "model/proposals", "store"},
	"handlers/people": {
		"handlers/audit", "handlers/feature", "handlers/identity", "handlers/proxy", "handlers/webhooks", "model", "model/people", "model/proposals",
		"model/sharing", "store", "store/sessions", "web/people",
	},
	"handlers/help":     {"handlers/feature", "web/help"},
	"handlers/limit":    {"store"},
	"handlers/live":     {"store"},
	"handlers/monitor":  {"handlers/limit", "store"},
	"handlers/operator": {"assets", "handlers/proxy", "store", "web", "web/operator"},
	"handlers/overlay": {
		"cql/compare", "diagram", "model", "model/advice", "model/proof", "model/sizing", "model/validation", "model/write",
	},
	"handlers/proxy":      {},
	"handlers/job":        {"handlers/limit", "handlers/progress", "handlers/worker"},
	"handlers/progress":   {},
	"handlers/worker":     {"diagram/graph", "handlers/limit", "handlers/progress", "handlers/proxy", "store"},
	"handlers/reviewfile": {"cql/migration", "diagram/prose", "diagram/scene/pages", "model/markdown", "web", "web/markdown", "web/review"},
	"handlers/upload":     {},
	"handlers/canvas/edit": {
		"diagram", "handlers/upload", "model", "model/concepttext", "model/effect", "model/mapping", "model/proof",
		"model/querytext", "model/workflow", "model/write", "web",
	},
	"handlers/cql": {
		"cql", "cql/apply", "cql/assist", "cql/check", "cql/parse", "cql/print", "cql/syntax", "diagram",
		"handlers/canvas", "handlers/canvas/edit", "handlers/feature", "handlers/review",
		"handlers/upload", "model", "model/access", "model/advice", "model/diff", "model/mapping",
		"model/sizing", "model/write", "store", "web", "web/cql",
	},
	"handlers": {
		"assets", "diagram", "diagram/graph", "diagram/typeface", "handlers/advice", "handlers/api", "handlers/audit", "handlers/canvas",
		"handlers/canvas/edit", "handlers/cql", "handlers/derive", "handlers/feature", "handlers/help",
		"handlers/history", "handlers/home", "handlers/identity", "handlers/job", "handlers/limit", "handlers/live",
		"handlers/monitor", "handlers/operator", "handlers/people", "handlers/progress", "handlers/proxy",
		"handlers/queries", "handlers/review", "handlers/sizes", "handlers/upload", "handlers/webhooks", "handlers/worker", "model",
		"model/diff", "model/discussion", "model/displayname", "model/people", "model/proposals", "model/sharing",
		"model/versions", "store", "web", "web/canvas", "web/home", "web/people",
	},
	"cli": {
		"cql", "cql/check", "cql/compare", "cql/derivation", "cql/diffreport", "cql/files", "cql/guardrails", "cql/migration", "cql/parse", "cql/print",
		"cql/sizereport", "cql/syntax", "diagram", "diagram/differences", "diagram/engine", "diagram/graph",
		"diagram/scene", "handlers", "handlers/audit", "handlers/identity", "handlers/live", "handlers/operator",
		"handlers/overlay", "handlers/people", "handlers/webhooks", "handlers/worker", "model", "model/advice", "model/cluster", "model/diff",
		"model/mapping", "model/markdown", "model/moves", "model/proof", "model/sharing", "model/sizing", "model/sizing/disk",
		"model/versions", "model/write", "store", "store/bolt", "store/sessions", "store/wholefile",
	},
	"cli/walk/accessibility":    {},
	"cli/walk/browser":          {"cli/clitest"},
	"cli/walk/canvas":           {},
	"cli/walk/fields":           {},
	"cli/walk/journey":          {},
	"cli/walk/people":           {},
	"cli/walk/script":           {},
	"cli/walk/sight":            {},
	"cli/walk/view":             {},
	"cli/clitest":               {"cli", "diagram/engine"},
	"store/storetest":           {"store"},
	"cql/cassandratest":         {},
	"cql/oracle":                {},
	"cql/schematest":            {},
	"cql/syntaxtest":            {},
	"cql/parse":                 {"cql/syntax", "model"},
	"diagram/layout/layouttest": {"diagram/graph", "diagram/layout"},
}

// testArrows lists the additional folders that a folder's tests may import.
var testArrows = map[string][]string{
	"handlers": {
		"cql", "cql/apply", "cql/compare", "diagram/differences", "diagram/layout", "diagram/scene",
		"handlers/overlay", "model/example", "model/proof", "model/querytext", "model/seen", "web/review",
		"handlers/audit", "store/sessions", "diagram/layout/layouttest",
	},
	"handlers/derive":   {"cql/check"},
	"handlers/identity": {"store/storetest"},
	"handlers/overlay":  {"model/example"},
	"model":             {"model/example", "model/validation"},
	"model/formula":     {"model"},
	"model/measured":    {"cql", "model/example"},
	"model/advice":      {"model/example"},
	"model/cluster":     {"model/example"},
	"model/diff":        {"model/example"},
	"model/discussion":  {"model/diff"},
	"model/example":     {"model/mapping", "model/sizing"},
	"model/proof":       {"model/concepttext", "model/example", "model/querytext", "model/validation"},
	"model/write":       {"model/concepttext", "model/example", "model/querytext"},
	"model/querytext":   {"model/example"},
	"model/recovery":    {"cql", "model/example", "model/mapping", "model/proof", "model/validation"},
	"model/moves": {
		"model/example", "cql", "cql/syntax", "model/validation", "model/concepttext", "model/querytext",
		"cql/parse",
	},
	"model/mapping":  {"cql", "cql/print", "model/access", "model/concepttext", "model/example", "model/proof", "model/moves", "model/querytext", "model/recovery", "model/validation", "model/write"},
	"cql/syntax":     {"cql/syntaxtest"},
	"cql":            {"model/concepttext", "model/example", "model/mapping", "model/moves", "model/querytext", "model/ring", "model/sizing", "model/sizing/disk", "cql/cassandratest", "cql/syntaxtest", "model/validation", "cql/check", "cql/workload", "model/mapping/er", "model/proof", "model/write"},
	"cql/assist":     {"model/example", "model/schema"},
	"cql/workload":   {"model/example", "model/querytext", "model/validation"},
	"cql/apply":      {"cql/schematest", "model/example", "model/validation"},
	"cql/compare":    {"cql/apply", "cql/cassandratest", "cql/schematest", "model/example"},
	"cql/sizereport": {"model/example"},
	"cql/migration":  {"cql/apply", "cql/cassandratest", "cql/schematest", "model/example"},
	"cql/oracle": {
		"cql", "cql/cassandratest", "cql/check", "cql/print", "cql/syntax", "model", "model/access",
		"model/concepttext", "model/mapping", "model/proof", "model/querytext", "model/write", "model/mapping/er",
		"cql/parse",
	},
	"cql/check":              {"model/concepttext", "model/example", "model/querytext"},
	"store":                  {"store/storetest"},
	"store/bolt":             {"store/storetest"},
	"cli":                    {"cli/clitest", "model/validation"},
	"cli/walk/accessibility": {"cli/walk/browser"},
	"cli/walk/canvas":        {"cli/walk/browser", "model"},
	"cli/walk/fields":        {"cli/walk/browser"},
	"cli/walk/journey":       {"cli/walk/browser", "cli/clitest", "model"},
	"cli/walk/people":        {"cli/walk/browser", "cli/clitest"},
	"cli/walk/script":        {"cli/walk/browser"},
	"cli/walk/sight":         {"cli/walk/browser"},
	"cli/walk/view":          {"cli/walk/browser"},
	"diagram": {
		"diagram/engine", "diagram/engine/enginetest", "diagram/graph/graphtest", "diagram/layout/dot",
		"diagram/layout/route", "diagram/pdf", "diagram/raster", "diagram/typeface/typefacetest", "model/example",
		"diagram/layout/layouttest",
	},
	"diagram/differences":  {"diagram/engine", "diagram/engine/enginetest", "model/example"},
	"diagram/engine":       {"diagram/geom", "diagram/graph/graphtest", "diagram/layout/layouttest"},
	"diagram/layout":       {"diagram/graph/graphtest", "diagram/layout/layouttest"},
	"diagram/layout/route": {"diagram/graph/graphtest"},
	"diagram/scene/svg":    {"diagram/typeface/typefacetest"},
	"diagram/typeface":     {"diagram/typeface/typefacetest"},
	"model/concepttext":    {"model/validation"},
	"model/stored":         {"model/concepttext"},
	"model/validation":     {"model/concepttext", "model/example"},
	"model/workflow":       {"model/example"},
	"model/effect":         {"model/example"},
	"cql/parse":            {"cql/cassandratest", "cql/syntaxtest"},
}

// libraries lists, for each module that we depend on, the folders that may
// import it. A new library must be added here and to
// docs/adr/0002-dependencies.md.
var libraries = map[string][]string{
	"github.com/yuin/goldmark":      {"web/markdown"},
	"github.com/gertd/go-pluralize": {"model/internal/english"},
	"github.com/labstack/echo/v4": {
		"handlers", "handlers/advice", "handlers/api", "handlers/canvas", "handlers/cql", "handlers/derive", "handlers/feature", "handlers/help",
		"handlers/history", "handlers/home", "handlers/people", "handlers/queries", "handlers/review", "handlers/sizes",
	},
	"github.com/prometheus/client_golang": {"handlers/monitor"},
	"github.com/a-h/templ": {
		"handlers", "handlers/feature", "handlers/review", "web", "web/advice", "web/canvas", "web/cql", "web/derive", "web/help",
		"web/history", "web/home", "web/markdown", "web/operator", "web/people", "web/queries", "web/review", "web/sizes",
	},
	"github.com/tetratelabs/wazero":               {"diagram/engine/graphviz"},
	"github.com/hashicorp/golang-lru/v2":          {"diagram", "diagram/engine", "diagram/typeface", "handlers/identity", "handlers/limit", "handlers/webhooks"},
	"golang.org/x/sync":                           {"diagram/engine"},
	"golang.org/x/image":                          {"diagram/typeface"},
	"github.com/go-text/typesetting":              {"diagram/typeface"},
	"github.com/mtibben/confusables":              {"model/displayname"},
	"golang.org/x/text":                           {"handlers", "model/displayname", "model/people"},
	"go.etcd.io/bbolt":                            {"store/bolt", "store/sessions"},
	"github.com/andybalholm/brotli":               {"assets"},
	"github.com/klauspost/compress":               {"handlers", "diagram/raster"},
	"github.com/alecthomas/kong":                  {"cli"},
	"golang.org/x/term":                           {"cli"},
	"go.yaml.in/yaml/v4":                          {"cql/guardrails"},
	"golang.org/x/crypto":                         {"model/people"},
	"golang.org/x/oauth2":                         {"handlers/identity"},
	"github.com/alexedwards/scs/v2":               {"handlers/identity", "store/sessions"},
	"github.com/coreos/go-oidc/v3":                {"handlers/identity"},
	"github.com/rogpeppe/go-internal":             {"cli/clitest"},
	"github.com/apache/cassandra-gocql-driver/v2": {"cql/cassandratest"},
	"github.com/chromedp/chromedp":                {"cli/walk/browser"},
	"github.com/chromedp/cdproto":                 {"cli/walk/browser"},
}

// testLibraries lists the folders whose tests may also import a library. The
// folder a/* means all folders in a.
var testLibraries = map[string][]string{
	"github.com/google/go-cmp":                    {anywhere},
	"github.com/getkin/kin-openapi":               {"handlers"},
	"github.com/goccy/go-graphviz":                {"diagram/engine/graphviz"},
	"golang.org/x/net":                            {"handlers", "web/markdown"},
	"github.com/chromedp/chromedp":                {"assets", "cli/walk/*", "diagram"},
	"golang.org/x/image":                          {"diagram/scene/pages", "diagram/scene/svg"},
	"github.com/chromedp/cdproto":                 {"assets", "cli/walk/*"},
	"github.com/coreos/go-oidc/v3":                {"cli/walk/people"},
	"github.com/rogpeppe/go-internal":             {"cli"},
	"github.com/apache/cassandra-gocql-driver/v2": {"cql", "cql/migration", "cql/oracle", "cql/parse"},
}

const anywhere = "*"

// testOnly lists the folders that only tests, and other such folders, may import.
var testOnly = []string{"cli/clitest", "cli/walk/browser", "store/storetest", "cql/cassandratest", "cql/schematest", "cql/syntaxtest", "diagram/engine/enginetest", "diagram/graph/graphtest", "diagram/layout/layouttest", "diagram/typeface/typefacetest"}

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

// bypass matches code that bypasses templ's escaping: a conversion to one of
// its trusted types, or a content security policy that allows inline scripts.
var bypass = regexp.MustCompile(`templ\.(Raw|SafeURL|SafeCSS|SafeScript|SafeCSSProperty|JSUnsafeFuncCall)\(|script-src[^;]*'unsafe-`)

// picture begins the address of a picture that is part of its page: no text of a user is
// in it as it is.
const picture = `templ.SafeURL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(`

// Text that a user entered is always escaped by templ.
func TestPagesEscapeEverything(t *testing.T) {
	searched := 0
	for _, root := range []string{"web", "handlers"} {
		err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !isPageSource(path) {
				return err
			}
			searched++
			text, err := os.ReadFile(path)
			for number, line := range strings.Split(string(text), "\n") {
				if found := bypass.FindString(strings.ReplaceAll(line, picture, "")); found != "" {
					t.Errorf("%s:%d: %s bypasses the escaping of templ", path, number+1, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if searched < 10 {
		t.Errorf("searched only %d files; is the test in the root folder?", searched)
	}
}

func isPageSource(path string) bool {
	return strings.HasSuffix(path, ".templ") ||
		strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "_templ.go")
}
