package diagram

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

func (d *Drawing) buildPhysical(m *model.Model, p *plan) {
	groups := d.addGroups(m, p)
	tables, views, types := 0, 0, 0
	for _, item := range model.Sorted(m.Physical.Relations) {
		if !p.shows(item.ID) {
			continue
		}
		t := relationFigure(m, item.ID, item.Value, d.display.Columns)
		box := t.box()
		box.Group = groups.of(item.ID)
		d.addBox(box, t)
		if item.Value.Kind == model.MaterializedView {
			views++
		} else {
			tables++
		}
	}
	for _, item := range model.Sorted(m.Physical.Types) {
		if !p.shows(item.ID) {
			continue
		}
		t := userTypeFigure(m, item.ID, item.Value, d.display.Columns)
		box := t.box()
		box.Foot, box.Group = true, groups.of(item.ID)
		d.addBox(box, t)
		types++
	}
	d.addCollapsed(m, p)
	d.addArrows(m, p.arrows())
	d.addViewArrows(m, p)
	d.description = fmt.Sprintf("Physical model in Chebotko's notation: %s, %s, %s, %s.",
		plural(len(m.Physical.Keyspaces), "keyspace", "keyspaces"), plural(tables, "table", "tables"),
		plural(views, "materialized view", "materialized views"), plural(types, "user-defined type", "user-defined types"))
}

func keyspaceContainer(id model.ID, keyspace *model.Keyspace) container {
	name := clean(keyspace.Name)
	note := replication(keyspace.Replication)
	return container{
		id: id, caption: shorten(name+" keyspace", containerFont, maxCaption), note: shorten(note, containerNoteFont, maxCaption),
		title: sentence(name+" keyspace", note, keyspace.Note),
	}
}

// replication is short for the option: "NetworkTopologyStrategy · dc1: 3".
func replication(option map[string]string) string {
	if len(option) == 0 {
		return ""
	}
	class := option["class"]
	parts := []string{class[strings.LastIndex(class, ".")+1:]}
	for _, key := range slices.Sorted(maps.Keys(option)) {
		switch key {
		case "class":
		case "replication_factor":
			parts = append(parts, "RF "+option[key])
		default:
			parts = append(parts, key+": "+option[key])
		}
	}
	return clean(sentence(parts...))
}

func relationFigure(m *model.Model, id model.ID, relation *model.Relation, columns Columns) *tableFigure {
	t := &tableFigure{id: id, class: "table", name: clean(relation.Name)}
	kind := ""
	if relation.Kind == model.MaterializedView {
		t.class, t.tag, t.italic, kind = "table view", "MV", true, "materialized view"
		if base := m.Physical.Relations[relation.Base]; base != nil {
			kind += " of " + clean(base.Name)
		}
	}
	t.title = sentence(t.name, kind, relation.Comment, relation.Note)
	indexes := indexMarks(relation)
	changed := changesOf(m, id)
	t.changed = changed.relation
	for _, item := range relation.SortedColumns() {
		t.rows = append(t.rows, columnRow(m, item, indexes[item.ID], changed.columns[item.ID]))
	}
	t.show(columns)
	t.measure(leastPhysical)
	return t
}

func columnRow(m *model.Model, item model.Item[*model.Column], indexes []mark, changed bool) tableRow {
	column := item.Value
	marks, called := roleMarks(column.Role, column.Descending, column.Type.IsCounter())
	name := clean(column.Name)
	row := typedRow(m, item.ID, name, column.Type)
	row.key, row.changed, row.marks = column.Role.InKey(), changed, append(marks, indexes...)
	indexed, different, masked := "", "", ""
	if len(indexes) > 0 {
		indexed = "indexed"
	}
	if changed {
		different = "changed by physical design"
	}
	if column.Mask != "" {
		masked = "masked"
	}
	row.title = sentence(name, column.Type.Text(typeName(m)), called, indexed, masked, different, column.Note)
	return row
}

// typedRow writes the name in the brackets of its type, and in the pill what
// the brackets leave open: the element types, or the user-defined type.
func typedRow(m *model.Model, id model.ID, name string, t model.Type) tableRow {
	row := tableRow{id: id, frozen: t.Kind == model.FrozenType}
	inner := t.Unfrozen()
	collection := collectionOf[inner.Kind]
	row.name = bracketed(name, collection)
	switch collection {
	case model.ListOf, model.SetOf, model.MapOf, model.TupleOf:
		row.pill = argumentsText(m, inner)
	default:
		row.pill = clean(inner.Text(typeName(m)))
	}
	if t.IsZero() {
		row.pill = "type?"
	}
	return row
}

var collectionOf = map[model.TypeKind]model.Collection{
	model.ListType: model.ListOf, model.SetType: model.SetOf, model.MapType: model.MapOf,
	model.TupleType: model.TupleOf, model.UserTypeRef: model.UserDefined,
}

func argumentsText(m *model.Model, t model.Type) string {
	parts := make([]string, len(t.Arguments))
	for i, argument := range t.Arguments {
		parts[i] = argument.Text(typeName(m))
	}
	return clean(strings.Join(parts, ", "))
}

// typeName gives the name of a user-defined type, "?" if it is gone.
func typeName(m *model.Model) func(model.ID) string {
	return func(id model.ID) string {
		if t := m.Physical.Types[id]; t != nil {
			return clean(t.Name)
		}
		return "?"
	}
}

// indexMarks are the IDX marks by column; storage-attached and other custom
// indexes have a suffix.
func indexMarks(relation *model.Relation) map[model.ID][]mark {
	marks := map[model.ID][]mark{}
	for _, item := range model.Sorted(relation.Indexes) {
		index := item.Value
		m := mark{text: "IDX", class: "mark-i", suffix: indexSuffix(index)}
		columns := []model.ID{index.Column}
		for _, part := range index.More {
			columns = append(columns, part.Column)
		}
		for _, column := range columns {
			if !slices.Contains(marks[column], m) {
				marks[column] = append(marks[column], m)
			}
		}
	}
	return marks
}

func indexSuffix(index *model.Index) string {
	class := strings.ToLower(index.Class)
	switch {
	case class == "sai", strings.HasSuffix(class, "storageattachedindex"):
		return "sai"
	case strings.HasSuffix(class, "sasiindex"):
		return "sasi"
	case index.Custom && class != "":
		return "custom"
	}
	return ""
}

func userTypeFigure(m *model.Model, id model.ID, userType *model.UserType, columns Columns) *tableFigure {
	name := clean(userType.Name)
	t := &tableFigure{id: id, class: "type-box", name: "*" + name + "*"}
	t.title = sentence(name, "user-defined type", userType.Note)
	for _, item := range model.Sorted(userType.Fields) {
		field := clean(item.Value.Name)
		row := typedRow(m, item.ID, field, item.Value.Type)
		row.title = sentence(field, item.Value.Type.Text(typeName(m)), item.Value.Note)
		t.rows = append(t.rows, row)
	}
	t.show(columns)
	t.measure(leastPhysical)
	return t
}

// addViewArrows draws a dashed arrow from each view to its base.
func (d *Drawing) addViewArrows(m *model.Model, p *plan) {
	for _, item := range model.Sorted(m.Physical.Relations) {
		view := item.Value
		if view.Kind != model.MaterializedView || !p.shows(item.ID) || !p.shows(view.Base) {
			continue
		}
		d.addEdge(
			Edge{ID: "base>" + string(item.ID), From: string(item.ID), To: string(view.Base), Free: true},
			connector{dashed: true, tip: true, title: clean(view.Name) + " is a materialized view of " + clean(m.Physical.Relations[view.Base].Name)},
		)
	}
}
