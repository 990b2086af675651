package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Prover answers questions about the tables of one document. Package write uses
// it to find the rows that an update changes.
type Prover struct {
	prover *prover
	tables []Table
}

// NewProver returns the prover of a document. sizes holds the sizes of all relations, or is nil.
func NewProver(m *model.Model, sizes map[model.ID]sizing.Size) *Prover {
	p := &Prover{prover: newProver(m)}
	p.prover.sizes = sizes
	for _, t := range p.prover.tables {
		p.tables = append(p.tables, p.prover.describe(t))
	}
	return p
}

// Tables returns the tables of the document, without the queries that they serve.
func (p *Prover) Tables() []Table { return p.tables }

// Stored returns the meanings of the tables.
func (p *Prover) Stored() *mapping.Stored { return p.prover.rows }

// Storing returns the columns of a table that store an attribute, the composite
// one that it is a part of, or a name. Without a participant, these are the columns
// of all roles.
func (p *Prover) Storing(table, attribute model.ID, name string, participant model.ID) []model.ID {
	t := p.prover.byID[table]
	if t == nil {
		return nil
	}
	var found []model.ID
	for _, c := range p.prover.storing(t, reference{attribute, name, participant}) {
		found = append(found, c.id)
	}
	return found
}

// Search judges a query that the document need not have. It returns the tables
// that serve it, the best one first, as for a query without arrows.
func (p *Prover) Search(query *model.Query) []Judgement {
	result := Result{Judgements: p.prover.search(p.prover.rows.InRoles(query))}
	result.sort()
	return result.Judgements
}

// Read judges the statement that selects some columns of a table where others have given
// values. The application runs it for each bucket that these leave open.
func (p *Prover) Read(table model.ID, where, columns []model.ID) Judgement {
	t := p.prover.byID[table]
	s := p.prover.newStatement(&model.Query{}, t)
	for _, c := range t.columns {
		if slices.Contains(where, c.id) {
			s.equal(c, marker())
		}
	}
	s.addBuckets()
	for _, c := range t.columns {
		if slices.Contains(columns, c.id) {
			s.shape.Selectors = append(s.shape.Selectors, selector(c.name))
		}
	}
	return p.prover.judgeStatement(s)
}

// Parameters returns the conditions of an update with their sources.
func (p *Prover) Parameters(update model.ID) []Parameter { return p.prover.flow.parameters(update) }

// Supplied returns the queries and updates before an update after which the
// application knows an attribute, the nearest first.
func (p *Prover) Supplied(update, attribute model.ID) []model.ID {
	earlier, _ := p.prover.flow.before(update)
	return slices.DeleteFunc(slices.Clone(earlier), func(access model.ID) bool {
		return !p.prover.flow.supplies(access, reference{attribute: attribute}, model.Equal)
	})
}

// Amount evaluates an expression. It is unknown if the expression is empty, wrong,
// or needs quantities without a value.
func (p *Prover) Amount(e model.Expression) Amount { return p.prover.amount(e) }

// Rows returns the number of rows in a partition of a table.
func (p *Prover) Rows(table model.ID) Amount { return p.prover.rowsOf(p.prover.byID[table]) }

// Size returns the size of a relation.
func (p *Prover) Size(relation model.ID) sizing.Size { return p.prover.sizeOf(relation) }

// Name returns an attribute as Entity.attribute, and another element by its title.
func (p *Prover) Name(id model.ID) string {
	return p.prover.concepts.nameOf(reference{attribute: id})
}

// ValueOf returns the constant of a condition as a value, or a bind marker.
func ValueOf(given *model.Given) access.Value {
	if values := constants(given); len(values) == 1 {
		return values[0]
	}
	return marker()
}
