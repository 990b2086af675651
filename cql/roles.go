package cql

import (
	"maps"

	"widerow/model/schema"
)

// roles are the roles, their members and the identities of a script. Others may exist on
// the cluster. It is nil where roles are not checked.
type roles struct {
	// created holds the roles that the script creates (true) and drops (false).
	created map[string]bool
	// granted holds, for each role, the roles that are granted to it (true) or revoked
	// from it (false).
	granted map[string]map[string]bool
	// identities holds the role of each identity, "" of one that was dropped.
	identities map[string]string
}

func newRoles() *roles {
	return &roles{map[string]bool{}, map[string]map[string]bool{}, map[string]string{}}
}

// change follows CREATE and ALTER. conditional means IF NOT EXISTS or IF EXISTS.
func (r *roles) change(name string, alter, conditional bool) *schema.Refusal {
	if r == nil {
		return nil
	}
	exists, known := r.created[name]
	switch {
	case alter && known && !exists && !conditional:
		return invalid("Role %s doesn't exist", name).
			Advise("The script has dropped the role before.")
	case !alter && exists && !conditional:
		return invalid("%s already exists", name).
			Advise("Add IF NOT EXISTS to keep the existing role.")
	case !alter:
		r.created[name] = true
	}
	return nil
}

// drop follows DROP, which also takes the role from its members, and its identities.
func (r *roles) drop(name string, ifExists bool) *schema.Refusal {
	if r == nil {
		return nil
	}
	if exists, known := r.created[name]; known && !exists && !ifExists {
		return invalid("%s doesn't exist", name).
			Advise("The script has dropped the role before.")
	}
	r.created[name] = false
	delete(r.granted, name)
	for _, granted := range r.granted {
		delete(granted, name)
	}
	for identity, role := range r.identities {
		if role == name {
			r.identities[identity] = ""
		}
	}
	return nil
}

// grant follows GRANT of a role to another, and REVOKE. No role is its own member, also not
// through others.
func (r *roles) grant(role, to string, revoke bool) *schema.Refusal {
	if r == nil {
		return nil
	}
	for _, name := range []string{role, to} {
		if exists, known := r.created[name]; known && !exists {
			return invalid("%s doesn't exist", name).
				Advise("The script has dropped the role before.")
		}
	}
	has, known := r.granted[to][role]
	switch {
	case revoke && (known && !has || !known && r.created[role] && r.created[to]):
		return invalid("%s is not a member of %s", to, role).
			Advise("Leave the statement out: the script has revoked the role, or never granted it.")
	case revoke:
	case r.includes(to, role):
		return invalid("%s is a member of %s", to, role).
			Advise("The role has it already, perhaps through another role, and no role is its own member. Leave the " +
				"statement out.")
	case r.includes(role, to):
		return invalid("%s is a member of %s", role, to).
			Advise("The role has it already, perhaps through another role, and no role is its own member. Leave the " +
				"statement out.")
	}
	if r.granted[to] == nil {
		r.granted[to] = map[string]bool{}
	}
	r.granted[to][role] = !revoke
	return nil
}

// includes reports whether a role is another, or has it by the grants of the script.
func (r *roles) includes(name, role string) bool {
	seen, next := map[string]bool{}, []string{name}
	for len(next) > 0 {
		name, next = next[0], next[1:]
		if name == role {
			return true
		}
		for granted := range maps.Keys(r.granted[name]) {
			if r.granted[name][granted] && !seen[granted] {
				seen[granted] = true
				next = append(next, granted)
			}
		}
	}
	return false
}

func (r *roles) addIdentity(identity, role string, ifNotExists bool) *schema.Refusal {
	if r == nil {
		return nil
	}
	if exists, known := r.created[role]; known && !exists {
		return invalid("Can not add identity for non-existent role '%s'", role).
			Advise("Create the role first, or correct its name.")
	}
	switch exists := r.identities[identity] != ""; {
	case exists && !ifNotExists:
		return invalid("%s already exists", identity).
			Advise("Add IF NOT EXISTS to keep the existing role.")
	case !exists:
		r.identities[identity] = role
	}
	return nil
}

func (r *roles) dropIdentity(identity string, ifExists bool) *schema.Refusal {
	if r == nil {
		return nil
	}
	if role, known := r.identities[identity]; known && role == "" && !ifExists {
		return invalid("identity '%s' doesn't exist", identity).
			Advise("Add IF EXISTS to ignore this.")
	}
	r.identities[identity] = ""
	return nil
}

// grantee refuses to grant a permission to a role that was dropped.
func (r *roles) grantee(name string) *schema.Refusal {
	if r == nil {
		return nil
	}
	if exists, known := r.created[name]; known && !exists {
		return invalid("Role %s doesn't exist", name).
			Advise("The script has dropped the role before.")
	}
	return nil
}
