package mapping

import (
	"fmt"

	"widerow/model"
)

// reportRoles says which role an entity type has where the query does not: on its
// path is a relationship type in which it takes part twice.
func (d *designer) reportRoles() {
	roles := d.graph.roles
	for _, at := range d.in.nodes[:d.in.path] {
		for _, end := range d.in.ends[at] {
			role := roles[end.id]
			if d.graph.node(end.node).participant != "" || len(role.Others) == 0 || d.query.IsTwice(role.Relationship) {
				continue
			}
			d.problem(d.id, "role", fmt.Sprintf("%s takes part in %s more than once, and the query does not say as which; %s is assumed. Write that or %s",
				d.graph.model.Title(role.Entity), d.graph.title(at), d.inRole(end.id, role), d.inRole(role.Others[0], roles[role.Others[0]])))
		}
	}
}

// inRole is an entity type in a role, as the text of a query has it.
func (d *designer) inRole(id model.ID, role Participation) string {
	entity := d.graph.model.Title(role.Entity)
	if role.Role != "" {
		return fmt.Sprintf("%s(%s)", entity, role.Role)
	}
	number := 1
	for _, item := range d.graph.participants[role.Relationship] {
		if item.ID == id {
			break
		}
		if item.Value.Entity == role.Entity {
			number++
		}
	}
	return fmt.Sprintf("%s(%s, %d)", entity, d.graph.model.Title(role.Relationship), number)
}
