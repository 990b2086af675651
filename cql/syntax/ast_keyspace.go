package syntax

// CreateKeyspace = CREATE KEYSPACE [IF NOT EXISTS] name WITH properties
type CreateKeyspace struct {
	Base
	IfNotExists bool
	Name        Identifier
	Options     []Option
}

func (*CreateKeyspace) keyword() string { return "CREATE KEYSPACE" }

func (s *CreateKeyspace) subject() QualifiedName { return QualifiedName{Keyspace: s.Name} }

func (s *CreateKeyspace) walk(w walker) {
	w.names(s.Name)
	walkAll(s.Options, w)
}

// Use = USE keyspace
type Use struct {
	Base
	Keyspace Identifier
}

func (*Use) keyword() string { return "USE" }

func (s *Use) subject() QualifiedName { return QualifiedName{Keyspace: s.Keyspace} }

func (s *Use) walk(w walker) { w.names(s.Keyspace) }
