package cql

import "widerow/model/schema"

// roles are the roles that a script creates (true) and drops (false). Others may
// exist on the cluster. It is nil where roles are not checked.
type roles map[string]bool

// change follows CREATE and ALTER. conditional means IF NOT EXISTS or IF EXISTS.
func (r roles) change(name string, alter, conditional bool) *schema.Refusal {
	exists, known := r[name]
	switch {
	case r == nil:
	case alter && known && !exists && !conditional:
		return invalid("Role %s doesn't exist", name)
	case !alter && exists && !conditional:
		return invalid("%s already exists", name)
	case !alter:
		r[name] = true
	}
	return nil
}

func (r roles) drop(name string, ifExists bool) *schema.Refusal {
	if exists, known := r[name]; known && !exists && !ifExists {
		return invalid("%s doesn't exist", name)
	}
	if r != nil {
		r[name] = false
	}
	return nil
}

// member refuses a role that was dropped, where it is granted or a role is
// granted to it.
func (r roles) member(name string) *schema.Refusal {
	if exists, known := r[name]; known && !exists {
		return invalid("%s doesn't exist", name)
	}
	return nil
}

// grantee refuses to grant a permission to a role that was dropped.
func (r roles) grantee(name string) *schema.Refusal {
	if exists, known := r[name]; known && !exists {
		return invalid("Role %s doesn't exist", name)
	}
	return nil
}
