package proof

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// rekeying gives a table the primary key with which it serves a query, and
// changes as little of it as it can.
type rekeying struct {
	*fixer
	model     *model.Model
	statement *statement
}

// keyColumn is a column of the new key.
type keyColumn struct {
	*column
	to         model.Role
	descending bool
}

// commands returns the edit and its description. It is empty if the key already fits the query, or
// if no key serves it.
func (r *rekeying) commands() ([]edit.Command, string) {
	partition, clustering := r.wantedKey()
	if len(partition) == 0 || slices.ContainsFunc(append(partition, clustering...), func(c keyColumn) bool { return !r.canBeKey(c.column) }) {
		return nil, ""
	}
	e := keyEditor{rekeying: r, logical: r.isLogical()}
	e.setRoles(append(slices.Clone(partition), clustering...))
	e.arrange(r.statement.table.partition, partition)
	e.arrange(r.statement.table.clustering, clustering)
	return e.made, r.text(partition, clustering)
}

// wantedKey returns the key: the partition key stays if the query gives it, or the part of it that
// the query gives. The columns given by = come first, then the columns of the order, the column of
// the range, and the rest of the old key.
func (r *rekeying) wantedKey() (partition, clustering []keyColumn) {
	s := r.statement
	given := func(c *column) bool { return s.restricted[c] == equality || s.restricted[c] == anyOf }
	taken := map[*column]bool{}
	add := func(list *[]keyColumn, c *column, role model.Role, descending bool) {
		if !taken[c] {
			taken[c] = true
			*list = append(*list, keyColumn{c, role, descending})
		}
	}
	for _, c := range s.table.partition {
		if given(c) {
			add(&partition, c, model.Partition, false)
		}
	}
	if allOf(s.table.partition, func(c *column) bool { return !given(c) || slices.Contains(s.buckets, c) }) {
		for _, c := range s.table.columns {
			if given(c) {
				add(&partition, c, model.Partition, false)
			}
		}
	}
	for _, c := range s.table.columns {
		if given(c) {
			add(&clustering, c, model.Clustering, c.descending)
		}
	}
	for _, w := range s.wantedOrder() {
		if w.column != nil {
			add(&clustering, w.column, model.Clustering, w.descending)
		}
	}
	for _, c := range s.table.columns {
		if s.restricted[c] == slice {
			add(&clustering, c, model.Clustering, c.descending)
		}
	}
	for _, c := range slices.Concat(s.table.partition, s.table.clustering) {
		add(&clustering, c, model.Clustering, c.descending)
	}
	return partition, clustering
}

// canBeKey reports whether a column may be part of a primary key: its value is of
// a native type other than counter and duration.
func (r *rekeying) canBeKey(c *column) bool {
	if c.role.InKey() {
		return true
	}
	column := r.statement.table.relation.Columns[c.id]
	return column != nil && column.Type.Kind == model.NativeType && column.Type.Name != "counter" && column.Type.Name != "duration"
}

// text describes the new key.
func (r *rekeying) text(partition, clustering []keyColumn) string {
	t := r.statement.table
	name := t.relation.Name
	clusters := "cluster it by " + list(directed(clustering))
	switch {
	case !sameColumns(t.partition, partition) && sameColumns(t.clustering, clustering) || len(clustering) == 0:
		return fmt.Sprintf("Make %s the partition key of %s", list(names(partition)), name)
	case !sameColumns(t.partition, partition):
		return fmt.Sprintf("Make %s the partition key of %s and %s", list(names(partition)), name, clusters)
	case !sameColumns(t.clustering, clustering):
		return fmt.Sprintf("Cluster %s by %s", name, list(directed(clustering)))
	}
	return ""
}

func names(columns []keyColumn) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names
}

func directed(columns []keyColumn) []string {
	var names []string
	for _, c := range columns {
		if c.descending {
			names = append(names, c.name+" descending")
		} else {
			names = append(names, c.name)
		}
	}
	return names
}

func sameColumns(old []*column, now []keyColumn) bool {
	return slices.EqualFunc(old, now, func(a *column, b keyColumn) bool { return a == b.column && a.descending == b.descending })
}

// isLogical reports whether the key is changed in the logical table: every column
// of the physical one still follows it.
func (r *rekeying) isLogical() bool {
	t := r.statement.table
	if t.logical {
		return true
	}
	realizes := t.relation.Realizes.Sorted()
	if len(realizes) != 1 || r.model.Logical.Tables[realizes[0]] == nil {
		return false
	}
	logical := r.model.Logical.Tables[realizes[0]]
	return allOf(t.columns, func(c *column) bool {
		from := t.relation.Columns[c.id].From.Sorted()
		if len(from) != 1 || logical.Columns[from[0]] == nil {
			return false
		}
		origin := logical.Columns[from[0]]
		role := origin.Role
		if role == model.RoleCounter {
			role = model.Regular
		}
		return role == c.role && origin.Descending == c.descending
	})
}

// keyEditor makes the commands that change a key.
type keyEditor struct {
	*rekeying
	logical bool
	made    []edit.Command
}

// element returns the column to edit: the logical one if the physical one follows.
func (e *keyEditor) element(c *column) model.ID {
	if !e.logical || e.statement.table.logical {
		return c.id
	}
	return e.statement.table.relation.Columns[c.id].From.Sorted()[0]
}

func (e *keyEditor) set(c *column, field, was, value string) {
	if was != value {
		e.made = append(e.made, edit.Set{Element: e.element(c), Field: field, Was: was, Value: value})
	}
}

func (e *keyEditor) setRoles(key []keyColumn) {
	for _, c := range key {
		e.set(c.column, "role", string(c.role), string(c.to))
		if c.to == model.Clustering {
			e.set(c.column, "descending", checked(c.column.descending && c.role == model.Clustering), checked(c.descending))
		}
	}
}

// checked is the text of a checkbox.
func checked(on bool) string {
	if on {
		return "true"
	}
	return ""
}

// arrange moves the columns of one part of the key into their order. Columns that
// join it come after those that stay.
func (e *keyEditor) arrange(old []*column, wanted []keyColumn) {
	var now []*column
	for _, c := range old {
		if slices.ContainsFunc(wanted, func(w keyColumn) bool { return w.column == c }) {
			now = append(now, c)
		}
	}
	for _, w := range wanted {
		now = appendNew(now, w.column)
	}
	for i, w := range wanted {
		if at := slices.Index(now, w.column); at > i {
			e.made = append(e.made, edit.Move{Element: e.element(w.column), By: i - at})
			now = slices.Insert(slices.Delete(now, at, at+1), i, w.column)
		}
	}
}

// Key returns a short text that identifies the fix among those of its query.
func (f *Fix) Key() string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(f.Text, func(c rune) bool { return c == ' ' || c == ':' || c == ',' }), "-"))
}
