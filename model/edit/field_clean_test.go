package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

// FuzzOptions checks that parseOptions reverses formatOptions.
func FuzzOptions(f *testing.F) {
	for _, text := range []string{"", "a = 1", "comment = 'x = y'\n\ngc_grace_seconds=10", "a = {'b':\n 1,\n\n 2}", " a = 1", "a =", "= 1", "a = 1\na = 2"} {
		f.Add(text)
	}
	field := optionsField("options", "Options", func(k *model.Keyspace) *model.Options { return &k.Options })
	f.Fuzz(func(t *testing.T, text string) {
		text, err := field.clean(text)
		if err != nil {
			return
		}
		options, err := parseOptions(text)
		if err != nil {
			return
		}
		again, err := parseOptions(formatOptions(options))
		if diff := cmp.Diff(options, again); err != nil || diff != "" {
			t.Errorf("%q reads as %q, then %v (-first +again):\n%s", text, options, err, diff)
		}
	})
}

func TestModelNameIsADisplayName(t *testing.T) {
	m := model.New("Hotel")
	_, err := Apply(m, model.RandomIDs(), Set{Element: model.ID(model.ModelKind), Field: "name", Was: "Hotel", Value: "Ho\u202etel"})
	if err == nil || !strings.Contains(err.Error(), "Name contains U+202E at character 3") {
		t.Errorf("error %v", err)
	}
}

func TestNamesOfElementsAreDisplayNames(t *testing.T) {
	for _, kind := range []model.Kind{model.EntityKind, model.AttributeKind, model.RelationshipKind, model.QueryKind, model.TableKind, model.ColumnKind, model.RelationElement, model.StepKind, model.ActorKind} {
		field, found := FieldOf(kind, "name")
		if !found {
			t.Errorf("%s has no name", kind)
			continue
		}
		for _, name := range []string{"Ho\u202etel", "ho\u200btel", "\u2066"} {
			if _, err := field.clean(name); err == nil || !strings.HasPrefix(err.Error(), field.Label+" ") {
				t.Errorf("%s %q: error %v", kind, name, err)
			}
		}
	}
}

// A name that an earlier version stored does not stop other changes.
func TestStoredNamesWithHiddenCharactersOpen(t *testing.T) {
	m := shop(t)
	m.Concepts.Entities["customer"].Name = "Cu\u202estomer"
	read, err := model.Decode(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	must(t, read, Set{Element: "customer", Field: "note", Value: "of a shop"})
}
