package carry

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/english"
)

// namesFollow renames the logical columns that are still called like their
// attribute after the attribute was renamed, and those with the name of an entity
// or relationship type in front, such as hotel_name, after that was renamed. The
// physical columns follow these.
func namesFollow(before, after *model.Model) {
	renamed, owners := renamedAttributes(before, after), renamedOwners(before, after)
	if len(renamed)+len(owners) == 0 {
		return
	}
	prefixes := Of(before).columnPrefixes()
	for id, table := range after.Logical.Tables {
		was := before.Logical.Tables[id]
		if was == nil {
			continue
		}
		for _, columnID := range model.SortedKeys(table.Columns) {
			column, old := table.Columns[columnID], was.Columns[columnID]
			if old == nil || old.Name != column.Name || old.Attribute != column.Attribute {
				continue
			}
			if rename, found := renamed[column.Attribute]; found {
				follow(table, columnID, rename.apply, prefixes)
			}
			if rename, found := owners[column.Attribute]; found {
				follow(table, columnID, rename.apply, prefixes)
			}
		}
	}
}

// mergedFollow renames the physical columns that realize several logical ones, if
// all of these had the column's name and now have a common new one. Columns that
// realize a single one are carried over with its table.
func mergedFollow(before, after *model.Model) {
	if len(renamedAttributes(before, after))+len(renamedOwners(before, after)) == 0 {
		return
	}
	for id, is := range after.Physical.Relations {
		was := before.Physical.Relations[id]
		if was == nil || is.Kind == model.MaterializedView {
			continue
		}
		for _, columnID := range model.SortedKeys(is.Columns) {
			column, old := is.Columns[columnID], was.Columns[columnID]
			if old == nil || len(column.From) < 2 || old.Name != column.Name || Of(before).soleName(column.From) != old.Name {
				continue
			}
			if name := Of(after).soleName(column.From); name != "" && (relationChange{before, after, id, was, is}).nameable(name) {
				column.Name = name
			}
		}
	}
}

// soleName returns the name that all logical columns of a set have, or "".
func (m Followers) soleName(columns model.IDSet) string {
	name := ""
	for _, table := range m.Logical.Tables {
		for id := range columns {
			column := table.Columns[id]
			if column == nil {
				continue
			}
			if name != "" && column.Name != name {
				return ""
			}
			name = column.Name
		}
	}
	return name
}

// follow renames a column after its attribute, unless it has a name of its own or
// another column has the new name. In a derived table, a name of its own is one
// that differs from the derived name.
func follow(t *model.LogicalTable, id model.ID, rename func(table, name string, prefixes []string) (string, bool), prefixes []string) {
	column := t.Columns[id]
	derived, isDerived := t.Derived[id]
	name, follows := rename(t.Name, column.Name, prefixes)
	if isDerived && derived.Name != column.Name {
		follows = false
	}
	for other, sibling := range t.Columns {
		if other != id && sibling.Name == name {
			follows = false
		}
	}
	if isDerived {
		if next, found := rename(t.Name, derived.Name, prefixes); found {
			derived.Name = next
			t.Derived[id] = derived
		}
	}
	if follows {
		column.Name = name
	}
}

// attributeRename is an attribute's name before and after an edit, with the name
// of its entity or relationship type.
type attributeRename struct {
	owner, was, is string
	multiValued    bool
}

func renamedAttributes(before, after *model.Model) map[model.ID]attributeRename {
	renamed := map[model.ID]attributeRename{}
	for owner, attributes := range after.Attributes() {
		old := before.AttributesOf(owner)
		for id, is := range attributes {
			if was := old[id]; was != nil && was.Name != is.Name {
				renamed[id] = attributeRename{model.Identifier(before.NameOf(owner)), was.Name, is.Name, is.MultiValued}
			}
		}
	}
	return renamed
}

// ownerRename is the name of an entity or relationship type before and after an edit,
// as a prefix, with the name of one of its attributes.
type ownerRename struct{ was, is, attribute string }

// renamedOwners returns the attributes of the entity and relationship types whose
// name has changed.
func renamedOwners(before, after *model.Model) map[model.ID]ownerRename {
	renamed := map[model.ID]ownerRename{}
	for owner, attributes := range after.Attributes() {
		was, is := model.Identifier(before.NameOf(owner)), model.Identifier(after.NameOf(owner))
		if was == is || was == "" || is == "" {
			continue
		}
		for id, attribute := range attributes {
			renamed[id] = ownerRename{was + "_", is + "_", model.Identifier(attribute.Name)}
		}
	}
	return renamed
}

// apply returns the name of a column with the prefix: inn_name for hotel_name. An
// attribute that is itself called hotel_id gives the column its whole name.
func (r ownerRename) apply(_, name string, _ []string) (string, bool) {
	if r.attribute == "" || strings.HasPrefix(r.attribute, r.was) {
		return "", false
	}
	before, rest, found := strings.Cut(name, r.was)
	if !found || rest != r.attribute && rest != r.attribute+"s" || before != "" && !strings.HasSuffix(before, "_") {
		return "", false
	}
	if strings.HasPrefix(r.attribute, strings.TrimSuffix(r.is, "_")) {
		return before + rest, true
	}
	return before + r.is + rest, true
}

// apply returns the name of a table's column after the rename. A column is called
// like its attribute, or has a prefix: hotel_name, avg_price, old_names in the
// plural. One value of several is in the singular: tag for tags.
func (r attributeRename) apply(table, name string, prefixes []string) (string, bool) {
	was, is := cmp.Or(model.Identifier(r.was), r.was), cmp.Or(model.Identifier(r.is), r.is)
	if name == r.was && name != was {
		return r.is, true // not a name without quotes
	}
	plural := ""
	prefix, found := strings.CutSuffix(name, was)
	if !found && !strings.HasSuffix(was, "s") {
		plural = "s"
		prefix, found = strings.CutSuffix(name, was+plural)
	}
	if !found && r.multiValued {
		if prefix, found = strings.CutSuffix(name, english.Singular(was)); found {
			is = english.Singular(is)
		}
	}
	if !found || prefix != "" && !slices.Contains(prefixes, prefix) {
		return "", false
	}
	own := r.owner + "_"
	switch {
	case prefix == own && strings.HasPrefix(is, r.owner), prefix != "" && strings.HasPrefix(is, prefix):
		prefix = ""
	case prefix == "" && strings.HasPrefix(was, r.owner) && !strings.HasPrefix(is, r.owner) && !isTableOf(table, r.owner):
		prefix = own // hotel_id, now code, of the hotel in a table of rooms
	}
	return prefix + is + plural, true
}

// isTableOf reports whether a table is called like an entity type, in the singular
// or the plural: hotels, hotels_by_poi.
func isTableOf(table, entity string) bool {
	name, _, _ := strings.Cut(model.Identifier(table), "_by_")
	one, ofOne, _ := strings.Cut(entity, "_of_")
	many, ofMany, _ := strings.Cut(name, "_of_")
	if ofOne != ofMany {
		return false
	}
	stem, y := strings.CutSuffix(one, "y")
	return many == one || many == one+"s" || many == one+"es" || y && many == stem+"ies"
}

// columnPrefixes returns what columns may have in front of their attribute's name:
// an entity or relationship type or its initials, a role, or an aggregate, each
// with "_".
func (m Followers) columnPrefixes() []string {
	var prefixes []string
	add := func(text string) {
		if name := model.Identifier(text); name != "" {
			prefixes = append(prefixes, name+"_")
		}
	}
	for _, entity := range m.Concepts.Entities {
		add(entity.Name)
		add(Initials(entity.Name))
	}
	for _, relationship := range m.Concepts.Relationships {
		add(relationship.Name)
		add(Initials(relationship.Name))
		for _, participant := range relationship.Participants {
			add(participant.Role)
		}
	}
	for _, aggregate := range []model.Aggregate{model.Count, model.Min, model.Max, model.Sum, model.Avg} {
		add(string(aggregate))
		for _, prefix := range slices.Clone(prefixes) {
			prefixes = append(prefixes, string(aggregate)+"_"+prefix)
		}
	}
	return prefixes
}

// Initials abbreviates a name of several words: POI for a point of interest.
func Initials(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 {
		return name
	}
	var letters strings.Builder
	for _, word := range words {
		first, _ := utf8.DecodeRuneInString(word)
		letters.WriteRune(first)
	}
	return letters.String()
}
