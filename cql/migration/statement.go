package migration

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/compare"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// parsed returns a kept statement as the definitions write it, or nil.
func parsed(definition cql.Definition) syntax.Statement {
	script := parse.ParseFor(model.Cassandra60, definition.Text)
	if len(script.Statements) != 1 || len(script.Errors) > 0 {
		return nil
	}
	return script.Statements[0]
}

func isTrigger(text string) bool { return strings.HasPrefix(cql.KeptName(text), "TRIGGER ") }

func isFunction(text string) bool {
	name := cql.KeptName(text)
	return strings.HasPrefix(name, "FUNCTION ") || strings.HasPrefix(name, "AGGREGATE ")
}

// renamed reports whether a function, aggregate or trigger that both schemas have
// has another name, arguments, keyspace or table.
func (p *planner) renamed(id model.ID) bool {
	return p.placedName(p.old, id) != p.placedName(p.new, id)
}

func (p *planner) placedName(in definitions, id model.ID) string {
	keyspace := ""
	switch s := parsed(in.of[id]).(type) {
	case *syntax.CreateFunction:
		keyspace = s.Name.Keyspace.Name
	case *syntax.CreateAggregate:
		keyspace = s.Name.Keyspace.Name
	case *syntax.CreateTrigger:
		keyspace = s.Table.Keyspace.Name
	case *syntax.CommentOn:
		keyspace = s.Name.Keyspace.Name
	}
	return keyspace + "." + cql.KeptName(in.of[id].Text)
}

// findRecreated finds the functions and aggregates that must be dropped and created again, since no
// CREATE OR REPLACE makes the change. It also finds the aggregates that call such a function: they
// must be dropped before the function.
func (p *planner) findRecreated() {
	called := map[string]bool{} // qualified names of functions
	for id := range p.before.Physical.Statements {
		if p.target.Physical.Statements[id] == nil || p.renamed(id) {
			continue
		}
		was, is := parsed(p.old.of[id]), parsed(p.new.of[id])
		switch w := was.(type) {
		case *syntax.CreateFunction:
			i, same := is.(*syntax.CreateFunction)
			if same && (w.CalledOnNull != i.CalledOnNull || w.Returns.String() != i.Returns.String()) {
				p.recreated[id], called[w.Name.String()] = true, true
			}
		case *syntax.CreateAggregate:
			i, same := is.(*syntax.CreateAggregate)
			if same && (w.StateType.String() != i.StateType.String() || w.Final.Name != i.Final.Name) {
				p.recreated[id] = true
			}
		}
	}
	for id := range p.before.Physical.Statements {
		if w, isAggregate := parsed(p.old.of[id]).(*syntax.CreateAggregate); isAggregate {
			for _, name := range []string{w.State.Name, w.Final.Name} {
				p.recreated[id] = p.recreated[id] || called[functionIn(w.Name.Keyspace.Name, name)]
			}
		}
	}
	p.unmask(called)
}

func functionIn(keyspace, name string) string {
	return syntax.QualifiedName{Keyspace: syntax.Identifier{Name: keyspace}, Name: syntax.Identifier{Name: name}}.String()
}

// unmask finds the columns whose mask calls a function that is dropped on the way.
func (p *planner) unmask(called map[string]bool) {
	for _, relation := range p.before.Physical.Relations {
		for id, column := range relation.Columns {
			name, _, _ := strings.Cut(column.Mask, "(")
			p.unmasked[id] = name != "" && (called[name] || called[syntax.QuoteName(keyspaceName(p.before, relation.Keyspace))+"."+name])
		}
	}
}

// freeFunctions drops the functions and aggregates that are created again, and
// what refers to them.
func (p *planner) freeFunctions() {
	for _, definition := range p.old.list {
		relation := p.before.Physical.Relations[definition.Element]
		if relation == nil {
			continue
		}
		for _, column := range relation.SortedColumns() {
			if p.unmasked[column.ID] {
				p.add(Step{Kind: Alter, Statement: "ALTER TABLE " + quoted(p.before, definition.Element) +
					" ALTER " + syntax.QuoteName(column.Value.Name) + " DROP MASKED;",
					Element: compare.Name(p.before, definition.Element) + "." + column.Value.Name,
					Warning: "Everyone who may read the column sees its values until it is masked again."})
			}
		}
	}
	for _, definition := range slices.Backward(p.old.list) {
		if p.recreated[definition.Element] {
			p.dropStatement(definition.Element, p.add)
		}
	}
}

// createStatement creates a function, an aggregate, a role and so on, or replaces
// one.
func (p *planner) createStatement(id model.ID) {
	was, is := p.old.of[id].Text, p.new.of[id].Text
	step := p.created(id, "")
	switch {
	case was == "" || p.renamed(id) || p.recreated[id]:
		if existing := p.alteredRole(id); existing != "" {
			step.Kind, step.Statement = Alter, existing
		}
	case created(was) == created(is):
		return
	default:
		step.Kind = Alter
		if isFunction(is) {
			step.Statement = strings.Replace(created(is), "CREATE ", "CREATE OR REPLACE ", 1)
		}
	}
	p.add(step)
}

// created returns a statement without OR REPLACE and IF NOT EXISTS.
func created(statement string) string { return conditions.ReplaceAllString(statement, "CREATE $1 ") }

var conditions = regexp.MustCompile(`^CREATE (?:OR REPLACE )?(FUNCTION|AGGREGATE|TRIGGER) (?:IF NOT EXISTS )?`)

// alteredRole returns the ALTER ROLE for a role that the schema before creates in
// another way, or "".
func (p *planner) alteredRole(id model.ID) string {
	is, isRole := parsed(p.new.of[id]).(*syntax.Role)
	if !isRole || !creates(p.old, is.Name.Name) {
		return ""
	}
	is.Alter, is.If = true, false
	return strings.TrimSpace(syntax.PrintStatement(is))
}

// creates reports whether definitions create a role.
func creates(in definitions, role string) bool {
	return slices.ContainsFunc(in.list, func(definition cql.Definition) bool {
		created, isRole := parsed(definition).(*syntax.Role)
		return isRole && created.Name.Name == role
	})
}

// createTrigger creates a trigger that is new or whose table is replaced. One of
// another class is dropped before.
func (p *planner) createTrigger(id model.ID) {
	trigger := p.target.Physical.Statements[id]
	if trigger == nil || !isTrigger(p.new.of[id].Text) {
		return
	}
	if p.before.Physical.Statements[id] != nil && !p.renamed(id) {
		if p.old.of[id].Text == p.new.of[id].Text {
			return
		}
		p.dropStatement(id, p.add)
	}
	p.add(p.created(id, ""))
}

// dropStatement adds the step that drops a function, aggregate, trigger, role or
// permission. What other statements did has to be undone by hand.
func (p *planner) dropStatement(id model.ID, add func(Step)) {
	step := Step{Kind: Drop, Element: compare.Name(p.before, id)}
	definition := p.old.of[id]
	switch s := parsed(definition).(type) {
	case *syntax.CreateFunction, *syntax.CreateAggregate:
		kind, name, _ := strings.Cut(cql.KeptName(definition.Text), " ")
		keyspace, _, _ := strings.Cut(p.placedName(p.old, id), ".")
		step.Statement = "DROP " + kind + " " + syntax.QuoteName(keyspace) + "." + name + ";"
		step.Warning = "Queries that call it fail."
		if p.recreated[id] && p.target.Physical.Statements[id] != nil {
			step.Warning = "Queries that call it fail until it is created again."
		}
	case *syntax.CreateTrigger:
		if p.replaced[p.before.Physical.Statements[id].Table] {
			return // it is dropped with its table
		}
		step.Statement = "DROP TRIGGER " + syntax.QuoteName(s.Name.Name) + " ON " + s.Table.String() + ";"
	case *syntax.Role:
		if creates(p.new, s.Name.Name) {
			return // it was altered
		}
		step.Statement = strings.TrimSpace(syntax.PrintStatement(&syntax.DropRole{Kind: "ROLE", Name: s.Name}))
	case *syntax.Grant:
		s.Revoke = !s.Revoke
		step.Statement = strings.TrimSpace(syntax.PrintStatement(s))
	case *syntax.CommentOn:
		if !p.keeps(p.before.Physical.Statements[id], s) {
			return // it is dropped with its element
		}
		s.Text, s.Null = "", true
		step.Statement = strings.TrimSpace(syntax.PrintStatement(s))
	case *syntax.GrantRole:
		s.Revoke = !s.Revoke
		step.Statement = strings.TrimSpace(syntax.PrintStatement(s))
	default:
		step.Instruction = "Undo by hand: " + strings.Join(strings.Fields(cmp.Or(definition.Text, p.before.Physical.Statements[id].Text)), " ")
	}
	add(step)
}

// keeps reports whether the target has the element of a comment or label.
func (p *planner) keeps(kept *model.Statement, s *syntax.CommentOn) bool {
	target := p.target.Physical
	switch s.What {
	case "KEYSPACE":
		return target.Keyspaces[kept.Keyspace] != nil
	case "TABLE", "COLUMN":
		relation := target.Relations[kept.Table]
		return relation != nil && !p.replaced[kept.Table] && (s.What == "TABLE" || hasColumn(relation, s.Part.Name))
	}
	for _, userType := range target.Types {
		if userType.Keyspace == kept.Keyspace && userType.Name == s.Name.Name.Name {
			return s.What == "TYPE" || hasField(userType, s.Part.Name)
		}
	}
	return false
}

func hasColumn(relation *model.Relation, name string) bool {
	for _, column := range relation.Columns {
		if column.Name == name {
			return true
		}
	}
	return false
}

func hasField(userType *model.UserType, name string) bool {
	for _, field := range userType.Fields {
		if field.Name == name {
			return true
		}
	}
	return false
}
