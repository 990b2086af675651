package files_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/files"
	"widerow/cql/syntax"
	"widerow/model"
)

// folder writes files to a new folder and opens it. Their names are relative to it.
func folder(t *testing.T, texts map[string]string) *files.Folder {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range texts {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opened, err := files.OpenFolder(".", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	return opened
}

func names(inputs []files.Input) []string {
	var names []string
	for _, input := range inputs {
		names = append(names, filepath.ToSlash(input.Name))
	}
	return names
}

// TestOrder: files of golang-migrate, Flyway, cqlmigrate and others are read in the
// order in which those tools run them.
func TestOrder(t *testing.T) {
	for _, want := range [][]string{
		{"V1__a.cql", "V1.1__b.cql", "V1_2__c.cql", "V2__a.cql", "V10__a.cql", "R__views.cql"},
		{"v001__a.cql", "V2__b.cql", "v0010__c.cql"},
		{"1_a.up.cql", "2_b.up.cql", "10_a.up.cql", "20260101120000_c.up.cql"},
		{"001.cql", "002-users.cql", "10.cql"},
		{"1_2fa.cql", "1_users.cql", "2_a.cql"},
		{"bootstrap.cql", "keyspace.cql", "tables.cql", "tables2.cql", "tables10.cql"},
		{"b.cql", "a/a.cql", "a/b.cql", "a/b/c.cql", "b/a.cql"},
		{"z.cql", "V1/a.cql", "V2/a.cql", "V10/a.cql"},
	} {
		got := slices.Clone(want)
		random := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			random.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
			slices.SortFunc(got, files.ComparePaths)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("order (-want +got):\n%s", diff)
			}
		}
	}
}

func TestFolder(t *testing.T) {
	opened := folder(t, map[string]string{
		"V1__a.cql": "", "U1__a.cql": "", "u.cql": "", "2_b.down.cql": "", "2_b.up.cql": "", "rollback.cql/x.txt": "", "3-undo.cql": "",
		"undo_4.CQL": "", "5_downloads.cql": "", "count_down_timers.cql": "", "down/1.cql": "", ".git/a.cql": "", ".hidden.cql": "", "notes.md": "",
		"deep/er/6.cql": "", "main.cqlsh": "SOURCE 'part.cql'; SOURCE 'deep/7.cql'", "part.cql": "", "deep/7.cql": "",
	})
	inputs, undoing, err := opened.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"2_b.up.cql", "5_downloads.cql", "count_down_timers.cql", "main.cqlsh", "u.cql", "V1__a.cql", "deep/er/6.cql"}
	if diff := cmp.Diff(want, names(inputs)); diff != "" {
		t.Errorf("scripts (-want +got):\n%s", diff)
	}
	slices.Sort(undoing)
	if diff := cmp.Diff([]string{"2_b.down.cql", "3-undo.cql", "U1__a.cql", filepath.Join("down", "1.cql"), "undo_4.CQL"}, undoing); diff != "" {
		t.Errorf("scripts that undo (-want +got):\n%s", diff)
	}
}

// TestFilesThatContainEachOther: no file is left out.
func TestFilesThatContainEachOther(t *testing.T) {
	opened := folder(t, map[string]string{"a.cql": "SOURCE 'b.cql'", "b.cql": "SOURCE 'a.cql'"})
	inputs, _, err := opened.Inputs()
	if err != nil || len(inputs) != 2 {
		t.Errorf("%v, %v", names(inputs), err)
	}
}

func join(t *testing.T, options files.Options, inputs ...files.Input) *files.Script {
	t.Helper()
	options.Target, options.Limit = model.Cassandra50, 1<<20
	script, err := files.Join(inputs, options)
	if err != nil {
		t.Fatal(err)
	}
	return script
}

// TestPlaces: each word of a joined text maps to its place in a file.
func TestPlaces(t *testing.T) {
	opened := folder(t, map[string]string{
		"a.cql": "é one\r\ntwo; /* x */ SOURCE 'b.cql' ; three;\nSOURCE 'c.cql'\n  four",
		"b.cql": "\ufefffive\nsix",
		"c.cql": "source 'b.cql'; seven",
	})
	inputs, _, err := opened.Inputs()
	if err != nil || len(inputs) != 1 {
		t.Fatal(names(inputs), err)
	}
	script := join(t, files.Options{}, inputs[0], files.Input{Name: "last", Text: "eight\nnine"})
	want := map[string]string{"one": "a.cql:1:3", "two": "a.cql:2:1", "three": "a.cql:2:31", "four": "a.cql:4:3", "five": "b.cql:1:1",
		"six": "b.cql:2:1", "seven": "c.cql:1:17", "eight": "last:1:1", "nine": "last:2:1"}
	scanner := syntax.NewScanner(script.Text)
	var order []string
	for token := scanner.Scan(); token.Kind != syntax.EndOfText; token = scanner.Scan() {
		if token.Kind != syntax.Name {
			continue
		}
		word := scanner.Text(token)
		order = append(order, word)
		place := script.Start(int(token.Start.Line), int(token.Start.Column))
		got := place.File.Name + ":" + syntax.Position{Line: int32(place.Line), Column: int32(place.Column)}.String()
		if got != want[word] && word != "é" {
			t.Errorf("%s is at %s, want %s", word, got, want[word])
		}
	}
	if got, want := strings.Join(order, " "), "one two five six three five six seven four eight nine"; got != want {
		t.Errorf("order %q, want %q\n%s", got, want, script.Text)
	}
}

func TestDefine(t *testing.T) {
	const text = "a ${x} b {{ y }} c ${z} ${x}\n${empty}d '{{x}}' ${ x }"
	script := join(t, files.Options{Define: map[string]string{"x": "lönger value", "y": "s", "empty": ""}}, files.Input{Text: text})
	if want := "a lönger value b s c ${z} lönger value\nd 'lönger value' lönger value\n"; script.Text != want {
		t.Errorf("%q, want %q", script.Text, want)
	}
	for _, test := range []struct{ line, column, start, end int }{
		{1, 1, 1, 1}, {1, 3, 3, 3}, {1, 5, 3, 7}, {1, 15, 7, 7}, {1, 16, 8, 8}, {1, 18, 10, 10}, {1, 19, 17, 17}, {1, 20, 18, 18},
		{1, 22, 20, 20}, {1, 27, 25, 25}, {1, 28, 25, 29}, {1, 39, 29, 29}, {2, 2, 10, 10}, {2, 4, 12, 12}, {2, 5, 12, 17}, {2, 18, 19, 19}, {2, 19, 19, 25},
	} {
		start, end := script.Start(test.line, test.column), script.End(test.line, test.column)
		if start.Line != test.line || end.Line != test.line || start.Column != test.start || end.Column != test.end {
			t.Errorf("%d:%d is from %d to %d, want from %d to %d", test.line, test.column, start.Column, end.Column, test.start, test.end)
		}
	}
}

// TestSourceGrowth: files that include others twice do not grow without bound.
func TestSourceGrowth(t *testing.T) {
	texts := map[string]string{"z.cql": strings.Repeat("USE k;\n", 100)}
	last := "z.cql"
	for _, name := range []string{"y.cql", "x.cql", "w.cql", "v.cql", "u.cql", "t.cql", "s.cql", "r.cql", "q.cql", "p.cql", "o.cql", "n.cql"} {
		texts[name] = strings.Repeat("SOURCE '"+last+"';\n", 10)
		last = name
	}
	inputs, _, err := folder(t, texts).Inputs()
	if err != nil || len(inputs) != 1 {
		t.Fatal(names(inputs), err)
	}
	if _, err := files.Join(inputs, files.Options{Limit: 1 << 20}); !errors.Is(err, files.ErrTooLarge) {
		t.Errorf("error %v, want %v", err, files.ErrTooLarge)
	}
}

func FuzzPlaces(f *testing.F) {
	f.Add("a ${x}\nb", "SOURCE 'b'; {{x}} c", "value")
	f.Fuzz(func(t *testing.T, first, second, value string) {
		if strings.ContainsAny(value, "\r\n") {
			return
		}
		script, err := files.Join([]files.Input{{Name: "first", Text: first}, {Name: "second", Text: second}},
			files.Options{Limit: 1 << 20, Define: map[string]string{"x": value}})
		if err != nil {
			return
		}
		for i, line := range strings.Split(script.Text, "\n") {
			for column := range len(line) + 2 {
				start, end := script.Start(i+1, column+1), script.End(i+1, column+1)
				if start.Line < 1 || start.Column < 1 || end.Line != start.Line || end.Column < start.Column {
					t.Fatalf("%d:%d of %q is from %+v to %+v", i+1, column+1, script.Text, start, end)
				}
			}
		}
	})
}
