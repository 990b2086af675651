package kdm

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// designs are the tables of the physical model. names are the chosen tables, in their order.
type designs struct {
	tables []*design
	names  []string
}

// design is a physical table: its columns with their types and roles.
type design struct {
	name    string
	columns []designed
}

// designed is a column of a design.
type designed struct {
	name, kind string
	role       model.Role
	descending bool
}

// table returns the design of a chosen table: the file lists designs in the order in which the tables were chosen.
func (d designs) table(name string, at int) *design {
	if found := slices.Index(d.names, name); found >= 0 {
		at = found
	}
	if at >= len(d.tables) {
		return nil
	}
	return d.tables[at]
}

// readPhysical reads {"0": {"listOfInputs": "table,column,…", "listOfSelectValues": "TEXT,K,SET,TEXT,,…"}, …}.
func (r *reader) readPhysical(text string) designs {
	var all designs
	if text == "" {
		return all
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		r.note("The physical model of the project cannot be read: %v", err)
		return all
	}
	if names, given := fields["highlightedTables"]; given && json.Unmarshal(names, &all.names) != nil {
		r.note("The list of chosen tables in the physical model cannot be read")
	}
	delete(fields, "highlightedTables")
	keys := slices.SortedFunc(maps.Keys(fields), func(a, b string) int {
		x, _ := strconv.Atoi(a) // 0 if it is not a number
		y, _ := strconv.Atoi(b)
		return x - y
	})
	for _, key := range keys {
		var lists struct{ ListOfInputs, ListOfSelectValues string }
		if err := json.Unmarshal(fields[key], &lists); err != nil || lists.ListOfInputs == "" {
			r.note("A table of the physical model cannot be read")
			all.tables = append(all.tables, nil)
			continue
		}
		all.tables = append(all.tables, readDesign(lists.ListOfInputs, lists.ListOfSelectValues))
	}
	return all
}

// arguments are the numbers of types that follow a collection.
var arguments = map[string]int{"SET": 1, "LIST": 1, "MAP": 2}

// readDesign reads the two lists of a table. Each column has its type, those inside a collection, and its role.
func readDesign(inputs, values string) *design {
	names, words := strings.Split(inputs, ","), strings.Split(values, ",")
	d := &design{name: strings.TrimSpace(names[0])}
	next := func() string {
		if len(words) == 0 {
			return ""
		}
		word := strings.TrimSpace(words[0])
		words = words[1:]
		return word
	}
	for _, name := range names[1:] {
		column := designed{name: strings.TrimSpace(name), kind: next(), role: model.Regular}
		if count := arguments[strings.ToUpper(column.kind)]; count > 0 {
			inner := []string{next()}
			if count > 1 {
				inner = append(inner, next())
			}
			column.kind += "<" + strings.Join(inner, ", ") + ">"
		}
		switch strings.ToLower(next()) {
		case "k":
			column.role = model.Partition
		case "cup", "c":
			column.role = model.Clustering
		case "cdown":
			column.role, column.descending = model.Clustering, true
		case "s", "static":
			column.role = model.Static
		}
		d.columns = append(d.columns, column)
	}
	return d
}

// addRelation adds the physical table of a design.
func (r *reader) addRelation(logical model.ID, table *model.LogicalTable, columns map[string]model.ID, d *design) {
	relation := &model.Relation{Order: model.Nth(len(r.model.Physical.Relations)), Keyspace: r.keyspace(), Name: table.Name, Kind: model.Table,
		Realizes: model.SetOfIDs(logical), Columns: map[model.ID]*model.Column{}}
	if name := model.Identifier(table.Name); name != "" {
		relation.Name = name
	}
	taken := map[string]bool{}
	for i, c := range d.columns {
		column := &model.Column{Order: model.Nth(i), Name: nameOf(c.name, "column"+strconv.Itoa(i+1)), Role: c.role,
			Descending: c.descending, Type: r.typeOf(table.Name, c)}
		for taken[column.Name] {
			column.Name += "_2"
		}
		taken[column.Name] = true
		if from := columns[strings.ToLower(c.name)]; from != "" {
			column.From = model.SetOfIDs(from)
		}
		relation.Columns[r.ids.New()] = column
	}
	put(&r.model.Physical.Relations, r.ids.New(), relation)
}

func (r *reader) typeOf(table string, c designed) model.Type {
	parsed, err := model.ParseType(strings.ToLower(c.kind), func(string) (model.ID, bool) { return "", false })
	if err != nil || parsed.Kind == model.UnresolvedType {
		r.note("%s.%s has the type %q, taken as text", table, c.name, model.OneLine(c.kind, maxShown))
		return model.Native("text")
	}
	return parsed
}

// keyspace returns the keyspace of all tables: a project has none.
func (r *reader) keyspace() model.ID {
	for id := range r.model.Physical.Keyspaces {
		return id
	}
	name := model.Identifier(r.model.Name)
	if name == "" {
		name = "kdm"
	}
	const longest = 48
	id := r.ids.New()
	put(&r.model.Physical.Keyspaces, id, &model.Keyspace{Name: name[:min(len(name), longest)],
		Replication: map[string]string{"class": "NetworkTopologyStrategy", "replication_factor": "3"}})
	return id
}
