package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// TestDeriveSplits: partitions that are over a limit are split, and the text form explains the
// split, with the statement of all buckets and the other choices. The text form is silent about
// other partitions.
func TestDeriveSplits(t *testing.T) {
	for _, test := range []struct {
		messages    string
		flags, want []string
	}{
		{"5000000", nil, []string{"  split: bucket of a week", "without it a partition has 5,000,000 rows", "Run once for each week", "  or --split messages_by_room=none", "one partition for each week"}},
		{"5000000", []string{"--split", "messages_by_room=none"}, []string{"  to split: --split messages_by_room=1 bucket of a week"}},
		{"5000000", []string{"--split", "messages_by_room=2"}, []string{"  split: hash bucket", "Run once for each bucket (", "merges"}},
		{"50", nil, nil},
		{"", nil, []string{"sizes are not known: the concepts have no number of instances, so no partition is judged or split"}},
	} {
		b := &conceptsBuilder{t, model.New("chat")}
		b.entity("Room", "", "id key")
		b.entity("Message", "true", "id partial", "date", "body")
		b.relationship("has", "true", "room 1", "message n")
		b.query("Q1", "messageid messagebody given roomid")
		b.add(model.SortKind, "q1", "sorted", "attribute", "messagedate", "descending", "true")
		rooms := map[bool]string{true: "1000"}[test.messages != ""]
		for element, value := range map[model.ID]string{"room": rooms, "has1": test.messages} {
			field := map[model.ID]string{"room": "instances", "has1": "count"}[element]
			after, err := edit.Apply(b.m, model.RandomIDs(), edit.Set{Element: element, Field: field, Value: value})
			if err != nil {
				t.Fatal(err)
			}
			b.m = after
		}
		file := filepath.Join(t.TempDir(), "chat.json")
		if err := os.WriteFile(file, b.m.Encode(), 0o600); err != nil {
			t.Fatal(err)
		}
		code, text, problems := run(t, "", append(append([]string{"derive"}, test.flags...), file)...)
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, problems)
		}
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s messages, %s: no %q in\n%s", test.messages, test.flags, want, text)
			}
		}
		if split := strings.Contains(text, "split"); split != (test.want != nil) {
			t.Errorf("%s messages: says of a split: %v", test.messages, split)
		}
		if warned, left := strings.Contains(problems, "[size/partition]"), slices.Contains(test.flags, "messages_by_room=none"); warned != left {
			t.Errorf("%s messages, %s: warned %v: %s", test.messages, test.flags, warned, problems)
		}
		again, _, _ := run(t, "", append(append([]string{"derive", "--format", "document"}, test.flags...), file)...)
		if again != 0 {
			t.Errorf("%s messages: exit code %d", test.messages, again)
		}
	}
}

// TestSplitChoices: a split that there is not is refused, with those that there are.
func TestSplitChoices(t *testing.T) {
	file := filepath.Join("..", "model", "example", "hotel.json")
	for value, want := range map[string]string{
		"nothing=1": "no table nothing is derived, but ", "hotels_by_poi=1": "within the limits", "rooms_by_hotel_date=9": "no table rooms_by_hotel_date is derived",
	} {
		if code, _, problems := run(t, "", "derive", "--split", value, file); code != 2 || !strings.Contains(problems, want) {
			t.Errorf("--split %s: exit code %d, %s", value, code, problems)
		}
	}
}

// TestLeastSplit: a table that no split brings below the limits gets the one that leaves the least, and the
// warning names what would help.
func TestLeastSplit(t *testing.T) {
	b := &conceptsBuilder{t, model.New("chat")}
	b.entity("Room", "", "id key")
	b.entity("Message", "", "id key", "body")
	b.relationship("has", "", "room 1", "message n")
	b.query("Q1", "messageid messagebody given roomid")
	file := filepath.Join(t.TempDir(), "chat.json")
	for element, field := range map[model.ID][2]string{"room": {"instances", "1000"}, "has1": {"count", "500000000"}, "messagebody": {"length", "200"}} {
		after, err := edit.Apply(b.m, model.RandomIDs(), edit.Set{Element: element, Field: field[0], Value: field[1]})
		if err != nil {
			t.Fatal(err)
		}
		b.m = after
	}
	if err := os.WriteFile(file, b.m.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, derived, problems := run(t, "", "derive", file)
	for text, want := range map[string]string{derived: "  split: hash bucket 0…1023: partition of ", problems: "over the limit of 100 MB; no split brings it below, and this one leaves the least [size/partition]"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if want := "hint: What would help: 8,192 buckets (on the page Split partitions; each read asks them all), "; !strings.Contains(problems, want) {
		t.Errorf("no %q in\n%s", want, problems)
	}
}

// TestSplitUnderALimit: a query with a LIMIT reads buckets of time from the newest on until it has enough rows, for derive
// and for check alike.
func TestSplitUnderALimit(t *testing.T) {
	b := &conceptsBuilder{t, model.New("chat")}
	b.entity("Room", "", "id key")
	b.entity("Message", "true", "id partial", "date", "body")
	b.relationship("has", "true", "room 1", "message n")
	b.query("Q1", "messageid messagebody given roomid")
	b.add(model.SortKind, "q1", "sorted", "attribute", "messagedate", "descending", "true")
	for element, field := range map[model.ID][2]string{"room": {"instances", "1000"}, "has1": {"count", "5000000"}, "q1": {"limit", "50"}, "messagebody": {"length", "100"}} {
		after, err := edit.Apply(b.m, model.RandomIDs(), edit.Set{Element: element, Field: field[0], Value: field[1]})
		if err != nil {
			t.Fatal(err)
		}
		b.m = after
	}
	file := filepath.Join(t.TempDir(), "chat.json")
	if err := os.WriteFile(file, b.m.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, derived, _ := run(t, "", "derive", file)
	_, document, _ := run(t, "", "derive", "--format", "document", file)
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	_, checked, _ := run(t, "", "check", file)
	if want := "Q1 reads 1 partition, at worst 53"; !strings.Contains(derived, want) {
		t.Errorf("no %q in\n%s", want, derived)
	}
	for _, want := range []string{"reads 1 partition, 50 rows, ", "worst 53 partitions", "Run once for each week (up to 53), in the order of date descending, until there are 50 rows."} {
		if !strings.Contains(checked, want) {
			t.Errorf("no %q in\n%s", want, checked)
		}
	}
}
