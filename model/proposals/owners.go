package proposals

import (
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/diff"
)

// MaxOwners is the largest number of owners of one keyspace.
const MaxOwners = 20

// Ownership is the decision of the owners of one keyspace about a proposal that changes it.
type Ownership struct {
	Keyspace model.ID
	Owners   []Person
	By       *Person // one of the owners, who has approved; nil: nobody has
	Sole     bool    // the author is the only owner, whom nobody else has to ask
}

// Agreed reports whether no owner has to be asked any more.
func (o Ownership) Agreed() bool { return o.By != nil || o.Sole }

// Ownerships returns what is asked of the owners of keyspaces, in the order of the keyspaces. One owner of each has to
// approve. The author cannot, but needs nobody if there is no other owner.
func (p *Proposal) Ownerships(rules Rules, standing Standing, keyspaces []model.ID) (all []Ownership) {
	for _, keyspace := range keyspaces {
		owners := rules.Owners[keyspace]
		if len(owners) == 0 {
			continue
		}
		asked := Ownership{Keyspace: keyspace, Owners: owners, Sole: len(owners) == 1 && owners[0].Is(p.Author)}
		for _, person := range standing.Approved {
			if has(owners, person) && !person.Is(p.Author) {
				asked.By = &person
				break
			}
		}
		all = append(all, asked)
	}
	return all
}

// Keyspaces returns the keyspaces whose tables, views, types or options a patch changes, which leads from one model to the
// other. A table that changes its keyspace concerns both.
func Keyspaces(before, after *model.Model, patch diff.Patch) []model.ID {
	changed := map[model.ID]bool{}
	for _, operation := range patch {
		if len(operation.Path) < 2 || operation.Path[0] != "physical" || model.IsPlacement(operation.Path) {
			continue
		}
		for _, m := range []*model.Model{before, after} {
			for _, keyspace := range keyspacesAt(m, operation.Path[1:]) {
				changed[keyspace] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// keyspacesAt returns the keyspaces of a place below "physical": of one element, or of all of a kind.
func keyspacesAt(m *model.Model, path []string) (keyspaces []model.ID) {
	of := func(id model.ID) bool { return len(path) < 2 || string(id) == path[1] }
	switch path[0] {
	case "keyspaces":
		for id := range m.Physical.Keyspaces {
			if of(id) {
				keyspaces = append(keyspaces, id)
			}
		}
	case "types":
		for id, kind := range m.Physical.Types {
			if of(id) {
				keyspaces = append(keyspaces, kind.Keyspace)
			}
		}
	case "relations":
		for id, relation := range m.Physical.Relations {
			if of(id) {
				keyspaces = append(keyspaces, relation.Keyspace)
			}
		}
	case "statements":
		for id, statement := range m.Physical.Statements {
			if !of(id) {
				continue
			}
			if table := m.Physical.Relations[statement.Table]; table != nil {
				keyspaces = append(keyspaces, table.Keyspace)
			}
			if statement.Keyspace != "" {
				keyspaces = append(keyspaces, statement.Keyspace)
			}
		}
	}
	return keyspaces
}
