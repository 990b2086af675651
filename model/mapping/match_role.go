package mapping

import (
	"widerow/model"
	"widerow/model/stored"
)

// settleRoles gives the columns of a derived table the roles that their instances have in the rows of
// the existing table that it continues. A query that names an entity type once needs no role: the
// account that gets a transfer. Beside the account that pays it, its columns do.
func (t *table) settleRoles(existing model.ID, columns []Column) {
	rows := t.plans[0].meanings.stored().Of(existing)
	if rows == nil {
		return
	}
	at := t.placesIn(rows)
	for i := range columns {
		c := &columns[i]
		to, found := at[c.atom.Node]
		if !found || c.Participant != "" || c.Added {
			continue
		}
		if n := rows.Nodes[to]; n.Participant != "" && count(rows, n.Of) > 1 {
			c.Participant, c.Name = n.Participant, t.designer.nameInRole(c, n.Participant)
		}
	}
}

// placesIn returns, for each node of the first plan that a meaning answers, its node in the meaning.
func (t *table) placesIn(rows *stored.Meaning) map[int]int {
	s := t.plans[0].meanings.stored()
	for _, p := range t.plans {
		if p.designer.Graph != t.designer.Graph {
			continue
		}
		for _, answer := range s.Facts().Answers(rows, p.pattern(), nil) {
			_, places := s.instances(p.designer, func(int) stored.Node { return stored.Node{} })
			found := make(map[int]int, len(places))
			for node, place := range places {
				found[node] = answer.At[place]
			}
			return found
		}
	}
	return nil
}

// count returns the number of instances of a type that a row is about.
func count(rows *stored.Meaning, of model.ID) int {
	found := 0
	for _, n := range rows.Nodes {
		if n.Of == of {
			found++
		}
	}
	return found
}

// nameInRole returns the name of a column after the role of its instance: payee_kind.
func (d *designer) nameInRole(c *Column, participant model.ID) string {
	role := d.Graph.Roles[participant]
	if role.Participant == nil {
		return c.Name
	}
	if role.Role != "" {
		return model.Identifier(role.Role) + "_" + c.Name
	}
	return model.Identifier(d.Graph.Model.Title(role.Relationship)) + "_" + c.Name
}
