package cql

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model/schema"
)

func (r *resolver) role(s *syntax.Role) *schema.Refusal {
	if refusal := r.ofRoles().checkRoleOptions(s); refusal != nil {
		return refusal
	}
	refusal := checkRoleName(s.Alter, s.Name, len(s.Options) == 0)
	return r.keepRole(s, cmp.Or(refusal, r.ofRoles().knownRoles().change(s.Name.Name, s.Alter, s.If)))
}

func (r *resolver) user(s *syntax.User) *schema.Refusal {
	if s.Hashed && !isHash(s.Password.Text) {
		return invalid(badHash)
	}
	refusal := checkRoleName(s.Alter, s.Name, s.Password == nil && s.Superuser == "")
	return r.keepRole(s, cmp.Or(refusal, r.ofRoles().knownRoles().change(s.Name.Name, s.Alter, s.If)))
}

func (r *resolver) dropRole(s *syntax.DropRole) *schema.Refusal {
	if s.Kind == "IDENTITY" {
		return r.keepRole(s, r.roles.dropIdentity(s.Name.Name, s.IfExists))
	}
	return r.keepRole(s, r.ofRoles().knownRoles().drop(s.Name.Name, s.IfExists))
}

func (r *resolver) addIdentity(s *syntax.AddIdentity) *schema.Refusal {
	return r.keepRole(s, r.roles.addIdentity(s.Identity.Name, s.Role.Name, s.IfNotExists))
}

func (r *resolver) grant(s *syntax.Grant) *schema.Refusal {
	return r.keepRole(s, r.ofRoles().checkGrant(s))
}

func (r *resolver) grantRole(s *syntax.GrantRole) *schema.Refusal {
	return r.keepRole(s, r.roles.grant(s.Granted.Name, s.Role.Name, s.Revoke))
}

const leftOutPassword = "The password is left out."

// keepRole keeps a statement about roles that is not refused.
func (r *resolver) keepRole(statement syntax.Statement, refusal *schema.Refusal) *schema.Refusal {
	if refusal != nil {
		return refusal
	}
	if kept := withoutPassword(statement); r.lenient && kept != nil {
		note := convert.NoteOf(&syntax.Place(statement).Remarks)
		if hasPassword(statement) && !strings.Contains(note, leftOutPassword) {
			note = strings.TrimSpace(note + "\n" + leftOutPassword)
		}
		r.schema.Keep("", r.keptText(r.qualified(kept), syntax.QualifiedName{}), note)
	}
	if r.lenient && hasPassword(statement) {
		r.note(Info, CodePassword, statement, "The password is not kept: who reads the model need not know it. Set it on the cluster.")
		return nil
	}
	r.kept(statement)
	return nil
}

// hasPassword reports whether a statement contains a password.
func hasPassword(statement syntax.Statement) bool {
	switch s := statement.(type) {
	case *syntax.Role:
		return slices.ContainsFunc(s.Options, isPassword)
	case *syntax.User:
		return s.Password != nil
	}
	return false
}

// withoutPassword returns the part of a statement that a document may keep, or
// nil if the statement only sets a password.
func withoutPassword(statement syntax.Statement) syntax.Statement {
	switch s := statement.(type) {
	case *syntax.Role:
		c := *s
		c.Options = slices.DeleteFunc(slices.Clone(s.Options), isPassword)
		if c.Alter && len(c.Options) == 0 {
			return nil
		}
		return &c
	case *syntax.User:
		c := *s
		c.Password, c.Hashed = nil, false
		if c.Alter && c.Superuser == "" {
			return nil
		}
		return &c
	}
	return statement
}

func isPassword(option syntax.RoleOption) bool {
	return option.Kind == syntax.Password || option.Kind == syntax.HashedPassword
}

// qualified adds the keyspace to the resource of a permission.
func (r *resolver) qualified(statement syntax.Statement) syntax.Statement {
	grant, isGrant := statement.(*syntax.Grant)
	if !isGrant || grant.Resource.Kind != syntax.OneTable && grant.Resource.Kind != syntax.OneFunction {
		return statement
	}
	c := *grant
	c.Resource.Name = within(c.Resource.Name, cmp.Or(c.Resource.Name.Keyspace.Name, r.schema.Current))
	return &c
}

func checkRoleName(alter bool, name syntax.RoleName, empty bool) *schema.Refusal {
	switch {
	case alter && empty:
		return invalid("ALTER [ROLE|USER] can't be empty").
			Advise("Say what to change: WITH PASSWORD = '…', LOGIN or SUPERUSER.")
	case !alter && name.Name == "":
		return invalid("Role name can't be an empty string").
			Advise("Give the role a name.")
	}
	return nil
}

// optionNames are the names of options in messages.
var optionNames = map[syntax.RoleOptionKind]string{syntax.Password: "PASSWORD", syntax.HashedPassword: "HASHED_PASSWORD", syntax.Superuser: "SUPERUSER",
	syntax.Login: "LOGIN", syntax.CustomOptions: "OPTIONS"}

// granting checks statements about roles and permissions. Who may run them is not checked,
// but whatever the server refuses for every user is.
type granting struct{ *resolver }

func (r *resolver) ofRoles() granting { return granting{r} }

// checkRoleOptions makes the checks that are part of the server's parser.
func (r granting) checkRoleOptions(s *syntax.Role) *schema.Refusal {
	seen := map[syntax.RoleOptionKind]bool{}
	for i, option := range s.Options {
		if name, isOption := optionNames[option.Kind]; isOption && seen[option.Kind] {
			return refuseSyntax("Multiple definition for property '" + name + "'")
		}
		seen[option.Kind] = true
		if reason := accessTwice(s.Options[:i], option); reason != "" {
			return r.failedParsing(s, "IllegalArgumentException "+reason)
		}
		if option.Kind == syntax.CustomOptions {
			value := schema.Option{Name: "options", Value: convert.Value(option.Value)}
			if refusal := schema.CheckMap(value); refusal != nil {
				return refusal
			}
		}
	}
	if seen[syntax.Password] && seen[syntax.HashedPassword] {
		return refuseSyntax("Options 'password' and 'hashed password' are mutually exclusive")
	}
	if i := slices.IndexFunc(s.Options, func(o syntax.RoleOption) bool { return o.Kind == syntax.HashedPassword }); i >= 0 && !isHash(s.Options[i].Value.Text) {
		return invalid(badHash)
	}
	return nil
}

const badHash = "Invalid hashed password value. Please use jBcrypt."

// bcryptHash matches the part of a hash that jBcrypt parses: the version (2 or 2a), the logarithm of
// the number of rounds, and the salt. jBcrypt compares the rest as bytes.
var bcryptHash = regexp.MustCompile(`^\$2a?\$(\d\d)[\x00-$][./A-Za-z0-9]{22}`)

func isHash(text string) bool {
	const least, most = "04", "30"
	found := bcryptHash.FindStringSubmatch(text)
	return found != nil && found[1] >= least && found[1] <= most
}

// accessTwice returns the message for access to or from ALL together with named
// ones.
func accessTwice(before []syntax.RoleOption, option syntax.RoleOption) string {
	for _, earlier := range before {
		switch {
		case earlier.Kind != option.Kind || optionNames[option.Kind] != "" || len(earlier.Places) == 0 == (len(option.Places) == 0):
		case len(earlier.Places) == 0:
			return "All has been set"
		case option.Kind == syntax.AccessCIDRs:
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

// failedParsing returns the server's message for a Java error in its parser.
func (r *resolver) failedParsing(statement syntax.Statement, reason string) *schema.Refusal {
	return refuseSyntax("Failed parsing statement: [" + r.written(statement) + "] reason: " + reason)
}

// resourceClass is a class of resources with its permissions.
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

var resourceClasses = map[syntax.ResourceKind]resourceClass{syntax.AllKeyspaces: onData, syntax.OneKeyspace: onData,
	syntax.AllTablesInKeyspace: onData, syntax.OneTable: onTable,
	syntax.AllRoles: onAllRoles, syntax.OneRole: onRole, syntax.AllFunctions: onAllCalls, syntax.AllFunctionsInKeyspace: onAllCalls, syntax.OneFunction: onCall,
	syntax.AllMBeans: onMBean, syntax.OneMBean: onMBean, syntax.MBeanPattern: onMBean}

func (r granting) checkGrant(s *syntax.Grant) *schema.Refusal {
	if s.Resource.Kind == syntax.OneFunction {
		found, refusal := r.schema.FindFunction(convert.Name(s.Resource.Name), declareTypes(s.Resource.Arguments))
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
	name := schema.Name{Keyspace: s.Resource.Name.Name.Name}
	if s.Resource.Kind == syntax.OneTable {
		var refusal *schema.Refusal
		if name, refusal = r.schema.Complete(convert.Name(s.Resource.Name)); refusal != nil {
			return refusal
		}
	}
	return cmp.Or(r.roles.grantee(s.Role.Name), r.checkResource(s.Resource.Kind, name))
}

// knownRoles returns the roles of the script, or nil if the statement has a syntax
// error, since the server then does not check them.
func (r granting) knownRoles() *roles {
	if r.misspelt {
		return nil
	}
	return r.roles
}

// checkResource refuses a keyspace or table that does not exist. An import accepts
// it, because it may have omitted the table.
func (r granting) checkResource(kind syntax.ResourceKind, name schema.Name) *schema.Refusal {
	text := ""
	switch kind {
	case syntax.OneTable:
		text = "<table " + name.Keyspace + "." + name.Name + ">"
	case syntax.OneKeyspace:
		text = "<keyspace " + name.Keyspace + ">"
	case syntax.AllTablesInKeyspace:
		text = "<all tables in " + name.Keyspace + ">"
	case syntax.AllFunctionsInKeyspace:
		text = "<all functions in " + name.Keyspace + ">"
	}
	if text == "" || r.lenient || schema.IsSystem(name.Keyspace) {
		return nil
	}
	_, exists := r.schema.RelationID(name.Keyspace, name.Name)
	if exists || name.Name == "" && r.schema.Has(name.Keyspace) {
		return nil
	}
	return invalid("Resource %s doesn't exist", text).
		Advise("Create it before the permission is granted, or correct its name.")
}

// onBuiltIn reports whether the functions of the keyspace are built into the
// server.
func onBuiltIn(s *syntax.Grant) bool {
	const keyspace = "system"
	return s.Resource.Kind == syntax.OneFunction && s.Resource.Name.Keyspace.Name == keyspace ||
		s.Resource.Kind == syntax.AllFunctionsInKeyspace && s.Resource.Name.Name.Name == keyspace
}

const builtInPermissions = "Altering permissions on builtin functions is not supported"
