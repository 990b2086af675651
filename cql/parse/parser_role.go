package parse

import "widerow/cql/syntax"

func (p roleGrammar) createRole() syntax.Statement { return p.role(false) }

func (p roleGrammar) alterRole() syntax.Statement { return p.role(true) }

// role = (CREATE ROLE ifNotExists | ALTER ROLE ifExists) roleName
// [WITH roleOption {AND roleOption}]
func (p roleGrammar) role(alter bool) syntax.Statement {
	s := &syntax.Role{Alter: alter}
	s.If = p.createOrAlter(alter)
	s.Name = p.roleName("the name of the role")
	if !p.accept("WITH") {
		return s
	}
	for {
		s.Options = append(s.Options, p.roleOption())
		if !p.accept("AND") {
			return s
		}
	}
}

// createOrAlter takes ROLE or USER and the IF clause.
func (p roleGrammar) createOrAlter(alter bool) bool {
	p.advance()
	if alter {
		return p.ifExists()
	}
	return p.ifNotExists()
}

// roleOption = [HASHED] PASSWORD "=" string | (SUPERUSER | LOGIN) "=" boolean
// | OPTIONS "=" map | ACCESS TO (ALL DATACENTERS | DATACENTERS places)
// | ACCESS FROM (ALL CIDRS | CIDRS places)
func (p roleGrammar) roleOption() syntax.RoleOption {
	option := syntax.RoleOption{Position: p.token.Start}
	switch word := p.token.Number.Text(); word {
	case "HASHED", "PASSWORD":
		option.Kind = p.passwordKind()
		p.expect("=", "`PASSWORD`")
		option.Value = p.stringTerm("the password in single quotes")
	case "SUPERUSER", "LOGIN":
		p.advance()
		p.expect("=", "`"+word+"`")
		if p.token.Kind != syntax.Boolean {
			p.expected("true or false")
		}
		option.Kind, option.Value = syntax.RoleOptionKind(word), p.simple()
	case "OPTIONS":
		p.advance()
		p.expect("=", "`OPTIONS`")
		if !p.at("{") {
			p.expected("a map {…}")
		}
		option.Kind, option.Value = syntax.CustomOptions, p.mapLiteral()
	case "ACCESS":
		p.advance()
		p.accessOption(&option)
	default:
		p.expected("PASSWORD, SUPERUSER, LOGIN, OPTIONS or ACCESS")
	}
	return option
}

// passwordKind = [HASHED] PASSWORD
func (p roleGrammar) passwordKind() syntax.RoleOptionKind {
	if p.accept("HASHED") {
		p.expect("PASSWORD", "`HASHED`")
		return syntax.HashedPassword
	}
	p.expect("PASSWORD", "`WITH`")
	return syntax.Password
}

func (p roleGrammar) stringTerm(what string) syntax.Term {
	term := syntax.Term{Position: p.token.Start, Kind: syntax.StringTerm}
	term.Text = p.text(what)
	return term
}

func (p roleGrammar) accessOption(option *syntax.RoleOption) {
	word := "DATACENTERS"
	switch {
	case p.accept("TO"):
		option.Kind = syntax.AccessDatacenters
	case p.accept("FROM"):
		option.Kind, word = syntax.AccessCIDRs, "CIDRS"
	default:
		p.expected("`TO` or `FROM` after `ACCESS`")
	}
	if p.accept("ALL") {
		p.expect(word, "`ALL`")
		return
	}
	if !p.accept(word) {
		p.expected("`ALL` or `" + word + "`")
	}
	p.expect("{", "`"+word+"`")
	for more := true; more; more = p.accept(",") {
		option.Places = append(option.Places, p.text("a name in single quotes"))
	}
	if !p.accept("}") {
		p.expected("`,` or `}` after the name")
	}
}

func (p roleGrammar) createUser() syntax.Statement { return p.user(false) }

func (p roleGrammar) alterUser() syntax.Statement { return p.user(true) }

// user = (CREATE USER ifNotExists | ALTER USER ifExists) userName
// [WITH [HASHED] PASSWORD string] [SUPERUSER | NOSUPERUSER]
func (p roleGrammar) user(alter bool) syntax.Statement {
	s := &syntax.User{Alter: alter}
	s.If = p.createOrAlter(alter)
	s.Name = p.userName("the name of the user")
	if p.accept("WITH") {
		s.Hashed = p.passwordKind() == syntax.HashedPassword
		password := p.stringTerm("the password in single quotes")
		s.Password = &password
	}
	if p.at("SUPERUSER") || p.at("NOSUPERUSER") {
		s.Superuser = p.token.Number.Text()
		p.advance()
	}
	return s
}

// roleName = identifier | quoted | string | unreserved
func (p roleGrammar) roleName(what string) syntax.RoleName {
	name := syntax.RoleName{Position: p.token.Start}
	if p.token.Kind == syntax.String {
		name.Name = p.text(what)
	} else {
		name.Name = p.name(what).Name
	}
	return name
}

// userName = identifier | string
//
// It keeps the case of an identifier. Cassandra's grammar also accepts a quoted
// name, only to refuse it later.
func (p roleGrammar) userName(what string) syntax.RoleName {
	name := syntax.RoleName{Position: p.token.Start}
	switch {
	case p.token.Kind == syntax.String:
		name.Name = p.text(what)
	case p.token.Kind == syntax.QuotedName && p.isName():
		p.report("Quoted strings are are not supported for user names and USER is deprecated, please use ROLE", true)
		name.Name = p.name(what).Name
	case p.token.Kind == syntax.Name && p.token.Number.Text() == "":
		name.Name = p.scanner.Text(p.token)
		p.advance()
	default:
		p.expected(what + ", in single quotes if it is a keyword")
	}
	return name
}

// addIdentity = ADD IDENTITY ifNotExists userName TO ROLE userName
func (p roleGrammar) addIdentity() syntax.Statement {
	p.advance()
	p.expect("IDENTITY", "`ADD`")
	s := &syntax.AddIdentity{IfNotExists: p.ifNotExists(), Identity: p.userName("the identity")}
	p.words("the identity", "TO", "ROLE")
	s.Role = p.userName("the name of the role")
	return s
}
