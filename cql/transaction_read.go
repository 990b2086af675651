package cql

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// transaction is the inside of BEGIN TRANSACTION … COMMIT TRANSACTION:
// LET*, one SELECT, and then writes, perhaps inside IF … THEN … END IF.
type transaction struct {
	lets       []transactionPart
	read       *transactionPart
	returns    []reference
	conditions []transactionCondition
	writes     []transactionPart
}

// transactionPart is a SELECT with the name that LET gives it, or a write. references are
// the references in a write; the statement has the bind marker referenceMarker + n in place of
// number n.
type transactionPart struct {
	name       string
	statement  syntax.Statement
	place      string // "[line:column]"
	references []reference
}

const referenceMarker = "reference_"

// reference is `name.column`, or a name alone. whole is false for an element or a field of
// the column.
type reference struct {
	name, column string
	whole        bool
}

// transactionCondition compares a reference with a value, nil for IS NULL and IS NOT NULL.
type transactionCondition struct {
	reference
	value *syntax.Term
}

// transactionReader reads a transaction from its tokens. It panics with noTransaction where
// the server's grammar refuses the text.
type transactionReader struct {
	text   string
	tokens []syntax.Token
	at     int
}

type noTransaction struct{}

// readTransaction divides a transaction into its statements. It reports false for what the
// server's grammar refuses.
func readTransaction(text string) (t *transaction, ok bool) {
	r := &transactionReader{text: text}
	scanner := syntax.NewScanner(text)
	for token := scanner.Scan(); token.Kind != syntax.EndOfText; token = scanner.Scan() {
		if token.Kind != syntax.Comment {
			r.tokens = append(r.tokens, token)
		}
	}
	defer func() {
		if fault := recover(); fault != nil {
			if _, is := fault.(noTransaction); !is {
				panic(fault)
			}
			t, ok = nil, false
		}
	}()
	return r.transaction(), true
}

func (r *transactionReader) transaction() *transaction {
	t := &transaction{}
	r.expect("BEGIN", "TRANSACTION")
	for r.accept("LET") {
		t.lets = append(t.lets, r.let())
	}
	if r.is("SELECT") {
		t.read, t.returns = r.selected()
	}
	end := []string{"COMMIT", "TRANSACTION"}
	if r.accept("IF") {
		t.conditions = r.conditions()
		end = append([]string{"END", "IF"}, end...)
	}
	for !r.is(end[0]) {
		t.writes = append(t.writes, r.write())
	}
	r.expect(end...)
	if r.at < len(r.tokens) {
		panic(noTransaction{})
	}
	return t
}

// word returns the text of the token that many places ahead: a word in capitals, a mark, or
// "" for a quoted name and a constant.
func (r *transactionReader) word(ahead int) string {
	if r.at+ahead >= len(r.tokens) {
		return ""
	}
	switch token := r.tokens[r.at+ahead]; token.Kind {
	case syntax.Name, syntax.Punctuation:
		return strings.ToUpper(r.source(token))
	}
	return ""
}

func (r *transactionReader) source(token syntax.Token) string {
	return r.text[token.Start.Offset:token.End]
}

func (r *transactionReader) is(word string) bool { return r.word(0) == word }

func (r *transactionReader) accept(word string) bool {
	if !r.is(word) {
		return false
	}
	r.at++
	return true
}

func (r *transactionReader) expect(words ...string) {
	for _, word := range words {
		if !r.accept(word) {
			panic(noTransaction{})
		}
	}
}

// until moves to the next of some words that is not in parentheses or brackets, and returns
// the tokens before it.
func (r *transactionReader) until(words ...string) []syntax.Token {
	depth := 0
	for start := r.at; r.at < len(r.tokens); r.at++ {
		word := r.word(0)
		for _, wanted := range words {
			if depth == 0 && word == wanted {
				return r.tokens[start:r.at]
			}
		}
		switch word {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
	}
	panic(noTransaction{})
}

// span returns the text from the first to the last of some tokens.
func (r *transactionReader) span(tokens []syntax.Token) string {
	if len(tokens) == 0 {
		panic(noTransaction{})
	}
	return r.text[tokens[0].Start.Offset:tokens[len(tokens)-1].End]
}

// let = LET name = ( select ) ;
func (r *transactionReader) let() transactionPart {
	if r.at >= len(r.tokens) || r.tokens[r.at].Kind != syntax.Name || r.is("LET") {
		panic(noTransaction{})
	}
	name := strings.ToLower(r.source(r.tokens[r.at]))
	r.at++
	r.expect("=", "(")
	part := r.part(r.until(")"), nil)
	part.name = name
	r.expect(")", ";")
	s, isSelect := part.statement.(*syntax.Select)
	if !isSelect || len(s.Where) == 0 || s.AllowFiltering || len(s.OrderBy)+len(s.GroupBy) > 0 {
		panic(noTransaction{})
	}
	return part
}

// selected = select ; | SELECT reference {, reference} ;
func (r *transactionReader) selected() (*transactionPart, []reference) {
	tokens := r.until(";")
	r.at++
	inner := &transactionReader{text: r.text, tokens: tokens, at: 1}
	var returns []reference
	for {
		found, ok := inner.reference()
		returns = append(returns, found)
		switch {
		case ok && inner.at == len(inner.tokens):
			return nil, returns
		case !ok || !inner.accept(","):
			part := r.part(tokens, nil)
			return &part, nil
		}
	}
}

// reference = name [. column {[ element ] | . field}]
func (r *transactionReader) reference() (found reference, ok bool) {
	if r.at >= len(r.tokens) || r.tokens[r.at].Kind != syntax.Name {
		return reference{}, false
	}
	found = reference{name: strings.ToLower(r.source(r.tokens[r.at])), whole: true}
	r.at++
	if !r.accept(".") {
		return found, true
	}
	if found.column, ok = r.column(); !ok {
		return reference{}, false
	}
	for {
		switch {
		case r.accept("["):
			r.until("]")
			r.at++
		case r.accept("."):
			if _, ok := r.column(); !ok {
				return reference{}, false
			}
		default:
			return found, true
		}
		found.whole = false
	}
}

// column returns a name, without its quotes.
func (r *transactionReader) column() (string, bool) {
	if r.at >= len(r.tokens) {
		return "", false
	}
	token := r.tokens[r.at]
	r.at++
	switch text := r.source(token); token.Kind {
	case syntax.Name:
		return strings.ToLower(text), true
	case syntax.QuotedName:
		return strings.ReplaceAll(strings.Trim(text, `"`), `""`, `"`), true
	}
	return "", false
}

// conditions = condition {AND condition} THEN
func (r *transactionReader) conditions() (all []transactionCondition) {
	for {
		inner := &transactionReader{text: r.text, tokens: r.until("AND", "THEN")}
		all = append(all, inner.condition())
		if r.at++; strings.EqualFold(r.source(r.tokens[r.at-1]), "THEN") {
			return all
		}
	}
}

// condition = reference IS [NOT] NULL | reference operator value | value operator reference
func (r *transactionReader) condition() transactionCondition {
	found, ok := r.reference()
	if ok && r.accept("IS") {
		r.accept("NOT")
		r.expect("NULL")
		if r.at < len(r.tokens) {
			panic(noTransaction{})
		}
		return transactionCondition{reference: found}
	}
	if !ok {
		r.at = 0
		r.until("=", "!=", "<", "<=", ">", ">=")
	}
	switch left := r.tokens[:r.at]; r.word(0) {
	case "=", "!=", "<", "<=", ">", ">=":
		r.at++
		if right := r.tokens[r.at:]; ok {
			return transactionCondition{found, r.value(right)}
		}
		if found, ok = r.reference(); ok && r.at == len(r.tokens) {
			return transactionCondition{found, r.value(left)}
		}
	}
	panic(noTransaction{})
}

// value reads a term. A reference is none.
func (r *transactionReader) value(tokens []syntax.Token) *syntax.Term {
	term, ok := parse.ParseTerm(r.span(tokens))
	if !ok {
		panic(noTransaction{})
	}
	return &term
}

// part parses a statement, in which references are replaced.
func (r *transactionReader) part(tokens []syntax.Token, references []reference) transactionPart {
	written := r.span(tokens)
	if references != nil {
		written = r.replaced(tokens)
	}
	script := parse.ParseFor(model.Cassandra60, written+";")
	if len(script.Errors) > 0 || len(script.Statements) != 1 {
		panic(noTransaction{})
	}
	before := r.text[:tokens[0].Start.Offset]
	return transactionPart{statement: script.Statements[0], references: references,
		place: fmt.Sprintf("[%d:%d]", strings.Count(before, "\n")+1, len(before)-strings.LastIndex(before, "\n"))}
}

// write = an INSERT, UPDATE or DELETE, and a semicolon
func (r *transactionReader) write() transactionPart {
	tokens := r.until(";")
	r.at++
	references := []reference{}
	for _, found := range r.referencesIn(tokens) {
		references = append(references, found.reference)
	}
	part := r.part(tokens, references)
	switch part.statement.(type) {
	case *syntax.Insert, *syntax.Update, *syntax.Delete:
		return part
	}
	panic(noTransaction{})
}

// replaced returns a write with bind markers in place of its references.
func (r *transactionReader) replaced(tokens []syntax.Token) string {
	var out strings.Builder
	at := tokens[0].Start.Offset
	for i, found := range r.referencesIn(tokens) {
		out.WriteString(r.text[at:tokens[found.from].Start.Offset] + ":" + referenceMarker + strconv.Itoa(i))
		at = tokens[found.to-1].End
	}
	return out.String() + r.text[at:tokens[len(tokens)-1].End]
}

type placedReference struct {
	reference
	from, to int // tokens
}

// referencesIn finds `name.column` among the tokens of a write, apart from its table and from
// calls of functions. The grammar has none after WHERE.
func (r *transactionReader) referencesIn(tokens []syntax.Token) (all []placedReference) {
	inner := &transactionReader{text: r.text, tokens: tokens}
	table, where := true, false
	for inner.at < len(tokens) {
		switch inner.word(0) {
		case "INTO", "UPDATE", "FROM":
			inner.at++
			if table {
				table = false
				if inner.at++; inner.accept(".") {
					inner.at++
				}
			}
			continue
		case "WHERE":
			where = true
		}
		start := inner.at
		found, ok := inner.reference()
		switch {
		case !ok || found.column == "" || inner.is("("):
			inner.at = start + 1
			if ok && found.column != "" {
				inner.at = start + 3
			}
		case where || !slices.Contains([]string{"", ",", ")", "WHERE", "USING", "IF"}, inner.word(0)):
			panic(noTransaction{}) // it is a whole value
		default:
			all = append(all, placedReference{found, start, inner.at})
		}
	}
	return all
}
