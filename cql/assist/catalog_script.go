package assist

import (
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// catalogOfScript applies the statements of a script, whether legal or not.
func catalogOfScript(text string, script *syntax.Script) *catalog {
	return catalogAt(text, script, len(text)+1)
}

// catalogAt returns the names that are valid at a byte of a script. What the
// statement there renames or drops keeps its name beside the new one. Later
// statements only add names.
func catalogAt(text string, script *syntax.Script, at int) *catalog {
	c := &cataloguer{text: text}
	for _, statement := range script.Statements {
		switch place := syntax.Place(statement); {
		case at > int(place.End.Offset):
			c.add(statement)
		case at >= int(place.Start.Offset):
			c.keeps = true
			c.add(statement)
			c.keeps = false
		default:
			c.addLater(statement)
		}
	}
	return &c.catalog
}

type cataloguer struct {
	catalog
	text     string
	keyspace string // the current one
	// keeps retains what is renamed or dropped.
	keeps bool
}

func (c *cataloguer) addLater(statement syntax.Statement) {
	switch s := statement.(type) {
	case *syntax.AlterTable, *syntax.AlterType:
		return
	case *syntax.CreateTable:
		if made := c.named(s.Name); c.table(made.keyspace, made.name) != nil {
			return
		}
	case *syntax.CreateType:
		if made := c.named(s.Name); c.userType(made.keyspace, made.name) != nil {
			return
		}
	}
	c.add(statement)
}

// at returns the span of a parsed name.
func (c *cataloguer) at(name syntax.Identifier) span {
	from := int(name.Offset)
	scanner := syntax.NewScanner(c.text[from:])
	return span{from, from + int(scanner.Scan().End)}
}

func (c *cataloguer) named(name syntax.QualifiedName) named {
	keyspace := name.Keyspace.Name
	if keyspace == "" {
		keyspace = c.keyspace
	}
	return named{keyspace: keyspace, name: name.Name.Name, place: c.at(name.Name)}
}

func (c *cataloguer) column(name syntax.Identifier, kind syntax.TypeName) *column {
	return &column{name: name.Name, kind: kind.String(), place: c.at(name)}
}

func (c *cataloguer) add(statement syntax.Statement) {
	switch s := statement.(type) {
	case *syntax.Use:
		c.keyspace = s.Keyspace.Name
		c.uses = append(c.uses, use{int(s.End.Offset), s.Keyspace.Name})
	case *syntax.CreateKeyspace:
		c.keyspaces = append(c.keyspaces, &named{name: s.Name.Name, place: c.at(s.Name)})
	case *syntax.CreateType:
		made := &table{named: c.named(s.Name)}
		for _, field := range s.Fields {
			made.columns = append(made.columns, c.column(field.Name, field.Type))
		}
		c.types = append(c.types, made)
	case *syntax.CreateTable:
		c.addTable(s)
	case *syntax.CreateView:
		c.addView(s)
	case *syntax.CreateIndex:
		if s.Name.Name != "" {
			of := c.named(s.Table)
			c.indexes = append(c.indexes, &named{keyspace: of.keyspace, name: s.Name.Name, place: c.at(s.Name), detail: "on " + of.name})
		}
	case *syntax.CreateFunction:
		made := c.named(s.Name)
		made.detail = signature(s.Arguments, s.Returns)
		c.functions = append(c.functions, &made)
	case *syntax.CreateAggregate:
		made := c.named(s.Name)
		made.aggregate, made.detail = true, "aggregate"
		c.functions = append(c.functions, &made)
	case *syntax.AlterTable:
		c.alterTable(s)
	case *syntax.AlterType:
		c.alterType(s)
	case *syntax.Bad:
		c.guess(s)
	}
}

func signature(arguments []syntax.Field, returns syntax.TypeName) string {
	var types []string
	for _, argument := range arguments {
		types = append(types, argument.Type.String())
	}
	return "(" + strings.Join(types, ", ") + ") " + returns.String()
}

func (c *cataloguer) addTable(s *syntax.CreateTable) {
	made := &table{named: c.named(s.Name)}
	for _, element := range s.Elements {
		if element.Column == nil {
			continue
		}
		one := c.column(element.Column.Name, element.Column.Type)
		switch {
		case element.Column.PrimaryKey:
			one.role = model.Partition
		case element.Column.Static:
			one.role = model.Static
		case one.kind == "counter":
			one.role = model.RoleCounter
		}
		made.columns = append(made.columns, one)
	}
	for _, element := range s.Elements {
		if element.Key != nil {
			made.setRoles(element.Key.Partition, element.Key.Clustering)
		}
	}
	made.setOrder(s.Options)
	c.tables = append(c.tables, made)
}

func (c *cataloguer) addView(s *syntax.CreateView) {
	made := &table{named: c.named(s.Name), view: true}
	of := c.named(s.Table)
	if base := c.table(of.keyspace, of.name); base != nil {
		for _, one := range base.columns {
			if len(s.Selectors) == 0 || selects(s.Selectors, one.name) {
				made.columns = append(made.columns, &column{name: one.name, kind: one.kind, place: one.place})
			}
		}
	}
	made.setRoles(s.Key.Partition, s.Key.Clustering)
	made.setOrder(s.Options)
	c.tables = append(c.tables, made)
}

func selects(selectors []syntax.Selector, name string) bool {
	for _, selector := range selectors {
		if selector.Term.Kind == syntax.ColumnTerm && selector.Term.Name.Name.Name == name {
			return true
		}
	}
	return false
}

func (c *cataloguer) alterTable(s *syntax.AlterTable) {
	of := c.named(s.Name)
	changed := c.table(of.keyspace, of.name)
	if changed == nil {
		return
	}
	for _, added := range s.Added {
		changed.columns = append(changed.columns, c.column(added.Name, added.Type))
	}
	for _, dropped := range s.Dropped {
		if !c.keeps {
			changed.drop(dropped.Name)
		}
	}
	c.rename(changed, s.Renames)
}

func (c *cataloguer) alterType(s *syntax.AlterType) {
	of := c.named(s.Name)
	changed := c.userType(of.keyspace, of.name)
	if changed == nil {
		return
	}
	if s.Action == syntax.AddParts {
		changed.columns = append(changed.columns, c.column(s.Field, s.Type))
	}
	c.rename(changed, s.Renames)
}

func (c *cataloguer) rename(changed *table, renames []syntax.Rename) {
	for _, rename := range renames {
		found := changed.column(rename.From.Name)
		if found == nil {
			continue
		}
		if c.keeps {
			copied := *found
			found = &copied
			changed.columns = append(changed.columns, found)
		}
		found.name, found.place = rename.To.Name, c.at(rename.To)
	}
}

// guess extracts what an unparseable statement seems to create, since the
// statement being typed is usually one.
func (c *cataloguer) guess(s *syntax.Bad) {
	from := int(s.Start.Offset)
	tokens := tokensOf(c.text, from, min(from+len(s.Text), len(c.text)))
	if len(tokens) < 3 || tokens[0].Word() != "CREATE" || tokens[1].Word() != "TABLE" && tokens[1].Word() != "TYPE" {
		return
	}
	i := 2
	for i < len(tokens) && (tokens[i].Word() == "IF" || tokens[i].Word() == "NOT" || tokens[i].Word() == "EXISTS") {
		i++
	}
	made := &table{named: named{keyspace: c.keyspace}}
	for ; i < len(tokens) && tokens[i].Word() != "("; i++ {
		if tokens[i].Word() == "." {
			made.keyspace = made.name
		} else {
			made.name, made.place = tokens[i].name(c.text), tokens[i].span()
		}
	}
	for _, element := range elements(tokens, i) {
		if len(element) > 1 && element[0].isName() && element[0].Word() != "PRIMARY" {
			last := element[len(element)-1]
			made.columns = append(made.columns, &column{name: element[0].name(c.text), place: element[0].span(),
				kind: c.text[element[1].Start.Offset:last.End]})
		}
	}
	if tokens[1].Word() == "TYPE" {
		c.types = append(c.types, made)
	} else {
		c.tables = append(c.tables, made)
	}
}
