package cluster

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// relation holds the columns of a table or a view, sorted by what they are.
type relation struct {
	partition, clustering, others []record
	isCompact                     bool
}

// relation returns the columns of a table or a view. A table with compact storage has
// columns in system_schema that CQL does not know.
func (c *catalog) relation(keyspace, name string, flags []string) relation {
	has := func(flag string) bool { return slices.Contains(flags, flag) }
	isStaticCompact := !has("dense") && !has("super") && !has("compound")
	r := relation{isCompact: has("dense") || has("super") || !has("compound")}
	for _, column := range c.columns[keyspace] {
		if column.text("table_name") != name {
			continue
		}
		switch kind := column.text("kind"); {
		case kind == "partition_key":
			r.partition = append(r.partition, column)
		case kind == "clustering" && !isStaticCompact:
			r.clustering = append(r.clustering, column)
		case kind == "clustering", isStaticCompact && kind != "static", has("dense") && isEmptyType(column):
			// of the storage engine only
		default:
			r.others = append(r.others, column)
		}
	}
	byPosition := func(a, b record) int { return cmp.Compare(a.number("position"), b.number("position")) }
	slices.SortFunc(r.partition, byPosition)
	slices.SortFunc(r.clustering, byPosition)
	if isStaticCompact {
		for _, column := range r.others {
			column["kind"] = Cell{Text: "'regular'"}
		}
	}
	return r
}

func isEmptyType(column record) bool {
	kind := column.text("type")
	return kind == "empty" || strings.HasSuffix(strings.Trim(kind, "'"), marshalPackage+"EmptyType")
}

func (r relation) columns() []record { return slices.Concat(r.partition, r.clustering, r.others) }

// key writes the primary key.
func (r relation) key() string {
	return "PRIMARY KEY (" + strings.Join(append([]string{"(" + names(r.partition) + ")"}, columnNames(r.clustering)...), ", ") + ")"
}

func columnNames(columns []record) []string {
	list := make([]string, len(columns))
	for i, column := range columns {
		list[i] = column.name("column_name")
	}
	return list
}

func names(columns []record) string { return strings.Join(columnNames(columns), ", ") }

func (c *catalog) table(in, keyspace string, t record) string {
	r := c.relation(keyspace, t.text("table_name"), t.texts("flags"))
	var lines []string
	for _, column := range r.columns() {
		line := column.name("column_name") + " " + column.text("type")
		if column.text("kind") == "static" {
			line += " static"
		}
		lines = append(lines, line+c.mask(keyspace, column))
	}
	lines = append(lines, r.key())
	return fmt.Sprintf("CREATE TABLE %s%s (\n    %s\n)%s", in, t.name("table_name"), strings.Join(lines, ",\n    "), r.with(t))
}

// mask returns the mask of a column.
func (c *catalog) mask(keyspace string, column record) string {
	for _, m := range c.masks[keyspace] {
		if m.text("table_name") != column.text("table_name") || m.text("column_name") != column.text("column_name") {
			continue
		}
		function := m.name("function_name")
		if in := m.text("function_keyspace"); in != "system" {
			function = quoteName(in) + "." + function
		}
		values, types := m.texts("function_argument_values"), m.texts("function_argument_types")
		nulls, _ := splitElements(m["function_argument_nulls"].data)
		for i := range values {
			switch {
			case i < len(nulls) && len(nulls[i]) == 1 && nulls[i][0] != 0:
				values[i] = "null"
			case i < len(types) && (types[i] == "text" || types[i] == "ascii"):
				values[i] = quoteText(values[i])
			}
		}
		return " MASKED WITH " + function + "(" + strings.Join(values, ", ") + ")"
	}
	return ""
}

func (c *catalog) view(in, keyspace string, v record) string {
	r := c.relation(keyspace, v.text("view_name"), []string{"compound"})
	selected := names(r.columns())
	if v["include_all_columns"].Text == "true" {
		selected = "*"
	}
	return fmt.Sprintf("CREATE MATERIALIZED VIEW %s%s AS\n    SELECT %s\n    FROM %s%s\n    WHERE %s\n    %s%s", in, v.name("view_name"), selected,
		in, v.name("base_table_name"), v.text("where_clause"), r.key(), r.with(v))
}

// noOptions are the columns of system_schema that are no options of a table.
var noOptions = []string{"keyspace_name", "table_name", "view_name", "base_table_name", "base_table_id", "where_clause", "include_all_columns", "id", "flags",
	"extensions", "dropped_columns", "version"}

// with writes the options.
func (r relation) with(t record) string {
	var options []string
	if len(r.clustering) > 0 {
		var order []string
		for _, column := range r.clustering {
			order = append(order, column.name("column_name")+" "+strings.ToUpper(column.text("clustering_order")))
		}
		options = append(options, "CLUSTERING ORDER BY ("+strings.Join(order, ", ")+")")
	}
	if r.isCompact {
		options = append(options, "COMPACT STORAGE")
	}
	var plain []string
	for name, cell := range t {
		if !cell.Null && !slices.Contains(noOptions, name) && t.hasOption(name) {
			plain = append(plain, name+" = "+cell.Text)
		}
	}
	slices.Sort(plain)
	options = append(options, plain...)
	if len(options) == 0 {
		return ""
	}
	return " WITH " + strings.Join(options, "\n    AND ")
}

// hasOption reports whether a statement may set an option: a view has no time to live of
// its own, and since 4.0 read_repair has taken the place of two chances that
// system_schema still has.
func (r record) hasOption(name string) bool {
	_, isView := r["view_name"]
	_, isNewer := r["read_repair"]
	return !(isView && name == "default_time_to_live") && !(isNewer && strings.HasSuffix(name, "read_repair_chance"))
}
