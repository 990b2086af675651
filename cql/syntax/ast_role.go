package syntax

// RoleName is the name of a role, a user or an identity as the server stores
// it.
type RoleName struct {
	Position
	Name string
}

// Role = (CREATE ROLE [IF NOT EXISTS] | ALTER ROLE [IF EXISTS]) name
// [WITH option {AND option}]
type Role struct {
	Base
	// Alter distinguishes ALTER from CREATE. If means that the statement has
	// IF.
	Alter, If bool
	Name      RoleName
	Options   []RoleOption
}

func (s *Role) keyword() string { return createOrAlter(s.Alter) + " ROLE" }

func (s *Role) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Options, w)
}

// RoleOption is one part of the WITH clause of a role.
type RoleOption struct {
	Position
	Kind RoleOptionKind
	// Value is a string, a boolean or a map; that of an ACCESS option is
	// unused.
	Value Term
	// Places are the data centres or the groups of addresses in an ACCESS
	// option, empty for ALL.
	Places []string
}

// RoleOptionKind is the keywords of an option.
type RoleOptionKind string

// The kinds.
const (
	Password          RoleOptionKind = "PASSWORD"
	HashedPassword    RoleOptionKind = "HASHED PASSWORD"
	Superuser         RoleOptionKind = "SUPERUSER"
	Login             RoleOptionKind = "LOGIN"
	CustomOptions     RoleOptionKind = "OPTIONS"
	AccessDatacenters RoleOptionKind = "ACCESS TO DATACENTERS"
	AccessCIDRs       RoleOptionKind = "ACCESS FROM CIDRS"
)

// User = (CREATE USER [IF NOT EXISTS] | ALTER USER [IF EXISTS]) name
// [WITH [HASHED] PASSWORD 'password'] [SUPERUSER | NOSUPERUSER]
type User struct {
	Base
	// Alter distinguishes ALTER from CREATE. If means that the statement has
	// IF.
	Alter, If bool
	Name      RoleName
	// Password is a string, nil without the clause.
	Password *Term
	Hashed   bool
	// Superuser is SUPERUSER, NOSUPERUSER or empty.
	Superuser string
}

func (s *User) keyword() string { return createOrAlter(s.Alter) + " USER" }

func (s *User) walk(w walker) {
	Walk(&s.Name, w)
	w.optional(s.Password)
}

// DropRole = DROP (ROLE | USER | IDENTITY) [IF EXISTS] name
type DropRole struct {
	Base
	// Kind is ROLE, USER or IDENTITY.
	Kind     string
	IfExists bool
	Name     RoleName
}

func (s *DropRole) keyword() string { return "DROP " + s.Kind }

func (s *DropRole) walk(w walker) { Walk(&s.Name, w) }

// AddIdentity = ADD IDENTITY [IF NOT EXISTS] 'identity' TO ROLE 'role'
type AddIdentity struct {
	Base
	IfNotExists    bool
	Identity, Role RoleName
}

func (*AddIdentity) keyword() string { return "ADD" }

func (s *AddIdentity) walk(w walker) {
	Walk(&s.Identity, w)
	Walk(&s.Role, w)
}

// Grant = GRANT permissions ON resource TO role
// | REVOKE permissions ON resource FROM role
type Grant struct {
	Base
	Revoke      bool
	Permissions Permissions
	Resource    Resource
	Role        RoleName
}

func (s *Grant) keyword() string { return grantOrRevoke(s.Revoke) }

func (s *Grant) walk(w walker) {
	Walk(&s.Resource, w)
	Walk(&s.Role, w)
}

// GrantRole = GRANT role TO role | REVOKE role FROM role
type GrantRole struct {
	Base
	Revoke        bool
	Granted, Role RoleName
}

func (s *GrantRole) keyword() string { return grantOrRevoke(s.Revoke) }

func (s *GrantRole) walk(w walker) {
	Walk(&s.Granted, w)
	Walk(&s.Role, w)
}

// List = LIST permissions [ON resource] [OF role] [NORECURSIVE]
// | LIST ROLES [OF role] [NORECURSIVE] | LIST USERS
type List struct {
	Base
	// Kind is PERMISSIONS, ROLES or USERS.
	Kind        string
	Permissions Permissions
	// Resource and Of are nil without their clause.
	Resource    *Resource
	Of          *RoleName
	NoRecursive bool
}

func (*List) keyword() string { return "LIST" }

func (s *List) walk(w walker) {
	if s.Resource != nil {
		Walk(s.Resource, w)
	}
	if s.Of != nil {
		Walk(s.Of, w)
	}
}

// Permissions are the keywords of permissions, empty for ALL PERMISSIONS.
type Permissions []string

// Resource is the object of a permission. Kind holds its keywords, such as "ALL TABLES IN
// KEYSPACE", and determines which other fields are used.
type Resource struct {
	Position
	Kind ResourceKind
	// Name is the name of a keyspace (Name.Name), a table or a function.
	Name      QualifiedName
	Arguments []TypeName
	Role      RoleName
	MBean     string
}

// ResourceKind is the kind of a resource.
type ResourceKind string

// The kinds.
const (
	AllKeyspaces           ResourceKind = "ALL KEYSPACES"
	OneKeyspace            ResourceKind = "KEYSPACE"
	OneTable               ResourceKind = "TABLE"
	AllTablesInKeyspace    ResourceKind = "ALL TABLES IN KEYSPACE"
	AllRoles               ResourceKind = "ALL ROLES"
	OneRole                ResourceKind = "ROLE"
	AllFunctions           ResourceKind = "ALL FUNCTIONS"
	AllFunctionsInKeyspace ResourceKind = "ALL FUNCTIONS IN KEYSPACE"
	OneFunction            ResourceKind = "FUNCTION"
	AllMBeans              ResourceKind = "ALL MBEANS"
	OneMBean               ResourceKind = "MBEAN"
	MBeanPattern           ResourceKind = "MBEANS"
)

// Describe = (DESCRIBE | DESC) what [name] [WITH INTERNALS]. In cqlsh it is a
// command that ends with its line. Since 4.0 the server answers it.
type Describe struct {
	Base
	// What is its keywords, such as "FULL SCHEMA" or "MATERIALIZED VIEW", or ""
	// for a name alone.
	What      string
	Name      QualifiedName
	Internals bool
}

func (*Describe) keyword() string { return "DESCRIBE" }

func (s *Describe) walk(w walker) { w.qualified(&s.Name) }
