package edit

import (
	"slices"

	"widerow/model"
)

func physicalFields(kind model.Kind) []Field {
	switch kind {
	case model.KeyspaceKind:
		return []Field{
			uniqueName("name", "Name", func(k *model.Keyspace) *string { return &k.Name }),
			optionsField("replication", "Replication", func(k *model.Keyspace) *map[string]string { return &k.Replication }).
				hint("One setting per line: `class = NetworkTopologyStrategy`, `dc1 = 3`."),
			optionsField("options", "Options", func(k *model.Keyspace) *model.Options { return &k.Options }).
				hint("One option per line, such as `durable_writes = false`."),
			noteField(func(k *model.Keyspace) *string { return &k.Note }),
		}
	case model.UserTypeKind:
		return []Field{
			uniqueName("name", "Name", func(t *model.UserType) *string { return &t.Name }),
			userTypeKeyspaceField(),
			noteField(func(t *model.UserType) *string { return &t.Note }),
		}
	case model.TypeFieldKind:
		return []Field{
			uniqueName("name", "Name", func(f *model.TypeField) *string { return &f.Name }),
			typeField(func(f *model.TypeField) *model.Type { return &f.Type }),
			lengthField(func(f *model.TypeField) *model.Expression { return &f.Length }),
			elementsField(func(f *model.TypeField) *model.Expression { return &f.Elements }),
			noteField(func(f *model.TypeField) *string { return &f.Note }),
		}
	case model.RelationElement:
		return relationFields()
	case model.RelationColumnKind:
		return relationColumnFields()
	case model.IndexKind:
		return indexFields()
	case model.StatementKind:
		return statementFields()
	}
	return nil
}

// maxStatement is the longest statement that a form accepts, in characters.
const maxStatement = 50_000

func statementFields() []Field {
	text := stringField(LinesInput, "text", "CQL", func(s *model.Statement) *string { return &s.Text }).required().
		hint("A function, aggregate, trigger, role or permission. It is written to the script unchanged.")
	text.MaxLength = maxStatement
	return []Field{
		text,
		referenceField("table", "Table", func(s *model.Statement) *model.ID { return &s.Table }, triggerTables).hint("The table of a trigger."),
		noteField(func(s *model.Statement) *string { return &s.Note }),
	}
}

// triggerTables returns the tables of the statement's keyspace.
func triggerTables(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	for _, relation := range model.Sorted(m.Physical.Relations) {
		if relation.Value.Keyspace == e.Value.(*model.Statement).Keyspace && relation.Value.Kind == model.Table {
			choices = append(choices, Choice{string(relation.ID), relation.Value.Name})
		}
	}
	return choices
}

func relationFields() []Field {
	isView := func(_ *model.Model, e model.Element) bool {
		return e.Value.(*model.Relation).Kind == model.MaterializedView
	}
	isTable := func(_ *model.Model, e model.Element) bool {
		return e.Value.(*model.Relation).Kind != model.MaterializedView
	}
	return []Field{
		uniqueName("name", "Name", func(r *model.Relation) *string { return &r.Name }),
		relationKeyspaceField(),
		relationKindField(),
		referenceField("base", "Base table", func(r *model.Relation) *model.ID { return &r.Base }, baseChoices).when(isView),
		stringField(LinesInput, "where", "Filter", func(r *model.Relation) *string { return &r.Where }).when(isView).
			hint("Conditions of the view besides IS NOT NULL of its key columns."),
		checkboxField("all_columns", "SELECT *", func(r *model.Relation) *bool { return &r.AllColumns }).when(isView).
			hint("A column added to the base table is one of the view too. It counts while the view has all columns."),
		realizesField(),
		expressionField("rows", "Rows in a partition", func(r *model.Relation) *model.Expression { return &r.Rows }).
			hint("A number, `1000/5000` for typical/worst, or an expression of quantities such as `rooms_per_hotel * 730`."),
		expressionField("partitions", "Partitions", func(r *model.Relation) *model.Expression { return &r.Partitions }).hint("How many partitions the table has."),
		scaleField(),
		compressionField(),
		choiceField("written", "Rows are written by", func(r *model.Relation) *model.WrittenBy { return &r.Written },
			Choice{string(model.ByInsert), "INSERT"}, Choice{string(model.ByUpdate), "UPDATE"}).when(isTable).
			hint("UPDATE writes a time with each value instead of one for the row."),
		checkboxField("expiring", "Rows have a TTL", func(r *model.Relation) *bool { return &r.Expiring }).when(isTable).
			hint("The statements say USING TTL. A table's default_time_to_live counts without this."),
		stringField(LinesInput, "comment", "Comment", func(r *model.Relation) *string { return &r.Comment }).
			hint("The table option `comment`."),
		optionsField("options", "Options", func(r *model.Relation) *model.Options { return &r.Options }).
			hint("One option per line, such as `gc_grace_seconds = 864000`."),
		checkboxField("compact_storage", "Compact storage", func(r *model.Relation) *bool { return &r.CompactStorage }).when(isTable),
		tagsField(func(r *model.Relation) *model.TagSet { return &r.Tags }),
		noteField(func(r *model.Relation) *string { return &r.Note }),
	}
}

func relationKindField() Field {
	field := choiceField("kind", "Kind", func(r *model.Relation) *model.RelationKind { return &r.Kind },
		Choice{string(model.Table), "table"}, Choice{string(model.MaterializedView), "materialized view"})
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		if err := set(m, e, text); err != nil {
			return err
		}
		if relation := e.Value.(*model.Relation); relation.Kind == model.Table {
			relation.Base, relation.Where = "", ""
		}
		return nil
	}
	return field
}

// baseChoices returns the possible base tables of a view: those in its keyspace.
func baseChoices(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	for _, sibling := range m.Siblings(e) {
		if sibling.ID != e.ID && sibling.Value.(*model.Relation).Kind == model.Table {
			choices = append(choices, Choice{string(sibling.ID), m.TitleOf(sibling)})
		}
	}
	return choices
}

// realizesField links the columns to those of a newly realized table, by name,
// and removes the links to a table that is no longer realized.
func realizesField() Field {
	field := referencesField("realizes", "Realises", func(r *model.Relation) *model.IDSet { return &r.Realizes }, elementsOf(model.TableKind), nil)
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		relation := e.Value.(*model.Relation)
		before := relation.Realizes.Sorted()
		if err := set(m, e, text); err != nil {
			return err
		}
		for _, table := range before {
			if !relation.Realizes[table] {
				unlink(relation, m.Logical.Tables[table])
			}
		}
		for _, table := range relation.Realizes.Sorted() {
			if !slices.Contains(before, table) {
				linkByName(relation, m.Logical.Tables[table])
			}
		}
		return nil
	}
	return field
}

func linkByName(r *model.Relation, table *model.LogicalTable) {
	if table == nil {
		return
	}
	for id, logical := range table.Columns {
		if same, found := r.ColumnNamed(logical.Name); found {
			r.Columns[same].Link(id)
		}
	}
}

func unlink(r *model.Relation, table *model.LogicalTable) {
	if table == nil {
		return
	}
	for _, column := range r.Columns {
		for id := range table.Columns {
			column.From = without(column.From, id)
		}
	}
}

// without removes a member from the set. It returns nil if the set is then empty.
func without(s model.IDSet, id model.ID) model.IDSet {
	delete(s, id)
	if len(s) == 0 {
		return nil
	}
	return s
}

func relationColumnFields() []Field {
	return []Field{
		uniqueName("name", "Name", func(c *model.Column) *string { return &c.Name }),
		typeField(func(c *model.Column) *model.Type { return &c.Type }),
		roleField(func(c *model.Column) *model.Role { return &c.Role }, roleChoices()),
		checkboxField("descending", "Descending", func(c *model.Column) *bool { return &c.Descending }).
			when(func(_ *model.Model, e model.Element) bool { return e.Value.(*model.Column).Role == model.Clustering }),
		lengthField(func(c *model.Column) *model.Expression { return &c.Length }),
		expressionField("key_length", "Length of a key", func(c *model.Column) *model.Expression { return &c.KeyLength }).
			when(func(_ *model.Model, e model.Element) bool {
				return e.Value.(*model.Column).Type.Unfrozen().Kind == model.MapType
			}).
			hint("Average bytes of a key of the map."),
		elementsField(func(c *model.Column) *model.Expression { return &c.Elements }),
		expressionField("buckets", "Buckets", func(c *model.Column) *model.Expression { return &c.Buckets }).
			when(func(_ *model.Model, e model.Element) bool { return e.Value.(*model.Column).Role == model.Partition }).
			hint("How many values a bucket has. A query that does not know the bucket reads them all."),
		referencesField("from", "Comes from", func(c *model.Column) *model.IDSet { return &c.From }, fromChoices, isFromChoice).
			hint("The logical columns that this column stores."),
		filledField(),
		stringField(TextInput, "mask", "Mask", func(c *model.Column) *string { return &c.Mask }).
			hint("The masking function after MASKED WITH, such as `mask_inner(1, 1)`."),
		stringField(TextInput, "check", "Constraints", func(c *model.Column) *string { return &c.Check }).
			when(func(m *model.Model, e model.Element) bool {
				return m.Target == model.Cassandra60 || e.Value.(*model.Column).Check != ""
			}).
			hint("What the server checks after CHECK, such as `age > 0 AND age < 150`."),
		noteField(func(c *model.Column) *string { return &c.Note }),
	}
}

// fromChoices returns the columns of the logical tables that the relation
// realizes.
func fromChoices(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	relation := m.Physical.Relations[e.Parent]
	if relation == nil {
		return nil
	}
	for _, id := range relation.Realizes.Sorted() {
		if table := m.Logical.Tables[id]; table != nil {
			for _, column := range table.SortedColumns() {
				choices = append(choices, Choice{string(column.ID), table.Name + "." + column.Value.Name})
			}
		}
	}
	return choices
}

// isFromChoice reports whether a column is one of fromChoices.
func isFromChoice(m *model.Model, e model.Element, column model.ID) bool {
	relation := m.Physical.Relations[e.Parent]
	if relation == nil {
		return false
	}
	for id := range relation.Realizes {
		if table := m.Logical.Tables[id]; table != nil && table.Columns[column] != nil {
			return true
		}
	}
	return false
}

func lengthField[T any](at func(T) *model.Expression) Field {
	return expressionField("length", "Length", at).hint("Average bytes of a value of variable length, or of one " +
		"element of a collection: `30`, or `30/200` for typical/worst.")
}

// filledField is the share of the rows that have a column.
func filledField() Field {
	at := func(c *model.Column) *model.Expression { return &c.Filled }
	return withinRange(expressionField("filled", "Share of rows with a value", at), NumberRange{0, 1, false}, at).
		hint("`0.4` or `40 %` of the rows have a value here; of a static column, of the partitions. Empty: all.").
		when(func(_ *model.Model, e model.Element) bool { return !e.Value.(*model.Column).Role.InKey() })
}

func elementsField[T any](at func(T) *model.Expression) Field {
	return expressionField("elements", "Elements", at).when(hasElements).hint("Average number of elements in the collection.")
}

func hasElements(_ *model.Model, e model.Element) bool {
	var t model.Type
	switch value := e.Value.(type) {
	case *model.Column:
		t = value.Type
	case *model.TypeField:
		t = value.Type
	}
	return slices.Contains([]model.TypeKind{model.ListType, model.SetType, model.MapType}, t.Unfrozen().Kind)
}

func indexFields() []Field {
	name := uniqueName("name", "Name", func(i *model.Index) *string { return &i.Name })
	name.Required = false
	unique := name.set
	name.set = func(m *model.Model, e model.Element, text string) error {
		if text == "" {
			e.Value.(*model.Index).Name = ""
			return nil
		}
		return unique(m, e, text)
	}
	return []Field{
		name.hint("Empty: Cassandra chooses a name."),
		referenceField("column", "Column", func(i *model.Index) *model.ID { return &i.Column }, indexedChoices).required(),
		choiceField("target", "Target", func(i *model.Index) *model.IndexTarget { return &i.Target },
			Choice{string(model.IndexColumn), "the column"}, Choice{string(model.IndexValues), "values"}, Choice{string(model.IndexKeys), "keys"},
			Choice{string(model.IndexEntries), "entries"}, Choice{string(model.IndexFull), "full"}),
		checkboxField("custom", "CUSTOM", func(i *model.Index) *bool { return &i.Custom }),
		stringField(TextInput, "class", "Using", func(i *model.Index) *string { return &i.Class }).
			hint("`sai` or a class name. Empty: the built-in secondary index."),
		optionsField("options", "Options", func(i *model.Index) *model.Options { return &i.Options }),
	}
}

func indexedChoices(m *model.Model, e model.Element) []Choice {
	var choices []Choice
	if relation := m.Physical.Relations[e.Parent]; relation != nil {
		for _, column := range relation.SortedColumns() {
			choices = append(choices, Choice{string(column.ID), column.Value.Name})
		}
	}
	return choices
}
