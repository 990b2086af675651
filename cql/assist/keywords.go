package assist

import (
	"slices"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// The grammar determines which keywords may follow: a keyword is offered if the
// parser accepts the statement up to the cursor with that word.

// phrases are keywords that others always follow.
var phrases = map[string]string{"PRIMARY": "PRIMARY KEY", "MATERIALIZED": "MATERIALIZED VIEW", "CLUSTERING": "CLUSTERING ORDER BY",
	"ALLOW": "ALLOW FILTERING", "ORDER": "ORDER BY", "GROUP": "GROUP BY", "PER": "PER PARTITION LIMIT", "COMPACT": "COMPACT STORAGE",
	"MASKED": "MASKED WITH", "UNLOGGED": "UNLOGGED BATCH", "APPLY": "APPLY BATCH", "INSERT": "INSERT INTO"}

// grammar tests with the parser how the beginning of a statement may continue.
type grammar struct {
	target    model.Target
	beginning string
}

// newGrammar drops all but the last item of each list before the cursor, so
// that a table with many columns takes no longer than one with two.
func newGrammar(target model.Target, text string, tokens []token) grammar {
	type list struct{ start, item int } // where its text starts, and that of its last item
	var beginning []byte
	open := []list{{}}
	for _, t := range tokens {
		top := &open[len(open)-1]
		beginning = append(append(beginning, text[t.Start.Offset:t.End]...), ' ')
		switch {
		case t.Word() == "(" || t.Word() == "{" || t.Word() == "[":
			open = append(open, list{len(beginning), len(beginning)})
		case (t.Word() == ")" || t.Word() == "}" || t.Word() == "]") && len(open) > 1:
			open = open[:len(open)-1]
		case t.Word() == "," && len(open) > 1:
			beginning = slices.Delete(beginning, top.start, top.item)
			top.item = len(beginning)
		}
	}
	return grammar{target, string(beginning)}
}

// takes reports whether words may follow: the parser finds no error before
// their end.
func (g grammar) takes(words string) bool {
	text := g.beginning + words
	for _, problem := range parse.ParseFor(g.target, text).Errors {
		if int(problem.Offset) < len(text) {
			return false
		}
	}
	return true
}

// aName is a word that is not a keyword.
const aName = "a0name"

// maxBeginning limits the bytes that are parsed for each keyword. A longer
// statement gets no keywords.
const maxBeginning = 4 << 10

// next returns the keywords that may follow, and whether a name may. Where it
// may, unreserved keywords are not certain.
func (g grammar) next() (words []string, name bool) {
	if len(g.beginning) > maxBeginning {
		return nil, true
	}
	name = g.takes(aName)
	for _, word := range syntax.Keywords(name) {
		if g.takes(word) {
			words = append(words, g.phrase(word)...)
		}
	}
	return words, name
}

func (g grammar) phrase(word string) []string {
	switch phrase, found := phrases[word]; {
	case word == "IF":
		return g.conditions()
	case found && g.takes(phrase):
		return []string{phrase}
	}
	return []string{word}
}

// conditions returns the forms of IF that may follow.
func (g grammar) conditions() []string {
	var found []string
	for _, phrase := range []string{"IF NOT EXISTS", "IF EXISTS"} {
		if g.takes(phrase) {
			found = append(found, phrase)
		}
	}
	if g.takes("IF " + aName) {
		found = append(found, "IF")
	}
	return found
}

func (g grammar) items() (items []Item, name bool) {
	words, name := g.next()
	for _, word := range words {
		first, _, _ := strings.Cut(word, " ")
		items = append(items, Item{Label: word, Kind: "keyword", Info: keywordInfo[first]})
	}
	return items, name
}
