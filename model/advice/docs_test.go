package advice_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"widerow/model/advice"
)

var update = flag.Bool("update", false, "write docs/advice.md")

// docs/advice.md has a section for each rule, as the code has it.
func TestDocumentation(t *testing.T) {
	var text strings.Builder
	text.WriteString("# Advice\n\n`widerow check` and the page Advice of a model say what experience advises. Each rule has a code; `widerow advice CODE` prints it.\n" +
		"A finding is accepted on its page, or in a script by a comment above the statement: `-- widerow:ignore CODE reason`.\n" +
		"With `--policy FILE|NAME` the guardrails of a cluster become the thresholds, and fail the run; otherwise advice fails it only with `--fail-on`.\n\n" +
		"This page is made by `go generate ./model/advice`.\n")
	seen := map[string]bool{}
	for _, rule := range advice.Rules {
		if seen[rule.Code] {
			t.Errorf("two rules %s", rule.Code)
		}
		seen[rule.Code] = true
		fmt.Fprintf(&text, "\n## %s\n\n**%s.** %s\n\n*Instead:* %s\n", rule.Code, rule.Title, rule.Why, rule.Do)
		if example, found := advice.Examples[rule.Code]; found {
			fmt.Fprintf(&text, "\nFires on:\n\n```sql\n%s\n```\n\nSilent on:\n\n```sql\n%s\n```\n", example.Bad, example.Good)
		}
		fmt.Fprintf(&text, "\nSource: %s\n", rule.Source)
	}
	const file = "../../docs/advice.md"
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != text.String() {
		t.Errorf("docs/advice.md is out of date: run go generate ./model/advice (%v)", err)
	}
}
