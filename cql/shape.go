package cql

import (
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// The files shape*.go turn statements on rows into the shapes that package
// access judges.

// catalog finds what a statement names: in a schema or in a model.
type catalog interface {
	Has(keyspace string) bool
	RelationID(keyspace, name string) (model.ID, bool)
	TypeIDs(keyspace string) map[string]model.ID
}

// tables are the tables of statements on rows, each made when it is first
// asked for.
type tables struct {
	catalog catalog
	model   *model.Model
	known   map[model.ID]*access.Table
}

func newTables(catalog catalog, physical model.Physical) *tables {
	return &tables{catalog: catalog, model: &model.Model{Physical: physical}, known: map[model.ID]*access.Table{}}
}

// forget makes the tables anew after the schema has changed.
func (t *tables) forget() { clear(t.known) }

// find is Schema.validateTable. The table is nil, without a refusal, where it
// is one of the server's own.
func (t *tables) find(name schema.Name) (*access.Table, *schema.Refusal) {
	id, found := t.catalog.RelationID(name.Keyspace, name.Name)
	switch {
	case found:
	case schema.IsSystem(name.Keyspace):
		return nil, nil
	case !t.catalog.Has(name.Keyspace):
		return nil, invalid("keyspace " + name.Keyspace + " does not exist")
	default:
		return nil, invalid("table " + name.Name + " does not exist")
	}
	if t.known[id] == nil {
		t.known[id] = access.NewTable(t.model, id)
	}
	return t.known[id], nil
}

func invalid(message string) *schema.Refusal {
	return &schema.Refusal{Code: schema.Invalid, Message: message}
}

// modelCatalog finds the elements of a model by name.
type modelCatalog struct {
	keyspaces map[string]bool
	relations map[schema.Name]model.ID
	types     map[string]map[string]model.ID
}

func newModelCatalog(m *model.Model) *modelCatalog {
	n := &modelCatalog{keyspaces: map[string]bool{}, relations: map[schema.Name]model.ID{}, types: map[string]map[string]model.ID{}}
	p := &m.Physical
	for _, keyspace := range p.Keyspaces {
		n.keyspaces[keyspace.Name] = true
		n.types[keyspace.Name] = map[string]model.ID{}
	}
	for id, relation := range p.Relations {
		if keyspace := p.Keyspaces[relation.Keyspace]; keyspace != nil {
			n.relations[schema.Name{Keyspace: keyspace.Name, Name: relation.Name}] = id
		}
	}
	for id, userType := range p.Types {
		if keyspace := p.Keyspaces[userType.Keyspace]; keyspace != nil {
			n.types[keyspace.Name][userType.Name] = id
		}
	}
	return n
}

func (n *modelCatalog) Has(keyspace string) bool {
	return n.keyspaces[keyspace] || schema.IsSystem(keyspace)
}

func (n *modelCatalog) RelationID(keyspace, name string) (model.ID, bool) {
	id, found := n.relations[schema.Name{Keyspace: keyspace, Name: name}]
	return id, found
}

func (n *modelCatalog) TypeIDs(keyspace string) map[string]model.ID { return n.types[keyspace] }
