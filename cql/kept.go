package cql

import (
	"cmp"
	"strings"

	"widerow/model"
	"widerow/model/schema"
)

// A document keeps functions, aggregates, triggers, roles and permissions as
// text. The names of their keyspace and of a trigger's table follow the
// document; all else stays as it is.

// placed is a statement that a document can keep, with the names of its
// keyspace and of a trigger's table, and without comments; nil for others.
func placed(statement Statement, keyspace, table string) Statement {
	switch s := statement.(type) {
	case *CreateFunction:
		c := *s
		c.Base, c.Name = Base{}, within(c.Name, keyspace)
		return &c
	case *CreateAggregate:
		c := *s
		c.Base, c.Name = Base{}, within(c.Name, keyspace)
		return &c
	case *CreateTrigger:
		c := *s
		c.Base, c.Table = Base{}, within(c.Table, keyspace)
		c.Table.Name.Name = cmp.Or(table, c.Table.Name.Name)
		return &c
	}
	return placedRole(statement)
}

func placedRole(statement Statement) Statement {
	switch s := statement.(type) {
	case *Role:
		c := *s
		c.Base = Base{}
		return &c
	case *User:
		c := *s
		c.Base = Base{}
		return &c
	case *DropRole:
		c := *s
		c.Base = Base{}
		return &c
	case *AddIdentity:
		c := *s
		c.Base = Base{}
		return &c
	case *Grant:
		c := *s
		c.Base = Base{}
		return &c
	case *GrantRole:
		c := *s
		c.Base = Base{}
		return &c
	}
	return nil
}

func within(name QualifiedName, keyspace string) QualifiedName {
	if keyspace != "" {
		name.Keyspace = Identifier{Name: keyspace}
	}
	return name
}

// keptText is the text of a statement for a document.
func (r *resolver) keptText(statement Statement, name QualifiedName) string {
	kept := placed(statement, cmp.Or(name.Keyspace.Name, r.schema.Current), "")
	return strings.TrimSuffix(strings.TrimSpace(PrintStatement(kept)), ";")
}

// roles keeps a statement about roles: who may do what is not judged.
func (r *resolver) roles(statement Statement) *schema.Refusal {
	if r.lenient {
		r.schema.Keep("", r.keptText(r.qualified(statement), QualifiedName{}), statement.base().note())
	}
	r.kept(statement)
	return nil
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

// writeStatement reads what a document keeps. What is none of the statements
// that it may keep is a *Bad, which is printed as a comment.
func (w *modelWriter) writeStatement(kept *model.Statement) Statement {
	var keyspace, table string
	if found := w.m.Physical.Keyspaces[kept.Keyspace]; found != nil {
		keyspace = found.Name
	}
	if found := w.m.Physical.Relations[kept.Table]; found != nil {
		table = found.Name
	}
	script := Parse(kept.Text + "\n;")
	if len(script.Statements) == 1 && len(script.Errors) == 0 {
		if statement := placed(script.Statements[0], keyspace, table); statement != nil {
			statement.base().Before = noteRemarks(kept.Note)
			return statement
		}
	}
	return &Bad{Text: kept.Text}
}

// stages of a keyspace's kept statements in a script.
const (
	functionStage = iota
	aggregateStage
	triggerStage
	lastStage
)

func stageOf(statement Statement) int {
	switch statement.(type) {
	case *CreateFunction:
		return functionStage
	case *CreateAggregate:
		return aggregateStage
	case *CreateTrigger:
		return triggerStage
	}
	return lastStage
}

// unreadable refuses a kept statement that was printed as a comment.
func unreadable(statement Statement) *schema.Refusal {
	bad, isBad := statement.(*Bad)
	if !isBad {
		return nil
	}
	message := "only functions, aggregates, triggers, roles and permissions can be kept as statements"
	if script := Parse(bad.Text + "\n;"); len(script.Errors) > 0 {
		message = script.Errors[0].Text
	}
	return &schema.Refusal{Code: schema.Syntax, Message: message}
}
