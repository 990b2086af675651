package cql

import (
	"slices"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// signatures returns the signatures of the functions and aggregates that a model
// keeps, except those that cannot be resolved.
func (n *modelCatalog) signatures(m *model.Model) []model.Signature {
	w := modelWriter{m: m}
	var signatures []model.Signature
	var aggregates []*syntax.CreateAggregate
	for _, kept := range model.Sorted(m.Physical.Statements) {
		switch s := w.writeStatement(kept.Value).(type) {
		case *syntax.CreateFunction:
			types := make([]syntax.TypeName, 0, len(s.Arguments)+1)
			for _, argument := range s.Arguments {
				types = append(types, argument.Type)
			}
			if resolved, ok := n.resolve(s.Name, append(types, s.Returns)); ok {
				last := len(resolved) - 1
				signatures = append(signatures, model.Signature{Keyspace: s.Name.Keyspace.Name, Name: s.Name.Name.Name,
					Arguments: resolved[:last], Returns: resolved[last]})
			}
		case *syntax.CreateAggregate:
			aggregates = append(aggregates, s)
		}
	}
	for _, s := range aggregates {
		if signature, ok := n.aggregate(s, signatures); ok {
			signatures = append(signatures, signature)
		}
	}
	return signatures
}

func (n *modelCatalog) resolve(name syntax.QualifiedName, types []syntax.TypeName) ([]model.Type, bool) {
	resolved := make([]model.Type, len(types))
	for i, t := range types {
		var refusal *schema.Refusal
		resolved[i], refusal = schema.ResolveType(convert.TypeName(t), name.Keyspace.Name, n.types[name.Keyspace.Name])
		if refusal != nil {
			return nil, false
		}
	}
	return resolved, true
}

// aggregate returns the signature of an aggregate. Its result has the type that the final function
// returns, or else the type of the state.
func (n *modelCatalog) aggregate(s *syntax.CreateAggregate, functions []model.Signature) (model.Signature, bool) {
	resolved, ok := n.resolve(s.Name, append(slices.Clone(s.Arguments), s.StateType))
	if !ok {
		return model.Signature{}, false
	}
	last := len(resolved) - 1
	signature := model.Signature{Keyspace: s.Name.Keyspace.Name, Name: s.Name.Name.Name, Arguments: resolved[:last],
		Returns: resolved[last], Aggregate: true}
	for _, f := range functions {
		if f.Keyspace == signature.Keyspace && f.Name == s.Final.Name && len(f.Arguments) == 1 && f.Arguments[0].Equal(resolved[last]) {
			signature.Returns = f.Returns
		}
	}
	return signature, true
}
