package apply

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"widerow/cql"
	"widerow/cql/effective"
	"widerow/model"
	"widerow/model/access"
)

// matched is the schema before and after a script, with the IDs of the model.
// Elements new in after have new IDs.
type matched struct {
	before, after model.Physical
	// gone are the elements of the model that the script removes.
	gone []model.ID
}

// part identifies an element within its parent.
type part struct {
	kind   model.Kind
	parent model.ID
	name   string
}

// named is an element with its parent and name. Former are its earlier names.
type named struct {
	id     model.ID
	part   part
	former []string
}

// partsOf lists the elements of a physical model, parents first, with names
// that are unique among siblings.
func partsOf(p model.Physical, former map[model.ID][]string) []named {
	var parts []named
	add := func(id model.ID, kind model.Kind, parent model.ID, name string) {
		parts = append(parts, named{id, part{kind, parent, name}, former[id]})
	}
	for _, keyspace := range model.Sorted(p.Keyspaces) {
		add(keyspace.ID, model.KeyspaceKind, "", keyspace.Value.Name)
	}
	for _, userType := range model.Sorted(p.Types) {
		add(userType.ID, model.UserTypeKind, userType.Value.Keyspace, userType.Value.Name)
		for _, field := range model.Sorted(userType.Value.Fields) {
			add(field.ID, model.TypeFieldKind, userType.ID, field.Value.Name)
		}
	}
	for _, relation := range model.Sorted(p.Relations) {
		add(relation.ID, model.RelationElement, relation.Value.Keyspace, relation.Value.Name)
		for _, column := range relation.Value.SortedColumns() {
			add(column.ID, model.RelationColumnKind, relation.ID, column.Value.Name)
		}
		count := map[string]int{}
		for _, index := range model.Sorted(relation.Value.Indexes) {
			name := cmp.Or(index.Value.Name, access.NameOf(relation.Value, index.Value))
			if count[name]++; name == "" || count[name] > 1 {
				name = unnamed(relation.Value, index.Value, count)
			}
			add(index.ID, model.IndexKind, relation.ID, name)
		}
	}
	count := map[part]int{} // statements on rows may be the same
	for _, statement := range model.Sorted(p.Statements) {
		in := part{model.StatementKind, statement.Value.Keyspace, cql.KeptName(effective.Kept(statement.Value.Text))}
		if count[in]++; count[in] > 1 {
			add(statement.ID, in.kind, in.parent, fmt.Sprintf("%s\x00%d", in.name, count[in]))
			continue
		}
		add(statement.ID, in.kind, in.parent, in.name)
	}
	return parts
}

// unnamed returns a name for an index without one: what it covers.
func unnamed(relation *model.Relation, index *model.Index, count map[string]int) string {
	var covered []string
	for _, target := range append([]model.IndexPart{{Column: index.Column, Target: index.Target}}, index.More...) {
		name := "\x00"
		if column := relation.Columns[target.Column]; column != nil {
			name += column.Name
		}
		covered = append(covered, string(target.Target)+name)
	}
	name := strings.Join(covered, "\x00")
	count[name]++
	return fmt.Sprintf("\x00%s\x00%d", name, count[name])
}

// matcher finds the model's element for each element of another physical model.
type matcher struct {
	model map[part]model.ID
	// ids maps matched elements to the model's IDs. taken holds the model's
	// elements that are matched.
	ids   map[model.ID]model.ID
	taken map[model.ID]bool
}

func newMatcher(parts map[part]model.ID) *matcher {
	return &matcher{model: parts, ids: map[model.ID]model.ID{}, taken: map[model.ID]bool{}}
}

// take records that an element is one of the model's.
func (m *matcher) take(id, of model.ID) {
	m.ids[id] = of
	m.taken[of] = true
}

// find looks for an unmatched element of the model by name.
func (m *matcher) find(element named, name string) bool {
	element.part.name = name
	if parent := element.part.parent; parent != "" {
		element.part.parent = m.ids[parent]
		if element.part.parent == "" {
			return false
		}
	}
	id, found := m.model[element.part]
	if !found || m.taken[id] {
		return false
	}
	m.take(element.id, id)
	return true
}

// all matches elements, parents first: by name, and a renamed element whose new
// name the model does not have by its former name.
func (m *matcher) all(parts []named) {
	for start := 0; start < len(parts); {
		end := start + 1
		for end < len(parts) && parts[end].part.parent == parts[start].part.parent && parts[end].part.kind == parts[start].part.kind {
			end++
		}
		m.siblings(parts[start:end])
		start = end
	}
}

func (m *matcher) siblings(parts []named) {
	for _, element := range parts {
		in := element.part
		in.parent = m.ids[in.parent]
		if _, found := m.model[in]; !found && m.ids[element.id] == "" {
			m.byFormer(element)
		}
	}
	for _, element := range parts {
		if m.ids[element.id] == "" && !m.find(element, element.part.name) {
			m.byFormer(element)
		}
	}
}

func (m *matcher) byFormer(element named) {
	for i := len(element.former) - 1; i >= 0; i-- {
		if m.find(element, element.former[i]) {
			return
		}
	}
}

// match finds the model's element for each element of a script.
func match(m *model.Model, evolution cql.Evolution, mode Mode, ids model.IDs) matched {
	parts := map[part]model.ID{}
	for _, element := range partsOf(m.Physical, nil) {
		if _, found := parts[element.part]; !found {
			parts[element.part] = element.id
		}
	}
	before := newMatcher(parts)
	before.all(partsOf(evolution.Before, nil))
	after := newMatcher(parts)
	written := partsOf(evolution.After, evolution.Former)
	if mode == Changes {
		for _, element := range written {
			if id := before.ids[element.id]; id != "" {
				after.take(element.id, id)
			}
		}
	}
	after.all(written)
	result := matched{before: translate(evolution.Before, before.ids)}
	result.gone = gone(m, evolution, mode, before, after)
	for _, element := range written {
		if after.ids[element.id] == "" {
			after.ids[element.id] = ids.New()
		}
	}
	result.after = translate(evolution.After, after.ids)
	return result
}

// gone lists the elements of the model that the script removes.
func gone(m *model.Model, evolution cql.Evolution, mode Mode, before, after *matcher) []model.ID {
	left := maps.Clone(evolution.Left)
	var gone []model.ID
	for _, element := range partsOf(m.Physical, nil) {
		left[element.id] = left[element.id] || left[element.part.parent] && isPart(element.part.kind)
		if after.taken[element.id] {
			continue
		}
		isGone := before.taken[element.id]
		switch mode {
		case Whole:
			isGone = isGone || !left[element.id] && !isComment(m.Physical.Statements[element.id])
		case Addition:
			isGone = isPart(element.part.kind) && after.taken[element.part.parent]
		}
		if isGone {
			gone = append(gone, element.id)
		}
	}
	return gone
}

// isComment reports whether a script has a kept statement only as a comment.
func isComment(statement *model.Statement) bool {
	return statement != nil && !cql.Keepable(statement.Text)
}

// isPart reports whether the CREATE of a table or type lists all elements of
// the kind.
func isPart(kind model.Kind) bool {
	return kind == model.RelationColumnKind || kind == model.TypeFieldKind
}
