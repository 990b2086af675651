package cql

import (
	"cmp"
	"slices"

	"widerow/model/schema"
)

// Who may do what is not judged; what the server refuses whoever asks is.

// roles judges and keeps a statement about roles.
func (r *resolver) roles(statement Statement) *schema.Refusal {
	if refusal := r.checkRole(statement); refusal != nil {
		return refusal
	}
	if kept := withoutPassword(statement); r.lenient && kept != nil {
		r.schema.Keep("", r.keptText(r.qualified(kept), QualifiedName{}), noteOf(&Place(statement).Remarks))
	}
	if r.lenient && hasPassword(statement) {
		r.note(Info, CodeKept, statement, "The password is not kept: who reads the model need not know it. Set it on the cluster.")
		return nil
	}
	r.kept(statement)
	return nil
}

// hasPassword reports whether a statement tells a password.
func hasPassword(statement Statement) bool {
	switch s := statement.(type) {
	case *Role:
		return slices.ContainsFunc(s.Options, isPassword)
	case *User:
		return s.Password != nil
	}
	return false
}

// withoutPassword is what a document may keep of a statement; nil where it
// did nothing else than to set a password.
func withoutPassword(statement Statement) Statement {
	switch s := statement.(type) {
	case *Role:
		c := *s
		c.Options = slices.DeleteFunc(slices.Clone(s.Options), isPassword)
		if c.Alter && len(c.Options) == 0 {
			return nil
		}
		return &c
	case *User:
		c := *s
		c.Password, c.Hashed = nil, false
		if c.Alter && c.Superuser == "" {
			return nil
		}
		return &c
	}
	return statement
}

func isPassword(option RoleOption) bool {
	return option.Kind == Password || option.Kind == HashedPassword
}

// qualified names the keyspace of what a permission is about.
func (r *resolver) qualified(statement Statement) Statement {
	grant, isGrant := statement.(*Grant)
	if !isGrant || grant.Resource.Kind != OneTable && grant.Resource.Kind != OneFunction {
		return statement
	}
	c := *grant
	c.Resource.Name = within(c.Resource.Name, cmp.Or(c.Resource.Name.Keyspace.Name, r.schema.Current))
	return &c
}

func (r *resolver) checkRole(statement Statement) *schema.Refusal {
	switch s := statement.(type) {
	case *Role:
		if refusal := r.checkRoleOptions(s); refusal != nil {
			return refusal
		}
		return checkRoleName(s.Alter, s.Name, len(s.Options) == 0)
	case *User:
		return checkRoleName(s.Alter, s.Name, s.Password == nil && s.Superuser == "")
	case *Grant:
		return r.checkGrant(s)
	}
	return nil
}

func checkRoleName(alter bool, name RoleName, empty bool) *schema.Refusal {
	switch {
	case alter && empty:
		return invalid("ALTER [ROLE|USER] can't be empty")
	case !alter && name.Name == "":
		return invalid("Role name can't be an empty string")
	}
	return nil
}

// optionNames are the options as messages name them.
var optionNames = map[RoleOptionKind]string{Password: "PASSWORD", HashedPassword: "HASHED_PASSWORD", Superuser: "SUPERUSER",
	Login: "LOGIN", CustomOptions: "OPTIONS"}

// checkRoleOptions is what the server finds while it parses.
func (r *resolver) checkRoleOptions(s *Role) *schema.Refusal {
	seen := map[RoleOptionKind]bool{}
	for i, option := range s.Options {
		if name, isOption := optionNames[option.Kind]; isOption && seen[option.Kind] {
			return refuseSyntax("Multiple definition for property '" + name + "'")
		}
		seen[option.Kind] = true
		if reason := accessTwice(s.Options[:i], option); reason != "" {
			return r.failedParsing(s, "IllegalArgumentException "+reason)
		}
		if option.Kind == CustomOptions {
			value := schema.Option{Name: "options", Value: declareValue(option.Value)}
			if refusal := schema.CheckMap(value); refusal != nil {
				return refusal
			}
		}
	}
	if seen[Password] && seen[HashedPassword] {
		return refuseSyntax("Options 'password' and 'hashed password' are mutually exclusive")
	}
	return nil
}

// accessTwice says why there can be no access to or from ALL beside some that
// are named.
func accessTwice(before []RoleOption, option RoleOption) string {
	for _, earlier := range before {
		switch {
		case earlier.Kind != option.Kind || optionNames[option.Kind] != "" || len(earlier.Places) == 0 == (len(option.Places) == 0):
		case len(earlier.Places) == 0:
			return "All has been set"
		case option.Kind == AccessCIDRs:
			return "CIDR Groups have already been set"
		default:
			return "DCs have already been set"
		}
	}
	return ""
}

func refuseSyntax(message string) *schema.Refusal {
	return &schema.Refusal{Code: schema.Syntax, Message: message}
}

// failedParsing is how the server tells an error of Java in its parser.
func (r *resolver) failedParsing(statement Statement, reason string) *schema.Refusal {
	return refuseSyntax("Failed parsing statement: [" + r.written(statement) + "] reason: " + reason)
}

// resourceClass is the class of a resource with the permissions that there
// can be on it.
type resourceClass struct {
	name        string
	permissions []string
}

var (
	onData     = resourceClass{"DataResource", []string{"CREATE", "ALTER", "DROP", "SELECT", "MODIFY", "AUTHORIZE", "UNMASK", "SELECT_MASKED"}}
	onTable    = resourceClass{"DataResource", onData.permissions[1:]}
	onAllRoles = resourceClass{"RoleResource", []string{"CREATE", "ALTER", "DROP", "AUTHORIZE", "DESCRIBE"}}
	onRole     = resourceClass{"RoleResource", onAllRoles.permissions[1:]}
	onAllCalls = resourceClass{"FunctionResource", []string{"CREATE", "ALTER", "DROP", "AUTHORIZE", "EXECUTE"}}
	onCall     = resourceClass{"FunctionResource", onAllCalls.permissions[1:]}
	onMBean    = resourceClass{"JMXResource", []string{"AUTHORIZE", "DESCRIBE", "EXECUTE", "MODIFY", "SELECT"}}
)

var resourceClasses = map[ResourceKind]resourceClass{AllKeyspaces: onData, OneKeyspace: onData, AllTablesInKeyspace: onData, OneTable: onTable,
	AllRoles: onAllRoles, OneRole: onRole, AllFunctions: onAllCalls, AllFunctionsInKeyspace: onAllCalls, OneFunction: onCall,
	AllMBeans: onMBean, OneMBean: onMBean, MBeanPattern: onMBean}

func (r *resolver) checkGrant(s *Grant) *schema.Refusal {
	if s.Resource.Kind == OneFunction {
		found, refusal := r.schema.FindFunction(declareName(s.Resource.Name), declareTypes(s.Resource.Arguments))
		switch {
		case refusal != nil:
			return refusal
		case onBuiltIn(s):
			return invalid(builtInPermissions)
		case !found:
			return r.failedParsing(s, "NoSuchElementException No value present")
		}
	}
	if onBuiltIn(s) {
		return invalid(builtInPermissions)
	}
	class := resourceClasses[s.Resource.Kind]
	if len(s.Permissions) > 0 && !slices.ContainsFunc(s.Permissions, func(p string) bool { return slices.Contains(class.permissions, p) }) {
		return refuseSyntax("Resource type " + class.name + " does not support any of the requested permissions")
	}
	if s.Resource.Kind == OneTable {
		_, refusal := r.schema.Complete(declareName(s.Resource.Name))
		return refusal
	}
	return nil
}

// onBuiltIn: the functions of this keyspace are in the server's program.
func onBuiltIn(s *Grant) bool {
	const keyspace = "system"
	return s.Resource.Kind == OneFunction && s.Resource.Name.Keyspace.Name == keyspace ||
		s.Resource.Kind == AllFunctionsInKeyspace && s.Resource.Name.Name.Name == keyspace
}

const builtInPermissions = "Altering permissions on builtin functions is not supported"
