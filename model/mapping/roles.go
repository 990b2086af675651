package mapping

import (
	"fmt"
	"slices"

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

// reportSameInstance names two subtypes that a query takes for one instance since it names their
// supertype without a role: rides of which the driver is the rider.
func (d *designer) reportSameInstance() {
	for _, at := range d.In.Nodes[:d.In.Path] {
		if d.Graph.IsRelationship(at) || d.Graph.Node(at).Participant != "" {
			continue
		}
		var takingPart []int
		for _, edge := range d.Tree.Edges {
			for end := range edge {
				one := edge[end]
				if edge[1-end] == at && d.isSupertype(at, d.Graph.Node(one).Of) && d.isParticipant(one) {
					takingPart = append(takingPart, one)
				}
			}
		}
		if len(takingPart) > 1 {
			title, one, other := d.Graph.Title(at), d.Graph.Title(takingPart[0]), d.Graph.Title(takingPart[1])
			d.Problem(d.ID, "same-instance", fmt.Sprintf("The query finds only what has the same %s as %s and as %s, since it names %s once. "+
				"If they may be two, give the ends of their relationship types roles, and write %s(%s) or %s(%s)",
				title, one, other, title, title, model.Identifier(one), title, model.Identifier(other)))
		}
	}
}

// isParticipant reports whether a node is a participant of a relationship type on the path.
func (d *designer) isParticipant(at int) bool {
	return slices.ContainsFunc(d.Tree.Edges, func(edge [2]int) bool {
		return edge[0] == at && d.Graph.IsRelationship(edge[1]) || edge[1] == at && d.Graph.IsRelationship(edge[0])
	})
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
