package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
)

// TestDeriveOffersSplits: the text form says how to split partitions that are over a limit,
// of others nothing.
func TestDeriveOffersSplits(t *testing.T) {
	for _, test := range []struct{ messages, want string }{
		{"5000000", "  to split: bucket of a "},
		{"50", ""},
	} {
		b := &conceptsBuilder{t, model.New("chat")}
		b.entity("Room", "", "id key")
		b.entity("Message", "true", "id partial", "date", "body")
		b.relationship("has", "true", "room 1", "message n")
		b.query("Q1", "messageid messagebody given roomid")
		b.add(model.SortKind, "q1", "sorted", "attribute", "messagedate", "descending", "true")
		for element, value := range map[model.ID]string{"room": "1000", "has1": test.messages} {
			field := map[model.ID]string{"room": "instances", "has1": "count"}[element]
			after, err := model.Apply(b.m, model.RandomIDs(), model.Set{Element: element, Field: field, Value: value})
			if err != nil {
				t.Fatal(err)
			}
			b.m = after
		}
		file := filepath.Join(t.TempDir(), "chat.json")
		if err := os.WriteFile(file, b.m.Encode(), 0o600); err != nil {
			t.Fatal(err)
		}
		_, text, _ := run(t, "", "derive", file)
		var splits []string
		for line := range strings.Lines(text) {
			if strings.Contains(line, "to split") {
				splits = append(splits, line)
			}
		}
		if all := strings.Join(splits, ""); test.want == "" && all != "" || !strings.Contains(all, test.want) {
			t.Errorf("%s messages: %q, want %q", test.messages, all, test.want)
		}
	}
}
