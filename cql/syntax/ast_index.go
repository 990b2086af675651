package syntax

// CreateIndex = CREATE [CUSTOM] INDEX [IF NOT EXISTS] [name] ON table
// ( targets ) [USING 'class'] [WITH properties]
type CreateIndex struct {
	Base
	Custom, IfNotExists bool
	// Name is empty when the server is to choose one.
	Name    Identifier
	Table   QualifiedName
	Targets []IndexTarget
	Closing []Remark
	// Using is the class, HasUsing whether there is a USING.
	Using    string
	HasUsing bool
	Options  []Option
}

func (*CreateIndex) keyword() string { return "CREATE INDEX" }

func (s *CreateIndex) subject() QualifiedName { return s.Table }

func (s *CreateIndex) walk(w walker) {
	w.names(s.Name)
	Walk(&s.Table, w)
	walkAll(s.Targets, w)
	walkAll(s.Options, w)
}

// IndexTarget = column | (VALUES | KEYS | ENTRIES | FULL) ( column ).
// Function is "values", "keys", "entries", "full" or empty.
type IndexTarget struct {
	*Remarks
	Function string
	Column   Identifier
}
