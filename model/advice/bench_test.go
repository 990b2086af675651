package advice_test

import (
	"fmt"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/advice"
	"widerow/model/capacity"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// BenchmarkHotel measures advice on top of what an edit computes anyway.
func BenchmarkHotel(b *testing.B) {
	m, err := example.Load("hotel")
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, m)
}

// BenchmarkMany measures 300 tables with 300 queries and 300 updates.
func BenchmarkMany(b *testing.B) {
	m := model.New("many")
	m.Concepts.Entities, m.Logical.Tables, m.Physical.Relations = map[model.ID]*model.Entity{}, map[model.ID]*model.LogicalTable{}, map[model.ID]*model.Relation{}
	m.Workflow.Queries, m.Workflow.Updates = map[model.ID]*model.Query{}, map[model.ID]*model.Update{}
	for i := range 300 {
		entity, table, relation := model.ID(fmt.Sprintf("e%d", i)), model.ID(fmt.Sprintf("t%d", i)), model.ID(fmt.Sprintf("r%d", i))
		query, update := model.ID(fmt.Sprintf("q%d", i)), model.ID(fmt.Sprintf("u%d", i))
		key, value := entity+"k", entity+"v"
		m.Concepts.Entities[entity] = &model.Entity{Name: string(entity), Attributes: map[model.ID]*model.Attribute{key: {Name: "id", Key: model.Key}, value: {Name: "value"}}}
		m.Logical.Tables[table] = &model.LogicalTable{Name: string(table), Columns: map[model.ID]*model.LogicalColumn{table + "k": {Name: "id", Role: model.Partition, Attribute: key}, table + "v": {Name: "value", Role: model.Regular, Attribute: value}}}
		m.Physical.Relations[relation] = &model.Relation{Name: string(table), Kind: model.Table, Realizes: model.SetOfIDs(table), Columns: map[model.ID]*model.Column{
			relation + "k": {Name: "id", Role: model.Partition, Type: model.Type{Kind: model.NativeType, Name: "uuid"}, From: model.SetOfIDs(table + "k")},
			relation + "v": {Name: "value", Role: model.Regular, Type: model.Type{Kind: model.NativeType, Name: "text"}, From: model.SetOfIDs(table + "v")}}}
		m.Workflow.Queries[query] = &model.Query{Label: fmt.Sprintf("Q%d", i), Find: map[model.ID]*model.Find{query + "f": {Attribute: value}}, Given: map[model.ID]*model.Given{query + "g": {Attribute: key, Operator: model.Equal}}}
		m.Workflow.Updates[update] = &model.Update{Label: fmt.Sprintf("U%d", i), Kind: model.Insert, Writes: map[model.ID]*model.Write{update + "w": {Element: entity}}}
	}
	benchmark(b, m)
}

func benchmark(b *testing.B, m *model.Model) {
	sizes := mapping.Sizes(m, sizing.Disk)
	proofs, plans := proof.WithSizes(m, sizes), write.WithSizes(m, sizes)
	load := capacity.Of(m, capacity.Input{Sizes: sizes, Proofs: proofs, Plans: plans, Storage: sizing.DefaultStorage, Now: time.Now()})
	for b.Loop() {
		advice.Run(advice.Input{Model: m, Sizes: sizes, Proofs: proofs, Plans: plans, Cluster: load})
	}
}
