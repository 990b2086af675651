package ring

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"widerow/model"
)

func column(name, typ string, role model.Role) *model.Column {
	return &model.Column{Name: name, Type: model.Native(typ), Role: role}
}

// messages is the key ((room text, day date), sent timestamp DESC, sender text).
func messages() []*model.Column {
	sent := column("sent", "timestamp", model.Clustering)
	sent.Descending = true
	return []*model.Column{column("room", "text", model.Partition), column("day", "date", model.Partition), sent, column("sender", "text", model.Clustering)}
}

// text lists the partitions with the lines of their rows.
func text(partitions []Partition) string {
	var lines []string
	for _, partition := range partitions {
		line := fmt.Sprint(partition.Values, ":")
		for _, row := range partition.Rows {
			line += fmt.Sprintf(" %d", row.Line)
			if row.Overwritten > 0 {
				line += fmt.Sprintf("(%d)", row.Overwritten)
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestExplain(t *testing.T) {
	partitions, err := Explain(messages(), `lobby, 2026-05-04, 2026-05-04 08:00Z, ana
lobby, '2026-05-04', 2026-05-04 09:00Z, ben

'bar, ''old''', 2026-05-04, 2026-05-04 09:00Z, ben
lobby, 2026-05-04, 2026-05-04 09:00Z, ana
lobby, 2026-05-04, 2026-05-04 08:00:00+0000, ana`)
	if err != nil {
		t.Fatal(err)
	}
	if partitions[0].Token > partitions[1].Token {
		t.Error("partitions are not in the order of tokens")
	}
	got := text(partitions)
	for _, want := range []string{"[lobby 2026-05-04]: 5 2 1(6) 6", "[bar, 'old' 2026-05-04]: 4"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Without clustering columns a partition has one row: the last one.
func TestRowsOfASimpleKeyOverwriteEachOther(t *testing.T) {
	partitions, err := Explain([]*model.Column{column("k", "text", model.Partition)}, "a\na\na")
	if err != nil || text(partitions) != "[a]: 1(2) 2(3) 3" {
		t.Errorf("%v\n%s", err, text(partitions))
	}
}

// Decimals that are equal are one clustering value, but two partition keys.
func TestEqualDecimals(t *testing.T) {
	clustered := []*model.Column{column("k", "int", model.Partition), column("price", "decimal", model.Clustering)}
	if partitions, err := Explain(clustered, "1, 1.0\n1, 1.00\n1, -3"); err != nil || text(partitions) != "[1]: 3 1(2) 2" {
		t.Errorf("%v\n%s", err, text(partitions))
	}
	if partitions, err := Explain([]*model.Column{column("price", "decimal", model.Partition)}, "1.0\n1.00"); err != nil || len(partitions) != 2 {
		t.Errorf("%v\n%s", err, text(partitions))
	}
}

func TestExplainNamesTheLineAndTheColumn(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\nlobby, 2026-13-04, 0, ana", `line 2, column day: "2026-13-04" is not a value of type date; expected 2026-05-04`},
		{"lobby, 2026-05-04, 0", "line 1: expected 4 values, one for each key column, got 3"},
		{"lobby, 2026-05-04, 0, ", "line 1, column sender: expected a value"},
		{"'lobby, 2026-05-04, 0, a", "line 1: a quote is not closed"},
		{"'lobby' x, 2026-05-04, 0, a", "line 1: expected a comma after 'lobby'"},
		{strings.Repeat("a", 65536) + ", 2026-05-04, 0, a", "line 1, column room: a value in a key has at most 65535 bytes, this one has 65536"},
		{strings.Repeat("a, 2026-05-04, 0, a\n", 201), "line 201: at most 200 rows are shown"},
	} {
		_, err := Explain(messages(), c.text)
		var line *LineError
		if !errors.As(err, &line) || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Explain([]*model.Column{column("k", "text", model.Partition)}, "''"); err == nil {
		t.Error("an empty partition key is accepted")
	}
}

func TestOrderOfValues(t *testing.T) {
	for typ, values := range map[string]string{
		"int": "-2, -1, 0, 7", "varint": "-300, -1, 0, 5, 128", "decimal": "-3, -0.5, 1, 1.5, 1e2", "text": "B, a, é", "boolean": "false, true",
		"double": "-Infinity, -1.5, -0.0, 0, 2, Infinity, NaN", "float": "-2, -1, 0.5", "timestamp": "1969-12-31, 1970-01-01",
		"timeuuid": "50554d6e-29bb-11e5-b345-feff819cdc9f, 00000000-29bc-11e5-8000-000000000000, 00000000-29bc-11e5-0000-000000000000",
		"uuid":     "ffffffff-0000-1000-8000-000000000000, 00000000-0001-1000-8000-000000000000, 123e4567-e89b-42d3-a456-426614174000",
	} {
		var last []byte
		for i, text := range strings.Split(values, ", ") {
			value, err := Encode(model.Native(typ), text)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 && Compare(model.Native(typ), last, value) >= 0 {
				t.Errorf("%s: %s is not after the value before it", typ, text)
			}
			last = value
		}
	}
}

// The sample of every type is read without an error, and no row overwrites another.
func TestSample(t *testing.T) {
	for typ := range encoders {
		columns := []*model.Column{column("room_id", typ, model.Partition), column("sent_at", typ, model.Clustering)}
		partitions, err := Explain(columns, Sample(columns))
		if err != nil {
			t.Errorf("%s: %v", typ, err)
			continue
		}
		if strings.Contains(text(partitions), "(") || len(partitions) < 2 {
			t.Errorf("%s:\n%s", typ, text(partitions))
		}
	}
	if got := Sample(messages()); got != Sample(messages()) || strings.Count(got, "room-1, 2026-05-04, ") != 3 {
		t.Errorf("the sample is\n%s", got)
	}
}
