package parse

import (
	"strings"

	"widerow/cql/syntax"
)

// commentOn = (COMMENT | SECURITY LABEL [FOR name]) ON element IS (string | NULL)
func (p schemaGrammar) commentOn() syntax.Statement {
	s := &syntax.CommentOn{Label: p.atWord("SECURITY")}
	p.since6(map[bool]string{false: "COMMENT ON", true: "SECURITY LABEL"}[s.Label])
	p.advance()
	if s.Label {
		if !p.acceptWord("LABEL") {
			p.expected("`LABEL` after `SECURITY`")
		}
		if p.acceptWord("FOR") {
			s.Provider = p.name("the name of a provider")
		}
	}
	keyword, _ := syntax.Keyword(s)
	p.expect("ON", "`"+keyword+"`")
	p.commented(s)
	p.expect("IS", "the name")
	switch {
	case p.accept("NULL"):
		s.Null = true
	case p.token.Kind == syntax.String:
		s.Text = unquote(p.scanner.Text(p.token))
		p.advance()
	default:
		p.expected("a text in quotes, or NULL")
	}
	return s
}

// commented = KEYSPACE name | TABLE qualifiedName | COLUMN [name "."] name "." name | TYPE … | FIELD …
func (p schemaGrammar) commented(s *syntax.CommentOn) {
	s.What = strings.ToUpper(p.scanner.Text(p.token))
	switch s.What {
	case "KEYSPACE":
		p.advance()
		s.Name = syntax.QualifiedName{Name: p.name("the name of a keyspace")}
	case "TABLE":
		p.advance()
		s.Name = p.qualifiedName("the name of a table")
	case "TYPE":
		p.advance()
		s.Name = p.userTypeName("the name of a type")
	case "COLUMN", "FIELD":
		p.advance()
		s.Name, s.Part = syntax.QualifiedName{Name: p.name("the name of a table or type")}, syntax.Identifier{}
		if !p.at(".") {
			p.expected("`.` and the name of a column or field")
		}
		p.advance()
		s.Part = p.name("the name of a column or field")
		if p.accept(".") {
			s.Name.Keyspace, s.Name.Name = s.Name.Name, s.Part
			s.Part = p.name("the name of a column or field")
		}
	default:
		p.expected("KEYSPACE, TABLE, COLUMN, TYPE or FIELD after `ON`")
	}
}

// likeTable = LIKE qualifiedName [WITH likePart {AND likePart}]
//
// likePart = INDEXES | COMMENTS | SECURITY LABELS | option
func (p schemaGrammar) likeTable(s *syntax.CreateTable) syntax.Statement {
	p.since6("CREATE TABLE … LIKE")
	p.advance()
	like := &syntax.LikeTable{IfNotExists: s.IfNotExists, Name: s.Name, Source: p.qualifiedName("the name of a table")}
	if !p.accept("WITH") {
		return like
	}
	for {
		switch {
		case p.peek().Number.Text() != "=" && p.acceptWord("INDEXES"):
			like.Indexes = true
		case p.peek().Number.Text() != "=" && p.acceptWord("COMMENTS"):
			like.Comments = true
		case p.peek().Number.Text() != "=" && p.acceptWord("SECURITY"):
			if !p.acceptWord("LABELS") {
				p.expected("`LABELS` after `SECURITY`")
			}
			like.Labels = true
		default:
			like.Options = append(like.Options, syntax.Option{})
			p.option(&like.Options[len(like.Options)-1], true)
		}
		if !p.accept("AND") {
			return like
		}
	}
}

// transaction = BEGIN TRANSACTION … COMMIT TRANSACTION
//
// It is read up to its end, and kept as text.
func (p rowGrammar) transaction(start int32) syntax.Statement {
	p.since6("transactions")
	for !p.atWord("COMMIT") {
		if p.token.Kind == syntax.EndOfText || p.token.Kind == syntax.Illegal {
			p.expected("`COMMIT TRANSACTION` at the end of the transaction")
		}
		p.dropRemarks(p.token.End)
		p.advance()
	}
	p.advance()
	if !p.acceptWord("TRANSACTION") {
		p.expected("`TRANSACTION` after `COMMIT`")
	}
	p.dropRemarks(p.lastEnd)
	return &syntax.Transaction{Text: p.scanner.Slice(start, p.lastEnd)}
}
