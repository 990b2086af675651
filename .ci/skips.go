// Command skips shows what `go test -json` says on its standard input as go
// test would show it, then the tests that were skipped, with their reasons. It
// fails on a failed test, and on a skip whose reason matches none of the regular
// expressions that are its arguments.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// event is a line of go test -json (go doc test2json).
type event struct {
	Action, ImportPath, Package, Test, Output string
}

// test names a test; one without a name stands for its package.
type test struct{ pkg, name string }

type report struct {
	said   map[test]*strings.Builder // of tests that have not ended
	skips  map[string][]string       // tests by reason
	failed bool
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("skips: ")
	var expected []*regexp.Regexp
	for _, argument := range os.Args[1:] {
		expected = append(expected, regexp.MustCompile(argument))
	}
	r := report{said: map[test]*strings.Builder{}, skips: map[string][]string{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Println(lines.Text())
			continue
		}
		r.take(e)
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	if r.tellSkips(expected) || r.failed {
		os.Exit(1)
	}
}

func (r *report) take(e event) {
	t := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Print(e.Output)
	case "output":
		if r.said[t] == nil {
			r.said[t] = &strings.Builder{}
		}
		r.said[t].WriteString(e.Output)
	case "pass", "skip", "fail":
		r.end(t, e.Action)
	}
}

// end shows what a failed test said, and of a package its last line.
func (r *report) end(t test, action string) {
	said := ""
	if r.said[t] != nil {
		said = r.said[t].String()
	}
	delete(r.said, t)
	switch {
	case action == "fail":
		r.failed = true
		if t.name == "" {
			r.showUnended(t.pkg)
		}
		fmt.Print(said)
	case t.name == "":
		lines := strings.Split(strings.TrimSpace(said), "\n")
		fmt.Println(lines[len(lines)-1])
	case action == "skip":
		reason := reasonIn(said)
		r.skips[reason] = append(r.skips[reason], t.pkg+"."+t.name)
	}
}

// showUnended shows what the tests said that a panic or the time limit ended.
func (r *report) showUnended(pkg string) {
	for t, said := range r.said {
		if t.pkg == pkg {
			fmt.Print(said)
			delete(r.said, t)
		}
	}
}

var saidAt = regexp.MustCompile(`(?m)^\s+\S+\.go:\d+: (.*)$`)

// reasonIn is the last message of a skipped test.
func reasonIn(said string) string {
	found := saidAt.FindAllStringSubmatch(said, -1)
	if len(found) == 0 {
		return "no reason"
	}
	return found[len(found)-1][1]
}

// tellSkips lists the skipped tests and tells whether one was not expected.
func (r *report) tellSkips(expected []*regexp.Regexp) (unexpected bool) {
	for _, reason := range slices.Sorted(maps.Keys(r.skips)) {
		mark := "skipped"
		if !slices.ContainsFunc(expected, func(e *regexp.Regexp) bool { return e.MatchString(reason) }) {
			mark, unexpected = "SKIPPED WITHOUT NEED", true
		}
		fmt.Printf("%s: %s\n", mark, reason)
		for _, name := range r.skips[reason] {
			fmt.Println("    " + name)
		}
	}
	return unexpected
}
