package console

import (
	"strconv"
	"strings"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/perform"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/proof"
)

// chosen is the statement to run.
type chosen struct {
	statement syntax.Statement
	// text is the statement with its values, asked the statement for which the values were typed.
	text, asked string
	markers     []perform.Bind // without values
	given       []perform.Bind // those that have got values
	bound       []any          // values that the server converts, since the types of the parameters are not known here
	verdict     cql.Verdict
	schema      *schema
}

// byteOffset converts an offset in UTF-16 code units, as browsers count, into bytes.
func byteOffset(text string, units int) int {
	for at, r := range text {
		if units <= 0 {
			return at
		}
		if units--; r > 0xFFFF {
			units--
		}
	}
	return len(text)
}

// statementsOf parses a text, and leaves out what only cqlsh knows.
func statementsOf(m *model.Model, text string) []syntax.Statement {
	return parse.ParseFor(m.Target, text).Statements
}

func textOf(text string, statement syntax.Statement) string {
	place := syntax.Place(statement)
	from, to := int(place.Start.Offset), int(place.End.Offset)
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text[from:min(max(from, to), len(text))]), ";"))
}

// statementOf is the statement of a query on its best table, "" if it has none.
func statementOf(m *model.Model, query model.ID) string {
	for _, result := range proof.All(m) {
		if best, found := result.Best(); result.Query == query && found {
			return print.ProofScript(best)
		}
	}
	return ""
}

// bareLimit is the LIMIT of a SELECT that names none.
const bareLimit = 1000

// limited adds a LIMIT to a SELECT without one, which could return a whole table.
func limited(statement syntax.Statement, text string) (limitedText string, added bool) {
	selected, is := statement.(*syntax.Select)
	if !is || selected.Limit != nil || selected.JSON {
		return text, false
	}
	copied := *selected
	copied.Limit = &syntax.Term{Kind: syntax.IntegerTerm, Text: strconv.Itoa(bareLimit)}
	return strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(&copied)), ";"), true
}
