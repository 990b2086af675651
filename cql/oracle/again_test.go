package oracle

import (
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// TestDeriveAgain derives the tables of each domain, and again: what was derived stays as it
// is, with its name, and serves the same queries.
func TestDeriveAgain(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, furtherFiles(t)...) {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			d, err := readDomain(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.apply(mapping.Derive(d.m, nil, nil).Commands(model.RandomIDs(), nil)...); err != nil {
				t.Fatal(err)
			}
			again := mapping.Derive(d.m, nil, nil)
			for _, p := range again.Proposals {
				if p.Kind != mapping.Kept {
					t.Errorf("%s, then %s, is %s, serves %v: %s", d.m.Title(p.Table), p.Name, p.Kind, p.Queries, changes(p))
				}
			}
			for _, table := range again.Unused {
				t.Errorf("%s is unused", d.m.Title(table))
			}
		})
	}
}

// changes lists the columns of a proposal that differ from those of its table.
func changes(p *mapping.Proposal) string {
	var words []string
	for _, column := range p.Columns {
		switch {
		case column.New:
			words = append(words, "+"+column.Name)
		case column.Was != "":
			words = append(words, column.Name+" was "+column.Was)
		}
	}
	return strings.Join(words, ", ")
}
