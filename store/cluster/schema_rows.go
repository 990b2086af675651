package cluster

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// catalog holds the rows of system_schema, by the keyspace, for servers before 4.0 and
// others that cannot describe a schema themselves.
type catalog struct {
	keyspaces, types, tables, columns, views, indexes, functions, aggregates, triggers, masks map[string][]record
}

// record is a row, by column.
type record map[string]Cell

func (r record) text(column string) string { return r[column].Plain() }

// texts returns the elements of a collection of texts.
func (r record) texts(column string) []string {
	elements, _ := splitElements(r[column].data)
	texts := make([]string, len(elements))
	for i, element := range elements {
		texts[i] = string(element)
	}
	return texts
}

// name returns an identifier as CQL writes it.
func (r record) name(column string) string { return quoteName(r.text(column)) }

func (r record) number(column string) int {
	n, _ := strconv.Atoi(r[column].Text)
	return n
}

// fromRows makes the script of keyspaces of the rows of system_schema.
func (s *Session) fromRows(ctx context.Context, keyspaces []string) (string, error) {
	c := &catalog{}
	for table, to := range map[string]*map[string][]record{"keyspaces": &c.keyspaces, "types": &c.types, "tables": &c.tables, "columns": &c.columns,
		"views": &c.views, "indexes": &c.indexes, "functions": &c.functions, "aggregates": &c.aggregates, "triggers": &c.triggers,
		"column_masks": &c.masks} {
		where := ""
		if len(keyspaces) == 1 {
			where = " WHERE keyspace_name = " + quoteText(keyspaces[0])
		}
		rows, err := s.catalogRows(ctx, "SELECT * FROM system_schema."+table+where)
		if err != nil {
			if optional := []string{"views", "functions", "aggregates", "triggers", "column_masks"}; slices.Contains(optional, table) && isRefusal(err) {
				continue // not every database has it
			}
			return "", err
		}
		*to = rows
	}
	var script strings.Builder
	for _, name := range keyspaces {
		c.write(&script, name)
	}
	return script.String(), nil
}

func (s *Session) catalogRows(ctx context.Context, statement string) (map[string][]record, error) {
	found := map[string][]record{}
	err := s.each(ctx, statement, func(columns []Column, cells []Cell) {
		row := record{}
		for i, cell := range cells {
			row[columns[i].Name] = cell
		}
		found[row.text("keyspace_name")] = append(found[row.text("keyspace_name")], row)
	})
	return found, err
}

// write writes the statements that make a keyspace, each after those that it needs.
func (c *catalog) write(script *strings.Builder, keyspace string) {
	in := quoteName(keyspace) + "."
	add := func(format string, values ...any) { fmt.Fprintf(script, format+";\n\n", values...) }
	for _, k := range c.keyspaces[keyspace] {
		replication := strings.ReplaceAll(k["replication"].Text, "'org.apache.cassandra.locator.", "'")
		add("CREATE KEYSPACE %s WITH replication = %s AND durable_writes = %s", quoteName(keyspace), replication, cmp.Or(k["durable_writes"].Text, "true"))
	}
	for _, t := range inOrder(c.types[keyspace]) {
		fields, types := t.texts("field_names"), t.texts("field_types")
		for i := range min(len(fields), len(types)) {
			fields[i] = quoteName(fields[i]) + " " + types[i]
		}
		add("CREATE TYPE %s%s (%s)", in, t.name("type_name"), strings.Join(fields, ", "))
	}
	for _, f := range c.functions[keyspace] {
		add("%s", f.function(in))
	}
	for _, a := range c.aggregates[keyspace] {
		add("%s", a.aggregate(in))
	}
	for _, t := range c.tables[keyspace] {
		add("%s", c.table(in, keyspace, t))
	}
	for _, i := range c.indexes[keyspace] {
		add("%s", i.index(in))
	}
	for _, v := range c.views[keyspace] {
		add("%s", c.view(in, keyspace, v))
	}
	for _, t := range c.triggers[keyspace] {
		add("CREATE TRIGGER %s ON %s%s USING %s", t.name("trigger_name"), in, t.name("table_name"), quoteText(t.entries("options")["class"]))
	}
}

// inOrder sorts types so that each follows those of its fields.
func inOrder(types []record) []record {
	var sorted []record
	left := slices.Clone(types)
	for len(left) > 0 {
		ready := slices.IndexFunc(left, func(t record) bool {
			return !slices.ContainsFunc(left, func(other record) bool {
				return other.text("type_name") != t.text("type_name") && mentions(t.texts("field_types"), other.text("type_name"))
			})
		})
		ready = max(ready, 0)
		sorted, left = append(sorted, left[ready]), slices.Delete(left, ready, ready+1)
	}
	return sorted
}

// mentions reports whether a name is a word of a type.
func mentions(types []string, name string) bool {
	return slices.ContainsFunc(types, func(kind string) bool {
		return slices.Contains(strings.FieldsFunc(kind, func(r rune) bool { return strings.ContainsRune("<>, ()", r) }), quoteName(name))
	})
}

// entries returns a map of texts.
func (r record) entries(column string) map[string]string {
	entries := map[string]string{}
	pairs, _ := splitPairs(r[column].data)
	for i := 0; i+1 < len(pairs); i += 2 {
		entries[string(pairs[i])] = string(pairs[i+1])
	}
	return entries
}

// mapOf writes a map of texts, in the order of its keys.
func mapOf(entries map[string]string) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		parts = append(parts, quoteText(key)+": "+quoteText(entries[key]))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (r record) function(in string) string {
	names, types := r.texts("argument_names"), r.texts("argument_types")
	for i := range min(len(names), len(types)) {
		names[i] = quoteName(names[i]) + " " + types[i]
	}
	onNull := "RETURNS NULL ON NULL INPUT"
	if r["called_on_null_input"].Text == "true" {
		onNull = "CALLED ON NULL INPUT"
	}
	body := "$$" + r.text("body") + "$$"
	if strings.Contains(r.text("body"), "$") {
		body = quoteText(r.text("body"))
	}
	return fmt.Sprintf("CREATE FUNCTION %s%s (%s)\n    %s\n    RETURNS %s\n    LANGUAGE %s\n    AS %s", in, r.name("function_name"), strings.Join(names, ", "),
		onNull, r.text("return_type"), r.text("language"), body)
}

func (r record) aggregate(in string) string {
	text := fmt.Sprintf("CREATE AGGREGATE %s%s (%s)\n    SFUNC %s\n    STYPE %s", in, r.name("aggregate_name"), strings.Join(r.texts("argument_types"), ", "),
		r.name("state_func"), r.text("state_type"))
	if r.text("final_func") != "" {
		text += "\n    FINALFUNC " + r.name("final_func")
	}
	if !r["initcond"].Null {
		text += "\n    INITCOND " + r.text("initcond")
	}
	return text
}

func (r record) index(in string) string {
	options := r.entries("options")
	target, class := options["target"], options["class_name"]
	delete(options, "target")
	delete(options, "class_name")
	if r.text("kind") != "CUSTOM" {
		return fmt.Sprintf("CREATE INDEX %s ON %s%s (%s)", r.name("index_name"), in, r.name("table_name"), target)
	}
	text := fmt.Sprintf("CREATE CUSTOM INDEX %s ON %s%s (%s) USING %s", r.name("index_name"), in, r.name("table_name"), target, quoteText(class))
	if len(options) > 0 {
		text += " WITH OPTIONS = " + mapOf(options)
	}
	return text
}
