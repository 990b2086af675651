package kdm

import (
	"encoding/json"
	"strconv"
	"strings"

	"widerow/model"
)

// candidate is one of the tables that KDM proposes for a query.
type candidate struct {
	name  string
	query model.ID
	node  *node // columns
}

// readTables reads the tables that were chosen, or else the first of each query.
func (r *reader) readTables(root *node, queries map[string]model.ID) {
	logical := root.child("LOGICAL_MODEL")
	candidates := map[string]candidate{}
	var first []string
	for _, query := range logical.children {
		for i, table := range query.children {
			name := tableName(table)
			if !strings.EqualFold(table.name, "tbl") || name == "" {
				continue
			}
			if _, twice := candidates[name]; !twice {
				candidates[name] = candidate{name, queries[nameOf(query.name, "Q")], table.child("columns")}
			}
			if i == 0 {
				first = append(first, name)
			}
		}
	}
	design := r.readPhysical(root.child("PHYSICAL_MODEL").content())
	chosen := keysInOrder(logical.child("LOGICAL_CONFIGEL").content())
	if len(chosen) == 0 {
		chosen = design.names
	}
	if len(chosen) == 0 && len(first) > 0 {
		r.note("No table was chosen: the first one of each query is taken")
		chosen = first
	}
	for i, name := range chosen {
		if c, found := candidates[name]; found {
			delete(candidates, name) // chosen once
			r.addTable(c, design.table(name, i))
		} else {
			r.note("The chosen table %q is not among the tables of the queries", model.OneLine(name, maxShown))
		}
	}
}

// tableName is the name of the empty element beside the columns.
func tableName(table *node) string {
	for _, child := range table.children {
		if !strings.EqualFold(child.name, "columns") {
			return child.name
		}
	}
	return ""
}

// keysInOrder returns the keys of a JSON object in the order of the text.
func keysInOrder(text string) []string {
	decoder := json.NewDecoder(strings.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil
	}
	var keys []string
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return keys
		}
		name, is := key.(string)
		if !is {
			return keys
		}
		keys = append(keys, name)
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return keys
		}
	}
	return keys
}

// addTable adds a chosen table, as a logical one and, if its types were chosen, as a physical one.
func (r *reader) addTable(c candidate, d *design) {
	name := nameOf(c.name, "table")
	if d != nil {
		name = nameOf(d.name, name)
	}
	name = free(name, func(name string) bool {
		for _, table := range r.model.Logical.Tables {
			if strings.EqualFold(table.Name, name) {
				return true
			}
		}
		return false
	})
	table := &model.LogicalTable{Order: model.Nth(len(r.model.Logical.Tables)), Name: name, Columns: map[model.ID]*model.LogicalColumn{}}
	byName := map[string]model.ID{}
	for _, n := range c.node.children {
		id := r.ids.New()
		column := r.column(n, len(table.Columns))
		for byName[strings.ToLower(column.Name)] != "" {
			column.Name += "_2"
		}
		table.Columns[id], byName[strings.ToLower(column.Name)] = column, id
	}
	id := r.ids.New()
	put(&r.model.Logical.Tables, id, table)
	if c.query != "" {
		put(&r.model.Logical.Arrows, r.ids.New(), &model.QueryArrow{Order: model.Nth(len(r.model.Logical.Arrows)), Access: c.query, To: id})
	}
	if d != nil {
		r.addRelation(id, table, byName, d)
	}
}

// column reads a column: <name origName="Entity__name"><K/></name>.
func (r *reader) column(n *node, at int) *model.LogicalColumn {
	column := &model.LogicalColumn{Order: model.Nth(at), Name: nameOf(n.name, "column"+strconv.Itoa(at+1)), Role: model.Regular}
	owner, name, _ := strings.Cut(n.attributes["origName"], "__")
	column.Attribute = r.attributes[pathOf(owner, name)].id
	for _, mark := range n.children {
		switch strings.ToUpper(mark.name) {
		case "K":
			column.Role = model.Partition
		case "C":
			column.Role = model.Clustering
			column.Descending = strings.HasPrefix(strings.ToUpper(mark.content()), "DESC")
		case "S", "STATIC":
			column.Role = model.Static
		case "COLL":
			column.Collection = model.SetOf
		}
	}
	return column
}
