// Command goroutines prints what go test is to run with the race detector: each line
// has the arguments of one go test. Only where several goroutines run can the detector
// find anything. So it is given
//   - all tests of a package whose own code starts a goroutine,
//   - of the other packages those tests that start one, by themselves, by a function of
//     the tests or by a package for tests, as storetest.
//
// Left out are tests whose only other goroutines are those that an imported package
// starts: they are watched in that package's own tests. Left out is, too, what drives
// a browser or a Cassandra: what these test runs in another process.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
)

const browser, cassandra = "github.com/chromedp/chromedp", "widerow/cql/cassandratest"

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	TestImports, XTestImports          []string
}

func (p listed) tests() []string   { return slices.Concat(p.TestGoFiles, p.XTestGoFiles) }
func (p listed) imports() []string { return slices.Concat(p.TestImports, p.XTestImports) }

func main() {
	log.SetFlags(0)
	log.SetPrefix("goroutines: ")
	packages, err := list()
	if err != nil {
		log.Fatal(err)
	}
	var whole, parts, names []string
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		p := packages[name]
		if len(p.tests()) == 0 {
			continue
		}
		if read(p.Dir, p.GoFiles).startDirectly() {
			whole = append(whole, name)
		} else if tests := startingTests(packages, p); len(tests) > 0 {
			parts, names = append(parts, name), append(names, tests...)
		}
	}
	if len(whole) == 0 || len(parts) == 0 {
		log.Fatal("no goroutine is started: the search for them must be wrong")
	}
	fmt.Println(strings.Join(whole, " "))
	fmt.Printf("-run=^(%s)$ %s\n", strings.Join(names, "|"), strings.Join(parts, " "))
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

// startingTests returns the names of the tests of a package that start a goroutine.
func startingTests(packages map[string]listed, p listed) []string {
	if slices.Contains(p.imports(), browser) {
		return nil
	}
	code := read(p.Dir, p.tests())
	for _, imported := range p.imports() {
		helper, ours := packages[imported]
		if !ours || !strings.HasSuffix(imported, "test") || imported == cassandra {
			continue
		}
		for name := range read(helper.Dir, helper.GoFiles).starting() {
			code[path.Base(imported)+"."+name] = []string{goroutine}
		}
	}
	var tests []string
	for name := range code.starting() {
		if strings.HasPrefix(name, "Test") && name != "TestMain" {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests
}
