package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
)

// With --lookups, derive adds the tables by which updates find what they write. Without it, check names them as missing, an error.
func TestDeriveLookups(t *testing.T) {
	b := &conceptsBuilder{t: t, m: model.New("lookups")}
	b.entity("Agent", "", "id key", "name")
	b.entity("Ticket", "", "id key", "subject")
	b.relationship("handles", "", "agent 1", "ticket n")
	b.query("Q1", "ticketid ticketsubject given agentid")
	b.add(model.UpdateElement, "", "u1", "label", "U1", "name", "Rename", "kind", "change")
	b.add(model.WriteKind, "u1", "u1w", "element", "ticketsubject")
	file := filepath.Join(t.TempDir(), "lookups.json")
	if err := os.WriteFile(file, b.m.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags  []string
		code   int
		tables []string
	}{{nil, 1, []string{"tickets_by_agent (new)"}}, {[]string{"--lookups"}, 0, []string{"tickets_by_agent (new)", "agents_by_ticket (new)"}}} {
		code, stdout, stderr := run(t, "", append([]string{"derive", file}, test.flags...)...)
		for _, table := range test.tables {
			if code != test.code || !strings.Contains(stdout, table) {
				t.Errorf("%v: exit %d, %s is missing:\n%s\n%s", test.flags, code, table, stdout, stderr)
			}
		}
	}
	_, document, _ := run(t, "", "derive", "--lookups", "--format", "document", file)
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ := run(t, "", "check", file); code != 0 || strings.Contains(stdout, "update/lookup") {
		t.Errorf("exit %d:\n%s", code, stdout)
	}
}
