package diagram

import (
	"strings"
	"testing"

	"widerow/diagram/figure"
	"widerow/model"
)

// rename gives every element of a model the same hostile name.
func rename(m *model.Model, name string) {
	m.Name = name
	for _, e := range m.Concepts.Entities {
		e.Name, e.Note = name, name
		for _, a := range e.Attributes {
			a.Name = name
		}
	}
	for _, r := range m.Concepts.Relationships {
		r.Name = name
		for _, p := range r.Participants {
			p.Role, p.Cardinality = name, name
		}
	}
	for _, s := range m.Workflow.Steps {
		s.Name = name
	}
	for _, q := range m.Workflow.Queries {
		q.Label, q.Name = name, name
	}
	for _, table := range m.Logical.Tables {
		table.Name = name
		for _, c := range table.Columns {
			c.Name = name
		}
	}
	for _, k := range m.Physical.Keyspaces {
		k.Name, k.Replication = name, map[string]string{"class": name, name: name}
	}
	for _, u := range m.Physical.Types {
		u.Name = name
	}
	for _, r := range m.Physical.Relations {
		r.Name, r.Comment = name, name
		for _, c := range r.Columns {
			c.Name = name
		}
	}
}

var hostileNames = []string{
	"", "\x00\x01\x1f\x7f", "<script>alert(1)</script>", `" onload="alert(1)`, "]]><!--", "&amp;", "a\ud7ffb\ufffe\uffff",
	"\xff\xfe", "نام", "\u202eevil", "😀👩‍👩‍👧", "旅館の部屋", "é́́́́́", strings.Repeat("x", 300), strings.Repeat("W ", 5000), "'; DROP TABLE hotels; --",
	"javascript:alert(1)", "</title></svg><script>", "--><style>*{}", "\u2028\u2029",
}

func TestHostileNames(t *testing.T) {
	for _, name := range hostileNames[:fewer(len(hostileNames), 4)] {
		checkHostile(t, name)
	}
}

func checkHostile(t testing.TB, name string) {
	t.Helper()
	m := notationModel()
	rename(m, name)
	for _, kind := range kinds {
		for _, standalone := range []bool{false, true} {
			checkSVG(t, render(t, m, kind, figure.Options{Href: testHref, Standalone: standalone, Revision: figure.Revision{Author: name},
				Badges: map[model.ID]figure.Badge{"r1": {Level: "ok", Text: name}}}), standalone)
		}
	}
}

func FuzzNames(f *testing.F) {
	for i, name := range hostileNames {
		f.Add(name, uint8(i))
	}
	f.Fuzz(func(t *testing.T, name string, kind uint8) {
		m := notationModel()
		rename(m, name)
		checkSVG(t, render(t, m, kinds[int(kind)%len(kinds)], figure.Options{Href: testHref}), false)
	})
}
