package moves

import (
	"fmt"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/english"
)

// collectionToRows stores the elements of a collection as rows of a second table.
var collectionToRows = kind{
	name: CollectionToRows, title: "Store a collection as rows",
	offer: func(t *table) (string, []Parameter) {
		collections := selected(t.inRole(model.Regular), func(c column) bool { return isCollection(c) && t.isFree(c) })
		inPlace := len(t.inRole(model.Regular, model.Static)) == 1
		if t.isView() || len(collections) == 0 || inPlace && len(t.views()) > 0 { // a view needs the whole key
			return "", nil
		}
		first := collections[0]
		parameters := []Parameter{{Name: "column", Label: "Collection", Input: edit.ChoiceInput, Value: string(first.ID), Choices: choices(collections)}}
		if !inPlace {
			name := func(c column) string { return t.freeRelation(t.Name + "_" + c.Value.Name) }
			parameters = append(parameters, t.forColumn(t.newName(name(first)), name))
		}
		return fmt.Sprintf("The collection %s is always read as a whole. As rows, its elements can be many, and "+
			"be read in part or by pages.", first.Value.Name), parameters
	},
	make: func(e *editor) error {
		c := e.column(e.value("column"))
		elements := times(e.rows(), e.model.ExpressionText(c.Value.Elements))
		e.remove(c.ID)
		if len(e.inRole(model.Regular, model.Static)) == 1 {
			e.addElements(c, e.id)
			e.set(e.id, "rows", elements)
			e.words = fmt.Sprintf("stored %s of %s as rows", c.Value.Name, e.Name)
			e.cost = "Each element is a row that is written and deleted by itself."
			return nil
		}
		name := e.value("name")
		rows := e.addTable(name, e.Realizes, elements, e.partitions())
		for _, key := range e.key() {
			e.copyColumn(key, rows, true, nil)
		}
		e.addElements(c, rows)
		e.words = fmt.Sprintf("stored %s of %s as rows of %s", c.Value.Name, e.Name, name)
		e.cost = fmt.Sprintf("Each element is a row that is written and deleted by itself. A query for %s reads a second table.", c.Value.Name)
		return nil
	},
}

func isCollection(c column) bool {
	t := c.Value.Type.Unfrozen()
	switch t.Kind {
	case model.ListType:
		return true
	case model.SetType, model.MapType:
		first := t.Arguments[0]
		return first.Kind == model.NativeType && first.Name != "duration" || first.Kind == model.FrozenType
	}
	return false
}

// addElements adds the columns for the elements of a collection to a table: what
// tells them apart becomes a clustering column.
func (e *editor) addElements(c column, to model.ID) {
	of := c.Value.Type.Unfrozen()
	length, keyLength := e.model.ExpressionText(c.Value.Length), e.model.ExpressionText(c.Value.KeyLength)
	element := free([]string{english.Singular(c.Value.Name), c.Value.Name + "_element"},
		func(name string) bool { return e.named(name) != nil && name != c.Value.Name })
	add := func(name, typeText string, role model.Role, length, from string) {
		e.add(model.RelationColumnKind, to, map[string]string{"name": name, "type": typeText, "role": string(role), "length": length, "from": from})
	}
	from := idText(c.Value.From)
	switch of.Kind {
	case model.SetType:
		add(element, e.model.TypeText(of.Arguments[0]), model.Clustering, length, from)
	case model.ListType:
		add(e.freeColumn("position", element+"_position"), "int", model.Clustering, "", "")
		add(element, e.model.TypeText(of.Arguments[0]), model.Regular, length, from)
	case model.MapType:
		add(element, e.model.TypeText(of.Arguments[0]), model.Clustering, keyLength, from)
		if value := e.joinedValue(c); value != "" && e.named(value) == nil && value != element {
			add(value, e.model.TypeText(of.Arguments[1]), model.Regular, length, from)
		} else {
			add(element+"_value", e.model.TypeText(of.Arguments[1]), model.Regular, length, from)
		}
	}
}

// joinedValue returns the name of the attribute that the values of a map store: the
// only one of a relationship type in which the entity type of its keys takes part.
func (t *table) joinedValue(c column) string {
	owner, name := t.ownerOf(c), ""
	for _, relationship := range t.model.Concepts.Relationships {
		for _, participant := range relationship.Participants {
			if participant.Entity != owner || owner == "" {
				continue
			}
			for _, attribute := range relationship.Attributes {
				if name != "" && name != model.Identifier(attribute.Name) {
					return ""
				}
				name = model.Identifier(attribute.Name)
			}
		}
	}
	return name
}

// rowsToCollection stores the rows of a partition in a collection.
var rowsToCollection = kind{
	name: RowsToCollection, title: "Store rows as a collection",
	offer: func(t *table) (string, []Parameter) {
		key, value, found := t.foldable()
		if !found {
			return "", nil
		}
		kind := "set"
		if value.Value != nil {
			kind = "map"
		}
		return fmt.Sprintf("A partition has at most %.0f rows, which are read together. A %s holds them in one column.", t.worst(t.rows()), kind),
			[]Parameter{{Name: "name", Label: "Name of the column", Input: edit.TextInput, Value: key.Value.Name}}
	},
	make: func(e *editor) error {
		key, value, _ := e.foldable()
		values := map[string]string{"name": e.value("name"), "elements": e.rows()}
		e.remove(key.ID)
		if value.Value == nil {
			values["type"] = "set<" + e.model.TypeText(key.Value.Type) + ">"
			values["length"], values["from"] = e.model.ExpressionText(key.Value.Length), joined(key)
		} else {
			e.remove(value.ID)
			values["type"] = "map<" + e.model.TypeText(key.Value.Type) + ", " + e.model.TypeText(value.Value.Type) + ">"
			values["key_length"], values["length"] = e.model.ExpressionText(key.Value.Length), e.model.ExpressionText(value.Value.Length)
			values["from"] = joined(key, value)
		}
		for _, c := range e.inRole(model.Static) {
			e.set(c.ID, "role", string(model.Regular))
		}
		e.add(model.RelationColumnKind, e.id, values)
		e.set(e.id, "rows", "1")
		e.words = fmt.Sprintf("stored the rows of %s as a collection", e.Name)
		e.cost = "The collection is read as a whole, without a condition, an order or pages. It should stay below some hundred elements."
		return nil
	},
}

// maxElements bounds the rows that are offered as a collection.
const maxElements = 500

// foldable returns the only clustering column and the only regular one, if there is
// one, of a table with few rows in a partition.
func (t *table) foldable() (key, value column, found bool) {
	clustering, regular := t.inRole(model.Clustering), t.inRole(model.Regular)
	rows := t.worst(t.rows())
	if t.isView() || len(t.views())+len(t.Indexes) > 0 || len(clustering) != 1 || len(regular) > 1 || rows == 0 || rows > maxElements {
		return column{}, column{}, false
	}
	if len(regular) == 1 {
		value = regular[0]
		if fixed := native(value) != "" || value.Value.Type.Kind == model.FrozenType; !fixed || isType(value, "counter") {
			return column{}, column{}, false
		}
	}
	return clustering[0], value, !isType(clustering[0], "duration")
}
