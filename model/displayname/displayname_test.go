package model

import (
	"strings"
	"testing"
)

func TestCheckDisplayName(t *testing.T) {
	for _, name := range []string{"Hotel", "", "חדר במלון", "فندق الغرف", "旅館", "🚲👩‍👩‍👧‍👦", "नमस्ते", "نمی\u200cخواهم", "a b", "…", "é́"} {
		if err := CheckDisplayName(name); err != nil {
			t.Errorf("%q %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"in\u202evoice": "U+202E at character 3", "\u200fa": "U+200F at character 1", "a\u2066b\u2069": "U+2066", "\u061c": "U+061C",
		"a\x00": "control character U+0000", "a\nb": "control character U+000A", "x\u2028y": "U+2028", "\ufffe": "U+FFFE",
		"\xff": "UTF-8", "\u200b\u00ad ": "no visible", "\u3000": "no visible", "\u3164": "no visible",
		"ho\u200btel": "invisible character U+200B at character 3", "\ufeffa": "U+FEFF", "a\u00ad": "U+00AD", "a\u2060b": "U+2060",
	} {
		if err := CheckDisplayName(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}

func TestModelNameIsADisplayName(t *testing.T) {
	m := New("Hotel")
	_, err := Apply(m, RandomIDs(), Set{Element: ID(ModelKind), Field: "name", Was: "Hotel", Value: "Ho\u202etel"})
	if err == nil || !strings.Contains(err.Error(), "Name contains U+202E at character 3") {
		t.Errorf("error %v", err)
	}
}

func TestNamesOfElementsAreDisplayNames(t *testing.T) {
	for _, kind := range []Kind{EntityKind, AttributeKind, RelationshipKind, QueryKind, TableKind, ColumnKind, RelationElement, StepKind, ActorKind} {
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
	read, err := Decode(m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	must(t, read, Set{Element: "customer", Field: "note", Value: "of a shop"})
}
