package parse

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// on reports whether the script is for that database.
func (p *parser) on(target model.Target) bool { return p.script.Target == target }

// foreignOpenings are the first words of statements that only one database has, from ScyllaDB's
// Cql.g and from the DDL of Amazon Keyspaces.
var foreignOpenings = map[model.Target][]string{
	model.ScyllaDB: {"PRUNE MATERIALIZED", "CREATE SERVICE", "ALTER SERVICE", "DROP SERVICE", "CREATE SERVICE_LEVEL", "ALTER SERVICE_LEVEL",
		"DROP SERVICE_LEVEL", "ATTACH SERVICE", "ATTACH SERVICE_LEVEL", "DETACH SERVICE", "DETACH SERVICE_LEVEL", "LIST SERVICE",
		"LIST SERVICE_LEVEL", "LIST ALL", "LIST ATTACHED", "LIST EFFECTIVE"},
	model.Keyspaces: {"RESTORE TABLE"},
}

// foreign takes a statement that only the target supports, up to its end.
func (p reader) foreign() syntax.Statement {
	if len(p.foreignOpenings) == 0 {
		return nil
	}
	opening := strings.ToUpper(p.scanner.Text(p.token) + " " + p.scanner.Text(p.peek()))
	switch {
	case slices.Contains(p.foreignOpenings, opening) && !(opening == "LIST ALL" && p.ahead(2).Number.Text() == "PERMISSIONS"):
	case p.on(model.ScyllaDB) && p.at("CREATE") && p.createsLocalIndex():
		opening = "CREATE INDEX"
	default:
		return nil
	}
	p.advance()
	for p.token.Kind != syntax.EndOfText && !p.at(";") && !p.beginsStatement() {
		if p.token.Kind == syntax.Illegal {
			p.expected("the rest of the statement")
		}
		p.advance()
	}
	return &syntax.Foreign{Keyword: opening}
}

// createsLocalIndex looks ahead for the doubled parenthesis of
// CREATE INDEX ON table ((partition), column).
func (p reader) createsLocalIndex() bool {
	s := syntax.ScannerAt(p.scanner.Whole(), p.token.Start)
	previous, index := "", false
	for range 16 {
		token := s.Scan()
		index = index || token.Number.Text() == "INDEX"
		if previous == "(" || token.Kind == syntax.EndOfText || token.Number.Text() == ";" {
			return index && token.Number.Text() == "("
		}
		if token.Kind != syntax.Comment {
			previous = token.Number.Text()
		}
	}
	return false
}

// extension takes the clauses that ScyllaDB allows at the end of statements, such
// as BYPASS CACHE and USING TIMEOUT duration.
func (p reader) extension() string {
	if !p.on(model.ScyllaDB) {
		return ""
	}
	start, end := p.token.Start.Offset, p.token.Start.Offset
	for p.atExtension() {
		p.advance()
		if p.acceptTimeout() {
			termGrammar(p).term()
		} else {
			p.advance()
		}
		end = p.lastEnd
	}
	return p.scanner.Slice(start, end)
}

func (p reader) atExtension() bool {
	if p.token.Kind != syntax.Name {
		return false
	}
	following := strings.ToUpper(p.scanner.Text(p.peek()))
	switch strings.ToUpper(p.scanner.Text(p.token)) {
	case "BYPASS":
		return following == "CACHE" || following == "LARGE_DATA_GUARDRAILS"
	case "USING":
		return following == "TIMEOUT"
	}
	return false
}

// acceptTimeout takes TIMEOUT, which is not a keyword of Cassandra.
func (p *parser) acceptTimeout() bool {
	if !p.on(model.ScyllaDB) || p.token.Kind != syntax.Name || !strings.EqualFold(p.scanner.Text(p.token), "TIMEOUT") {
		return false
	}
	p.advance()
	return true
}
