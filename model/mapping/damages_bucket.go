package mapping

import (
	"maps"
	"regexp"
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// bucketTypes are the native types that hold the number, the letters or the start of a bucket.
var bucketTypes = []string{"text", "ascii", "varchar", "tinyint", "smallint", "int", "bigint", "varint", "date", "timestamp", "time", "timeuuid"}

// subdaily matches the names of buckets that are shorter than a day.
var subdaily = regexp.MustCompile(`(^|_)(hour|minute)s?$`)

// judgeBuckets reports buckets that split nothing, and those whose values the application cannot
// compute or the column cannot hold.
func (t *damaged) judgeBuckets(relation *model.Relation, storing map[model.ID]bool, report func(code, format string, words ...any)) {
	title := t.concepts.Model.Title(t.id)
	for _, item := range relation.SortedColumns() {
		c := item.Value
		if c.Buckets.IsEmpty() {
			continue
		}
		switch native := c.Type.Unfrozen().Name; {
		case c.Role != model.Partition:
			report("unsplit", "%s of %s is a bucket, but not in the partition key, so it splits nothing", c.Name, title)
		case comesFrom(c, storing) && !isComputed(relation, item.ID):
			report("bucket", "%s of %s is a bucket of a value that no clustering column has: the application cannot compute it for a row", c.Name, title)
		case native != "" && !slices.Contains(bucketTypes, native):
			report("bucket", "%s of %s is a bucket of type %s, which cannot hold its values", c.Name, title, native)
		case native == "date" && subdaily.MatchString(c.Name) && isComputed(relation, item.ID):
			report("bucket", "%s of %s is a date, which holds no hours or minutes: all rows of a day are in one bucket, "+
				"and a read of several of its buckets returns them once for each", c.Name, title)
		}
	}
}

// judgeView reports a view whose rows are other ones than those of its base table.
func (t *damaged) judgeView(view *model.Relation, report func(code, format string, words ...any)) {
	base, rows := t.concepts.Model.Physical.Relations[view.Base], t.Of(view.Base)
	if base == nil || rows == nil || len(rows.Queries) == 0 {
		return
	}
	names := map[string]model.ID{}
	for id, c := range base.Columns {
		names[c.Name] = id
	}
	title, of := t.concepts.Model.Title(t.id), t.concepts.Model.Title(view.Base)
	if !t.Facts().SameRows(t.rows, rows) {
		report("view", "%s is a view of %s, whose rows are about other instances", title, of)
		return
	}
	for _, id := range slices.Sorted(maps.Keys(t.rows.Columns)) {
		own, c := t.rows.Columns[id], view.Columns[id]
		if c == nil {
			continue
		}
		if other, stores := rows.Columns[names[c.Name]]; stores && !t.isSame(own, other, rows) {
			report("view", "%s of %s is a view's column, but that of %s stores another value", c.Name, title, of)
		}
	}
}

// isSame reports whether two values of tables with the same rows are of the same attribute.
func (t *damaged) isSame(own, other stored.Value, rows *stored.Meaning) bool {
	return own.Attribute == other.Attribute && own.Aggregate == other.Aggregate && t.rows.Nodes[own.Node].Of == rows.Nodes[other.Node].Of
}
