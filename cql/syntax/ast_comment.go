package syntax

// CommentOn = COMMENT ON element IS (text | NULL), or SECURITY LABEL [FOR provider] ON …, since
// Cassandra 6.0
type CommentOn struct {
	Base
	// Label means SECURITY LABEL. Provider is its name, or empty.
	Label    bool
	Provider Identifier
	// What is KEYSPACE, TABLE, COLUMN, TYPE or FIELD. Name is the keyspace, table or
	// type, Part the column or field.
	What string
	Name QualifiedName
	Part Identifier
	// Text is the comment or label. Null removes it.
	Text string
	Null bool
}

func (s *CommentOn) keyword() string {
	if s.Label {
		return "SECURITY"
	}
	return "COMMENT"
}

func (s *CommentOn) subject() QualifiedName { return s.Name }

func (s *CommentOn) walk(w walker) {
	w.names(s.Provider)
	Walk(&s.Name, w)
	w.names(s.Part)
}

// LikeTable = CREATE TABLE [IF NOT EXISTS] name LIKE source [WITH part {AND part}], since Cassandra 6.0
type LikeTable struct {
	Base
	IfNotExists  bool
	Name, Source QualifiedName
	// Indexes, Comments and Labels are copied, too. Options replace those of the
	// source.
	Indexes, Comments, Labels bool
	Options                   []Option
}

func (*LikeTable) keyword() string { return "CREATE TABLE" }

func (s *LikeTable) subject() QualifiedName { return s.Name }

func (s *LikeTable) walk(w walker) {
	Walk(&s.Name, w)
	Walk(&s.Source, w)
	walkAll(s.Options, w)
}

// Transaction = BEGIN TRANSACTION … COMMIT TRANSACTION, since Cassandra 6.0. It is
// kept as text.
type Transaction struct {
	Base
	Text string
}

func (*Transaction) keyword() string { return "BEGIN" }

func (s *Transaction) print(p *printer) { p.write(s.Text) }

func (*Transaction) walk(walker) {}
