package validation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/suggest"
)

// within checks that the owner within which a relationship type is owns all participants.
func (v *validator) within(at location, r *model.Relationship) {
	v.reference(at, "within", r.Within, false, model.EntityKind)
	if v.kinds[r.Within] != model.EntityKind {
		return
	}
	if _, problem := v.owners.Within(v.model, at.element, r.Within); problem != "" {
		v.add(at, "within", withinCode, "%s cannot be within %s: %s", v.model.Title(at.element), v.model.Title(r.Within), problem)
	}
}

// uniqueWithin checks that the owner within which an attribute is unique owns all instances:
// of a relationship type, one of the participants.
func (v *validator) uniqueWithin(of, at location, a *model.Attribute) {
	v.reference(at, "unique_within", a.UniqueWithin, false, model.EntityKind)
	if v.kinds[a.UniqueWithin] != model.EntityKind {
		return
	}
	owner, title := a.UniqueWithin, v.model.Title(a.UniqueWithin)
	owned := slices.ContainsFunc(v.model.TypesOf(of.element), func(id model.ID) bool {
		way, _ := v.owners.Way(id, owner, "")
		return way != nil || id == owner && id != of.element
	})
	switch {
	case !a.Unique:
		v.add(at, "unique_within", withinCode, "%s is not unique, so it is not unique within %s either: tick Unique", a.Name, title)
	case !owned:
		v.add(at, "unique_within", withinCode, "%s cannot be unique within %s, which does not own %s", a.Name, title, v.model.Title(of.element))
	}
}

// Ownerless lists the queries on instances of a tenant that do not give the tenant: they read the
// data of all tenants. A tenant is an entity type within which the concepts scope a rule.
func Ownerless(m *model.Model) []model.Problem {
	owners := model.NewOwners(m)
	tenants := owners.Tenants(m)
	var problems []model.Problem
	for _, query := range model.Sorted(m.Workflow.Queries) {
		for _, tenant := range model.Sorted(m.Concepts.Entities) {
			if above, is := tenants[tenant.ID]; !is || above > 0 {
				continue
			}
			if owned := ownedBy(m, owners, query.Value, tenant.ID); owned != "" && !givesKey(m, query.Value, tenant) && !looksUp(m, query.Value) {
				problems = append(problems, model.Problem{Code: withinCode, Element: query.ID, Message: fmt.Sprintf(
					"%s reads %s of every %s: give %s too, so that the key begins with it", m.Title(query.ID), m.Title(owned), tenant.Value.Name, keyNames(tenant.Value))})
			}
		}
	}
	return problems
}

// ownedBy returns the first type of a query whose instances belong to a tenant, "" for none.
func ownedBy(m *model.Model, owners *model.Owners, query *model.Query, tenant model.ID) model.ID {
	var named []model.ID
	for _, find := range model.Sorted(query.Find) {
		named = append(named, m.OwnerOfAttribute(find.Value.Attribute))
	}
	for _, given := range model.Sorted(query.Given) {
		named = append(named, m.OwnerOfAttribute(given.Value.Attribute))
	}
	for _, id := range named {
		for _, of := range m.TypesOf(id) {
			if way, _ := owners.Way(of, tenant, ""); way != nil {
				return id
			}
		}
	}
	return ""
}

// givesKey reports whether a query gives a value of the tenant's key, or several.
func givesKey(m *model.Model, query *model.Query, tenant model.Item[*model.Entity]) bool {
	for _, given := range query.Given {
		attribute := tenant.Value.Attributes[given.Attribute]
		if attribute != nil && attribute.Key != model.NoKey && (given.Operator == model.Equal || given.Operator == model.In || given.Operator == "") {
			return true
		}
	}
	return false
}

// looksUp reports whether a query finds one instance by a value that is unique in all tenants:
// the session of a token, by which the application learns the tenant.
func looksUp(m *model.Model, query *model.Query) bool {
	for _, given := range query.Given {
		element, found := m.Element(given.Attribute)
		if !found || element.Kind != model.AttributeKind || given.Operator != model.Equal && given.Operator != "" {
			continue
		}
		attribute := m.AttributesOf(element.Parent)[given.Attribute]
		if attribute.Unique && attribute.UniqueWithin == "" || attribute.Key == model.Key && suggest.IsUnique(attribute.Name) {
			return true
		}
	}
	return false
}

// keyNames names the key of an entity type: Tenant.tenant_id.
func keyNames(entity *model.Entity) string {
	var names []string
	for _, attribute := range model.Sorted(entity.Attributes) {
		if attribute.Value.Key == model.Key {
			names = append(names, entity.Name+"."+attribute.Value.Name)
		}
	}
	return cmp.Or(strings.Join(names, " and "), entity.Name)
}
