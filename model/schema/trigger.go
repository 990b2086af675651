package schema

import "widerow/model"

// Trigger is CREATE TRIGGER. Its class is written by the user and not checked.
type Trigger struct {
	Name        string
	IfNotExists bool
	Table       Name
	Class       string
	// Text and Note are as in Function.
	Text, Note string
}

// CreateTrigger adds a trigger to a table.
func (s *Schema) CreateTrigger(d Trigger) *Refusal {
	name, refusal := s.in(d.Table)
	if refusal == nil {
		refusal = executable(name.Keyspace)
	}
	if refusal != nil || isSystem(name.Keyspace) {
		return refusal
	}
	keyspace := s.keyspaces[name.Keyspace]
	if keyspace == nil {
		return refuse(Invalid, "", "Keyspace '%s' doesn't exist", name.Keyspace).
			Advise(hintKeyspace)
	}
	switch table := keyspace.relations[name.Name]; {
	case table == nil:
		return refuse(Invalid, "", "Table '%s' doesn't exist", name.Name).
			Advise(hintTable)
	case table.isView():
		return refuse(Invalid, "", "Cannot CREATE TRIGGER for a materialized view").
			Advise("Put the trigger on the table.")
	case has(table.triggers, d.Name) && d.IfNotExists:
	case has(table.triggers, d.Name):
		return refuse(Invalid, "", "Trigger '%s' already exists", d.Name).
			Advise("Add IF NOT EXISTS to keep the existing one.")
	case d.Class == "":
		return refuse(Invalid, "", "Trigger class '%s' couldn't be loaded", d.Class).
			Advise("The jar with the class must be in the triggers folder of every node.")
	default:
		if table.triggers == nil {
			table.triggers = map[string]model.ID{}
		}
		table.triggers[d.Name] = s.keep("", model.Statement{Keyspace: keyspace.id, Table: table.id, Text: d.Text, Note: d.Note})
	}
	return nil
}

// DropTrigger is DROP TRIGGER.
type DropTrigger struct {
	Name     string
	IfExists bool
	Table    Name
}

// DropTrigger removes a trigger of a table.
func (s *Schema) DropTrigger(d DropTrigger) *Refusal {
	name, refusal := s.in(d.Table)
	if refusal == nil {
		refusal = executable(name.Keyspace)
	}
	if refusal != nil {
		return refusal
	}
	if table := s.relation(name); table != nil && has(table.triggers, d.Name) {
		delete(s.Physical.Statements, table.triggers[d.Name])
		delete(table.triggers, d.Name)
		return nil
	}
	if d.IfExists {
		return nil
	}
	return refuse(Invalid, "", "Trigger '%s' on '%s' doesn't exist", d.Name, name.written()).
		Advise("Add IF EXISTS to ignore this.")
}

func has(triggers map[string]model.ID, name string) bool { _, found := triggers[name]; return found }
