package diagram

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/diagram/graph"
	"widerow/diagram/typeface"
	"widerow/model"
)

func (d *Drawing) buildPhysical(m *model.Model, p *plan) {
	groups := d.addGroups(m, p)
	relations, views, types := 0, 0, 0
	for _, item := range model.Sorted(m.Physical.Relations) {
		if !p.shows(item.ID) {
			continue
		}
		t := relationFigure(m, item.ID, item.Value, d.display)
		box := t.box()
		box.Group = groups.of(item.ID)
		d.addBox(box, t)
		if item.Value.Kind == model.MaterializedView {
			views++
		} else {
			relations++
		}
	}
	for _, item := range model.Sorted(m.Physical.Types) {
		if !p.shows(item.ID) {
			continue
		}
		t := userTypeFigure(m, item.ID, item.Value, d.display)
		box := t.box()
		box.Foot, box.Group = true, groups.of(item.ID)
		d.addBox(box, t)
		types++
	}
	d.findUsers()
	d.addCollapsed(m, p)
	d.addArrows(m, p.arrows())
	d.addViewArrows(m, p)
	if d.display.Uses {
		d.addUses()
	}
	d.description = fmt.Sprintf("Physical model in Chebotko's notation: %s, %s, %s, %s.",
		plural(len(m.Physical.Keyspaces), "keyspace", "keyspaces"), plural(relations, "table", "tables"),
		plural(views, "materialized view", "materialized views"), plural(types, "user-defined type", "user-defined types"))
}

func keyspaceContainer(id model.ID, keyspace *model.Keyspace) container {
	name := typeface.Clean(keyspace.Name)
	note := replication(keyspace.Replication)
	_, factors, _ := strings.Cut(note, " · ")
	return container{
		id: id, caption: typeface.Shorten(name+" keyspace", containerFont, maxCaption),
		note: typeface.Shorten(note, containerNoteFont, maxCaption), short: typeface.Shorten(factors, containerNoteFont, maxCaption),
		title: titled(name+" keyspace", note, keyspace.Note),
	}
}

// replication abbreviates the option: "NetworkTopologyStrategy · dc1: 3".
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
	return typeface.Clean(sentence(parts...))
}

func relationFigure(m *model.Model, id model.ID, relation *model.Relation, display Display) *tableFigure {
	t := &tableFigure{id: id, class: "table", advice: display.Advice, name: typeface.Clean(relation.Name)}
	kind := "table"
	if relation.Kind == model.MaterializedView {
		t.class, t.italic, kind = "table view", true, "materialized view"
		t.tags = append(t.tags, tag{symbolView, "MV"})
		if base := m.Physical.Relations[relation.Base]; base != nil {
			kind += " of " + typeface.Clean(base.Name)
		}
	}
	expiry := expiryOf(relation)
	if expiry != "" {
		t.tags = append(t.tags, tag{symbolExpiry, "TTL " + expiry})
		expiry = "rows expire after " + expiry
	}
	indexes := indexesOf(relation)
	changed := changesOf(m, id)
	t.changed = changed.relation
	t.title = titled(t.name, kind, expiry, changed.words, relation.Comment, relation.Note)
	t.rows = make([]tableRow, 0, len(relation.Columns))
	for _, item := range relation.SortedColumns() {
		t.rows = append(t.rows, columnRow(m, item, indexes[item.ID], changed.columns[item.ID]))
	}
	t.show(display.Columns)
	t.measure()
	return t
}

// expiryOf returns the default time to live of rows, in its largest whole unit; ""
// if they do not expire.
func expiryOf(relation *model.Relation) string {
	seconds, err := strconv.Atoi(strings.Trim(relation.Options["default_time_to_live"], "' "))
	if err != nil || seconds <= 0 {
		return ""
	}
	for _, unit := range []struct {
		seconds int
		name    string
	}{{86400, "d"}, {3600, "h"}, {60, "min"}} {
		if seconds%unit.seconds == 0 {
			return fmt.Sprintf("%d %s", seconds/unit.seconds, unit.name)
		}
	}
	return fmt.Sprintf("%d s", seconds)
}

func userTypeFigure(m *model.Model, id model.ID, userType *model.UserType, display Display) *tableFigure {
	name := typeface.Clean(userType.Name)
	t := &tableFigure{id: id, class: "type-box", name: bracketed(name, model.UserDefined), symbols: []symbol{symbolTypeBox}}
	t.title = titled(name, "user-defined type", userType.Note)
	for _, item := range model.Sorted(userType.Fields) {
		field := typeface.Clean(item.Value.Name)
		row := typedRow(m, item.ID, field, item.Value.Type)
		row.title = titled(field, typeWords(m, item.Value.Type), item.Value.Note)
		t.rows = append(t.rows, row)
	}
	t.show(display.Columns)
	t.measure()
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
			graph.Edge{ID: "base>" + string(item.ID), From: string(item.ID), To: string(view.Base), Free: true},
			connector{dashed: true, tip: true, title: titled(typeface.Clean(view.Name), "is a materialized view of "+typeface.Clean(m.Physical.Relations[view.Base].Name))},
		)
	}
}
