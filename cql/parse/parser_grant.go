package parse

import "widerow/cql/syntax"

// grant = GRANT permissions ON resource TO roleName | GRANT roleName TO roleName
// | REVOKE permissions ON resource FROM roleName
// | REVOKE roleName FROM roleName
func (p roleGrammar) grant() syntax.Statement {
	revoke, to := p.at("REVOKE"), "TO"
	if revoke {
		to = "FROM"
	}
	p.advance()
	if !p.atPermission(to) {
		s := &syntax.GrantRole{Revoke: revoke, Granted: p.roleName("a permission or the name of a role")}
		p.expect(to, "the role")
		s.Role = p.roleName("the name of the role")
		return s
	}
	s := &syntax.Grant{Revoke: revoke, Permissions: p.permissions()}
	p.expect("ON", "the permission")
	s.Resource = p.resource()
	p.expect(to, "the resource")
	s.Role = p.roleName("the name of the role")
	return s
}

// atPermission reports whether the token is a permission. A role may have such a
// name, followed by the word to.
func (p roleGrammar) atPermission(to string) bool {
	switch p.token.Number.Text() {
	case "CREATE", "ALTER", "DROP", "SELECT", "MODIFY", "AUTHORIZE", "DESCRIBE", "EXECUTE":
		return true
	case "ALL", "UNMASK", "SELECT_MASKED":
		return p.peek().Number.Text() != to
	}
	return false
}

// permissions = ALL [PERMISSIONS] | permission [PERMISSION] {"," permission [PERMISSION]}
func (p roleGrammar) permissions() syntax.Permissions {
	if p.accept("ALL") {
		p.accept("PERMISSIONS")
		return nil
	}
	var permissions syntax.Permissions
	for more := true; more; more = p.accept(",") {
		if p.at("ALL") || !p.atPermission("none") {
			p.expected("a permission such as SELECT or MODIFY")
		}
		permissions = append(permissions, p.token.Number.Text())
		p.advance()
		p.accept("PERMISSION")
	}
	return permissions
}

// resource = ALL (KEYSPACES | TABLES IN KEYSPACE name | ROLES | MBEANS
// | FUNCTIONS [IN KEYSPACE name]) | KEYSPACE name | [TABLE] qualifiedName
// | ROLE roleName | FUNCTION functionName argumentTypes | (MBEAN | MBEANS) string
func (p roleGrammar) resource() syntax.Resource {
	r := syntax.Resource{Position: p.token.Start, Kind: syntax.OneTable}
	word := p.token.Number.Text()
	switch word {
	case "ALL", "ROLE", "FUNCTION", "MBEAN", "MBEANS":
		if p.endsResource(p.peek()) {
			word = "" // a table of that name
		}
	}
	switch word {
	case "ALL":
		p.advance()
		p.allResource(&r)
	case "KEYSPACE":
		p.advance()
		r.Kind, r.Name.Name = syntax.OneKeyspace, p.name("the name of a keyspace")
	case "ROLE":
		p.advance()
		r.Kind, r.Role = syntax.OneRole, p.roleName("the name of a role")
	case "FUNCTION":
		p.advance()
		r.Kind, r.Name = syntax.OneFunction, p.functionName("the name of a function")
		r.Arguments = p.argumentTypes()
	case "MBEAN", "MBEANS":
		p.advance()
		r.Kind, r.MBean = syntax.ResourceKind(word), p.text("the name of an MBean in single quotes")
	default:
		if word == "TABLE" || word == "COLUMNFAMILY" {
			p.advance()
		}
		r.Name = p.qualifiedName("a resource, such as ALL KEYSPACES or the name of a table")
	}
	return r
}

// endsResource reports whether a name ends before a token.
func (p roleGrammar) endsResource(next syntax.Token) bool {
	switch next.Number.Text() {
	case ".", "TO", "FROM", "OF", "NORECURSIVE", ";":
		return true
	}
	return next.Kind == syntax.EndOfText
}

func (p roleGrammar) allResource(r *syntax.Resource) {
	switch word := p.token.Number.Text(); word {
	case "KEYSPACES", "ROLES", "MBEANS":
		r.Kind = syntax.ResourceKind("ALL " + word)
		p.advance()
	case "TABLES":
		p.words("`ALL`", "TABLES", "IN", "KEYSPACE")
		r.Kind, r.Name.Name = syntax.AllTablesInKeyspace, p.name("the name of a keyspace")
	case "FUNCTIONS":
		p.advance()
		r.Kind = syntax.AllFunctions
		if p.accept("IN") {
			p.expect("KEYSPACE", "`IN`")
			r.Kind, r.Name.Name = syntax.AllFunctionsInKeyspace, p.name("the name of a keyspace")
		}
	default:
		p.expected("KEYSPACES, TABLES, ROLES, FUNCTIONS or MBEANS after `ALL`")
	}
}

// list = LIST USERS | LIST ROLES [OF roleName] [NORECURSIVE]
// | LIST permissions [ON resource] [OF roleName] [NORECURSIVE]
func (p roleGrammar) list() syntax.Statement {
	p.advance()
	s := &syntax.List{Kind: "PERMISSIONS"}
	switch {
	case p.accept("USERS"):
		s.Kind = "USERS"
		return s
	case p.accept("ROLES"):
		s.Kind = "ROLES"
	case p.atPermission("none"):
		s.Permissions = p.permissions()
		if p.accept("ON") {
			resource := p.resource()
			s.Resource = &resource
		}
	default:
		p.expected("ROLES, USERS or a permission after `LIST`")
	}
	if p.accept("OF") {
		of := p.roleName("the name of a role")
		s.Of = &of
	}
	s.NoRecursive = p.accept("NORECURSIVE")
	return s
}
