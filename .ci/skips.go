// Command skips reads the output of `go test -json` and prints it as go test
// would, followed by the slowest tests and by the skipped ones with their reasons.
// It fails if a test failed, or if a test was skipped for a reason that matches
// none of its arguments, which are regular expressions.
package main

import (
	"bufio"
	"cmp"
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
	Elapsed                                   float64 // seconds, of the last event of a test
}

// test identifies a test, or a package if name is empty.
type test struct{ pkg, name string }

type report struct {
	output map[test]*strings.Builder // of tests that have not ended
	skips  map[string][]string       // tests by reason
	times  map[test]float64          // seconds of tests, those of their subtests included
	failed bool
}

const slowest = 15 // tests that are listed

func main() {
	log.SetFlags(0)
	log.SetPrefix("skips: ")
	var expected []*regexp.Regexp
	for _, argument := range os.Args[1:] {
		expected = append(expected, regexp.MustCompile(argument))
	}
	r := report{output: map[test]*strings.Builder{}, skips: map[string][]string{}, times: map[test]float64{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Println(lines.Text())
			continue
		}
		r.add(e)
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	r.printSlowest()
	if r.printSkips(expected) || r.failed {
		os.Exit(1)
	}
}

func (r *report) add(e event) {
	t := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Print(e.Output)
	case "output":
		if r.output[t] == nil {
			r.output[t] = &strings.Builder{}
		}
		r.output[t].WriteString(e.Output)
	case "pass", "skip", "fail":
		r.time(t, e.Elapsed)
		r.end(t, e.Action)
	}
}

// time records how long a test took. The time of a test does not have that of its
// parallel subtests, so the sum of these counts if it is more.
func (r *report) time(t test, seconds float64) {
	top, sub, isSub := strings.Cut(t.name, "/")
	switch whole := (test{t.pkg, top}); {
	case isSub && !strings.Contains(sub, "/"):
		r.times[whole] += seconds
	case !isSub && top != "":
		r.times[whole] = max(r.times[whole], seconds)
	}
}

// end prints the whole output of a failed test, or the last line of a package.
func (r *report) end(t test, action string) {
	output := ""
	if r.output[t] != nil {
		output = r.output[t].String()
	}
	delete(r.output, t)
	switch {
	case action == "fail":
		r.failed = true
		if t.name == "" {
			r.printUnended(t.pkg)
		}
		fmt.Print(output)
	case t.name == "":
		lines := strings.Split(strings.TrimSpace(output), "\n")
		fmt.Println(lines[len(lines)-1])
	case action == "skip":
		reason := skipReason(output)
		r.skips[reason] = append(r.skips[reason], t.pkg+"."+t.name)
	}
}

// printUnended prints the output of the tests that a panic or the time limit
// interrupted.
func (r *report) printUnended(pkg string) {
	for t, output := range r.output {
		if t.pkg == pkg {
			fmt.Print(output)
			delete(r.output, t)
		}
	}
}

var testMessage = regexp.MustCompile(`(?m)^\s+\S+\.go:\d+: (.*)$`)

// skipReason returns the last message of a skipped test.
func skipReason(output string) string {
	found := testMessage.FindAllStringSubmatch(output, -1)
	if len(found) == 0 {
		return "no reason"
	}
	return found[len(found)-1][1]
}

// printSlowest lists the tests that took longest. Tests of several packages run
// at the same time: the figures compare tests of one run, not of two.
func (r *report) printSlowest() {
	tests := slices.SortedFunc(maps.Keys(r.times), func(a, b test) int { return cmp.Compare(r.times[b], r.times[a]) })
	fmt.Println("slowest tests:")
	for _, t := range tests[:min(slowest, len(tests))] {
		fmt.Printf("    %6.1f s  %s.%s\n", r.times[t], t.pkg, t.name)
	}
}

// printSkips lists the skipped tests and reports whether one was unexpected.
func (r *report) printSkips(expected []*regexp.Regexp) (unexpected bool) {
	for _, reason := range slices.Sorted(maps.Keys(r.skips)) {
		mark := "skipped"
		if !slices.ContainsFunc(expected, func(e *regexp.Regexp) bool { return e.MatchString(reason) }) {
			mark, unexpected = "SKIPPED UNEXPECTEDLY", true
		}
		fmt.Printf("%s: %s\n", mark, reason)
		for _, name := range r.skips[reason] {
			fmt.Println("    " + name)
		}
	}
	return unexpected
}
