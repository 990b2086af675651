package mapping

import (
	"fmt"
	"regexp"

	"widerow/model"
)

// nameTables gives tables with the same proposed name longer ones that tell them apart, or else
// numbers. Those that exist keep their names.
func nameTables(tables []*table) {
	byName := map[string][]*table{}
	for _, t := range tables {
		if t.existing == "" && t.subtype == "" {
			byName[t.name] = append(byName[t.name], t)
		}
	}
	for name, same := range byName {
		if len(same) < 2 {
			continue
		}
		for _, t := range same {
			if full := (naming{t.plans[0].designer}).fullName(&t.shape); len(byName[full]) == 0 || full == name {
				t.name = full
			}
		}
	}
	numberTables(tables)
}

// numberTables adds a number to each new name that an earlier table has.
func numberTables(tables []*table) {
	taken := map[string]bool{}
	for _, t := range tables {
		taken[t.name] = taken[t.name] || t.existing != ""
	}
	for _, t := range tables {
		if t.existing == "" && t.subtype == "" {
			t.name = freeTableName(t.name, taken)
		}
		taken[t.name] = true
	}
}

// freeTableName returns a name or, if it is taken, the first free one with a number.
func freeTableName(name string, taken map[string]bool) string {
	free := name
	for number := 2; taken[free]; number++ {
		suffix := fmt.Sprint("_", number)
		free = name[:min(len(name), maxTableName-len(suffix))] + suffix
	}
	return free
}

var numbered = regexp.MustCompile(`_[0-9]+$`)

// nameApart gives new tables other names than those of the document's tables that stay as they are: a
// longer one that tells them apart, or else a number.
func (m *matcher) nameApart(proposals []*Proposal, tables []*table) {
	taken := m.namesLeft(proposals)
	for _, p := range proposals {
		taken[p.Name] = taken[p.Name] || p.Kind != Added
	}
	for i, p := range proposals {
		if p.Kind == Added && taken[p.Name] {
			d := naming{tables[i].plans[0].designer}
			if full := d.fullName(&tables[i].shape); tables[i].subtype == "" && !taken[full] {
				p.Name = full
			} else {
				p.Name = freeTableName(p.Name, taken)
			}
			p.derivedName = p.Name
		}
		taken[p.Name] = true
	}
}

// namesLeft returns the names of the logical tables that no proposal continues, and of the relations
// in the keyspace of new tables.
func (m *matcher) namesLeft(proposals []*Proposal) map[string]bool {
	continued, names := model.IDSet{}, map[string]bool{}
	for _, p := range proposals {
		continued[p.Table] = true
	}
	for _, item := range m.tables {
		names[item.Value.Name] = names[item.Value.Name] || !continued[item.ID]
	}
	keyspaces := model.SortedIDs(m.model.Physical.Keyspaces)
	for _, relation := range m.model.Physical.Relations {
		if len(keyspaces) > 0 && relation.Keyspace == keyspaces[0] {
			names[relation.Name] = true
		}
	}
	return names
}
