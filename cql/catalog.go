package cql

import (
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// catalog finds elements by name in a schema or in a model.
type catalog interface {
	Has(keyspace string) bool
	RelationID(keyspace, name string) (model.ID, bool)
	TypeIDs(keyspace string) map[string]model.ID
	HasIndex(keyspace, name string) bool
	Signatures() []model.Signature
}

// tables caches the tables of statements on rows. Each is created on first use.
type tables struct {
	catalog catalog
	model   *model.Model
	known   map[model.ID]*access.Table
	// functions are the user-defined functions, nil until they are needed.
	functions []*access.Signature
	// named is the name last formatted by textOf.
	named schema.Name
	text  string
}

// textOf returns keyspace.table. It caches one name, since consecutive
// statements often use the same table.
func (t *tables) textOf(name schema.Name) string {
	if t.text == "" || t.named != name {
		t.named, t.text = name, name.Keyspace+"."+name.Name
	}
	return t.text
}

func newTables(catalog catalog, physical model.Physical) *tables {
	return &tables{catalog: catalog, model: &model.Model{Physical: physical}, known: map[model.ID]*access.Table{}}
}

// forget empties the cache after the schema has changed.
func (t *tables) forget() {
	clear(t.known)
	t.functions = nil
}

// find follows Schema.validateTable. The table is nil, without a refusal, if it
// is a system table.
func (t *tables) find(name schema.Name) (*access.Table, *schema.Refusal) {
	id, found := t.catalog.RelationID(name.Keyspace, name.Name)
	switch {
	case found:
	case schema.IsSystem(name.Keyspace):
		return nil, nil
	case !t.catalog.Has(name.Keyspace):
		return nil, invalid("keyspace %s does not exist", name.Keyspace).
			Advise("{keyspace}The script must create the keyspace before this statement.")
	default:
		return nil, invalid("table %s does not exist", name.Name).
			Advise("{table}The script must create the table before this statement.")
	}
	return t.get(id), nil
}

func (t *tables) get(id model.ID) *access.Table {
	if t.known[id] == nil {
		t.known[id] = access.NewTable(t.model, id)
		t.known[id].Functions = t.signatures()
	}
	return t.known[id]
}

func (t *tables) signatures() []*access.Signature {
	if t.functions == nil {
		t.functions = shapeSignatures(t.catalog.Signatures())
	}
	return t.functions
}

func shapeSignatures(signatures []model.Signature) []*access.Signature {
	shapes := make([]*access.Signature, len(signatures))
	for i, s := range signatures {
		shapes[i] = access.UserFunction(s)
	}
	return shapes
}

func invalid(form string, arguments ...any) *schema.Refusal {
	return schema.Refuse(schema.Invalid, "", form, arguments...)
}

// modelCatalog finds the elements of a model by name.
type modelCatalog struct {
	keyspaces map[string]bool
	relations map[schema.Name]model.ID
	types     map[string]map[string]model.ID
	indexes   map[schema.Name]bool
	functions []model.Signature
}

func newModelCatalog(m *model.Model) *modelCatalog {
	n := &modelCatalog{keyspaces: map[string]bool{}, relations: map[schema.Name]model.ID{},
		types: map[string]map[string]model.ID{}, indexes: map[schema.Name]bool{}}
	p := &m.Physical
	for _, keyspace := range p.Keyspaces {
		n.keyspaces[keyspace.Name] = true
		n.types[keyspace.Name] = map[string]model.ID{}
	}
	for id, relation := range p.Relations {
		if keyspace := p.Keyspaces[relation.Keyspace]; keyspace != nil {
			n.relations[schema.Name{Keyspace: keyspace.Name, Name: relation.Name}] = id
			n.addIndexes(keyspace.Name, relation)
		}
	}
	for id, userType := range p.Types {
		if keyspace := p.Keyspaces[userType.Keyspace]; keyspace != nil {
			n.types[keyspace.Name][userType.Name] = id
		}
	}
	n.functions = n.signatures(m)
	return n
}

func (n *modelCatalog) addIndexes(keyspace string, relation *model.Relation) {
	for _, index := range relation.Indexes {
		name := index.Name
		if column := relation.Columns[index.Column]; name == "" && column != nil {
			name = access.IndexName(relation.Name, column.Name)
		}
		n.indexes[schema.Name{Keyspace: keyspace, Name: name}] = true
	}
}

// HasIndex reports whether a keyspace has an index of that name.
func (n *modelCatalog) HasIndex(keyspace, name string) bool {
	return n.indexes[schema.Name{Keyspace: keyspace, Name: name}]
}

// Has reports whether the model has a keyspace of that name.
func (n *modelCatalog) Has(keyspace string) bool {
	return n.keyspaces[keyspace] || schema.IsSystem(keyspace)
}

// RelationID returns the ID of a table or view and reports whether it exists.
func (n *modelCatalog) RelationID(keyspace, name string) (model.ID, bool) {
	id, found := n.relations[schema.Name{Keyspace: keyspace, Name: name}]
	return id, found
}

// TypeIDs returns the IDs of a keyspace's user-defined types by name.
func (n *modelCatalog) TypeIDs(keyspace string) map[string]model.ID { return n.types[keyspace] }

// Signatures returns the signatures of the functions that the model keeps as
// text.
func (n *modelCatalog) Signatures() []model.Signature { return n.functions }
