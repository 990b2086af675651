package syntax

import "strings"

func (s *DropRole) print(p *printer) {
	p.write("DROP ", s.Kind, " ", ifExistsText(s.IfExists), s.Name.String())
}

func (s *AddIdentity) print(p *printer) {
	p.write("ADD IDENTITY ", ifNotExistsText(s.IfNotExists), QuoteString(s.Identity.Name), " TO ROLE ", QuoteString(s.Role.Name))
}

func (s *Grant) print(p *printer) {
	p.write(grantOrRevoke(s.Revoke), " ", s.Permissions.String(), " ON ", s.Resource.String(), either(s.Revoke, " FROM ", " TO "), s.Role.String())
}

func (s *GrantRole) print(p *printer) {
	p.write(grantOrRevoke(s.Revoke), " ", s.Granted.String(), either(s.Revoke, " FROM ", " TO "), s.Role.String())
}

// String writes the name as CQL. A keyword, and any name that is not a plain one,
// is in single quotes, which both users and roles allow.
func (n RoleName) String() string {
	if LookupKeyword(n.Name).Kind != 0 || !isPlainName(n.Name) {
		return QuoteString(n.Name)
	}
	return n.Name
}

func (s *Role) print(p *printer) {
	p.write(createOrAlter(s.Alter), " ROLE ", either(s.Alter, ifExistsText(s.If), ifNotExistsText(s.If)), s.Name.String())
	joint := " WITH "
	for _, option := range s.Options {
		p.write(joint, option.String())
		joint = " AND "
	}
}

// String writes the option as CQL, without WITH or AND.
func (o RoleOption) String() string {
	if o.Kind != AccessDatacenters && o.Kind != AccessCIDRs {
		return string(o.Kind) + " = " + o.Value.String()
	}
	direction, places, _ := cutLast(string(o.Kind))
	if len(o.Places) == 0 {
		return direction + " ALL " + places
	}
	texts := make([]string, len(o.Places))
	for i, place := range o.Places {
		texts[i] = QuoteString(place)
	}
	return direction + " " + places + " {" + strings.Join(texts, ", ") + "}"
}

// cutLast cuts a text at its last blank.
func cutLast(text string) (before, after string, found bool) {
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

func (s *User) print(p *printer) {
	p.write(createOrAlter(s.Alter), " USER ", either(s.Alter, ifExistsText(s.If), ifNotExistsText(s.If)), s.Name.String())
	if s.Password != nil {
		p.write(" WITH ", either(s.Hashed, "HASHED ", ""), "PASSWORD ", s.Password.String())
	}
	if s.Superuser != "" {
		p.write(" ", s.Superuser)
	}
}

// String writes the permissions as CQL.
func (permissions Permissions) String() string {
	if len(permissions) == 0 {
		return "ALL PERMISSIONS"
	}
	return strings.Join(permissions, ", ")
}

// String writes the resource as CQL.
func (r Resource) String() string {
	switch kind := string(r.Kind); r.Kind {
	case OneKeyspace, AllTablesInKeyspace, AllFunctionsInKeyspace:
		return kind + " " + QuoteName(r.Name.Name.Name)
	case OneTable:
		return kind + " " + r.Name.String()
	case OneRole:
		return kind + " " + r.Role.String()
	case OneFunction:
		return kind + " " + functionNameText(r.Name) + "(" + typesText(r.Arguments) + ")"
	case OneMBean, MBeanPattern:
		return kind + " " + QuoteString(r.MBean)
	default:
		return kind
	}
}

func (s *List) print(p *printer) {
	p.write("LIST ")
	if s.Kind == "PERMISSIONS" {
		p.write(s.Permissions.String())
	} else {
		p.write(s.Kind)
	}
	if s.Resource != nil {
		p.write(" ON ", s.Resource.String())
	}
	if s.Of != nil {
		p.write(" OF ", s.Of.String())
	}
	if s.NoRecursive {
		p.write(" NORECURSIVE")
	}
}

func (s *Describe) print(p *printer) {
	p.write("DESCRIBE")
	if s.What != "" {
		p.write(" ", s.What)
	}
	if s.Name.Name.Name != "" {
		p.write(" ")
		switch s.What {
		case "TYPE":
			p.write(typeNameText(s.Name))
		case "FUNCTION", "AGGREGATE":
			p.write(functionNameText(s.Name))
		default:
			p.write(s.Name.String())
		}
	}
	if s.Internals {
		p.write(" WITH INTERNALS")
	}
}
