package syntax

// Statement is one statement of a script. Its kinds are in the files ast_*.go.
// *Other is a command of cqlsh, *Foreign a statement that only the target
// supports, and *Bad text that could not be parsed. Every other kind has a row
// in openings.
type Statement interface {
	// base is implemented by the embedded Base.
	base() *Base
	// keyword returns the statement's first keywords, as Keyword does.
	keyword() string
	// subject returns the result of Subject. The embedded Base returns none.
	subject() QualifiedName
	// print prints the statement without the comments around it and its `;`.
	print(*printer)
	// walk visits the parts in source order.
	walk(walker)
}
