package mapping

import (
	"fmt"

	"widerow/model"
	"widerow/model/mapping/er"
)

// reportRoles names the assumed role of an entity type whose role the query leaves open: the type
// takes part twice in a relationship type on its path.
func (d *designer) reportRoles() {
	roles := d.Graph.Roles
	for _, at := range d.In.Nodes[:d.In.Path] {
		for _, end := range d.In.Ends[at] {
			role := roles[end.ID]
			if d.Graph.Node(end.Node).Participant != "" || len(role.Others) == 0 || d.Query.IsTwice(role.Relationship) {
				continue
			}
			d.Problem(d.ID, "role", fmt.Sprintf("%s takes part in %s more than once, and the query does not say as which; %s is assumed. Write that or %s",
				d.Graph.Model.Title(role.Entity), d.Graph.Title(at), d.inRole(end.ID, role), d.inRole(role.Others[0], roles[role.Others[0]])))
		}
	}
}

// inRole is an entity type in a role, as the text of a query has it.
func (d *designer) inRole(id model.ID, role er.Participation) string {
	entity := d.Graph.Model.Title(role.Entity)
	if role.Role != "" {
		return fmt.Sprintf("%s(%s)", entity, role.Role)
	}
	number := 1
	for _, item := range d.Graph.Participants[role.Relationship] {
		if item.ID == id {
			break
		}
		if item.Value.Entity == role.Entity {
			number++
		}
	}
	return fmt.Sprintf("%s(%s, %d)", entity, d.Graph.Model.Title(role.Relationship), number)
}
