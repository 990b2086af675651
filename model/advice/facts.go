package advice

import (
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/mapping"
	"widerow/model/stored"
)

// facts holds facts of a document that several rules need.
type facts struct {
	tables, views []relation
	keyspaces     []model.Item[*model.Keyspace]
	// questions are the queries by the relation that serves them best, changes the updates by the relations that they
	// write.
	questions, changes map[model.ID][]model.ID
	// hasUpdates reports that the document has the application's writes.
	hasUpdates bool
	loads      map[model.ID]*capacity.Table
	stored     *mapping.Stored // nil until it is asked
}

// meaning returns the meaning of a table's rows, nil if it is not known.
func (p *Pass) meaning(table model.ID) *stored.Meaning {
	if p.stored == nil {
		p.stored = mapping.NewStored(p.Model)
	}
	return p.stored.Of(table)
}

// relation is a table or view with its columns in order.
type relation struct {
	id model.ID
	*model.Relation
	// name is qualified by the keyspace.
	name                           string
	partition, clustering, regular []model.Item[*model.Column]
}

func newFacts(p *Pass) facts {
	f := facts{questions: map[model.ID][]model.ID{}, changes: map[model.ID][]model.ID{}, hasUpdates: len(p.Model.Workflow.Updates) > 0}
	f.loads = map[model.ID]*capacity.Table{}
	for i := range p.Cluster.Tables {
		f.loads[p.Cluster.Tables[i].Relation] = &p.Cluster.Tables[i]
	}
	f.keyspaces = model.Sorted(p.Model.Physical.Keyspaces)
	for _, item := range model.Sorted(p.Model.Physical.Relations) {
		r := p.relation(item)
		if item.Value.Kind == model.MaterializedView {
			f.views = append(f.views, r)
		} else {
			f.tables = append(f.tables, r)
		}
	}
	for _, result := range p.Proofs {
		if len(result.Judgements) > 0 && result.Judgements[0].Serves() {
			table := result.Judgements[0].Table
			f.questions[table] = append(f.questions[table], result.Query)
		}
	}
	for _, plan := range p.Plans {
		for _, table := range plan.Tables {
			f.changes[table.Table] = append(f.changes[table.Table], plan.Update)
		}
	}
	return f
}

func (p *Pass) relation(item model.Item[*model.Relation]) relation {
	r := relation{id: item.ID, Relation: item.Value, name: item.Value.Name}
	if keyspace := p.Model.Physical.Keyspaces[item.Value.Keyspace]; keyspace != nil {
		r.name = keyspace.Name + "." + r.name
	}
	for _, column := range item.Value.SortedColumns() {
		switch column.Value.Role {
		case model.Partition:
			r.partition = append(r.partition, column)
		case model.Clustering:
			r.clustering = append(r.clustering, column)
		case model.Static:
		default:
			r.regular = append(r.regular, column)
		}
	}
	return r
}

// all returns the tables and views.
func (f *facts) all() []relation { return append(append([]relation(nil), f.tables...), f.views...) }

// option returns an option as its text without quotes, "" where the default holds.
func (r relation) option(name string) string { return unquoted(r.Options[name]) }

// number returns an option as a number.
func (r relation) number(name string) (float64, bool) {
	number, err := strconv.ParseFloat(r.option(name), 64)
	return number, err == nil
}

// inMap returns a key of an option that is a map, such as the class of compaction, without quotes.
func (r relation) inMap(option, key string) string { return mapOf(r.Options[option])[key] }

// mapOf reads the text of a map literal of strings and numbers, {'class': 'X', 'n': 1}. Keys and values are without quotes.
func mapOf(text string) map[string]string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") {
		return nil
	}
	pairs := map[string]string{}
	var words []string
	for rest := text[1 : len(text)-1]; rest != ""; {
		var word string
		word, rest = nextWord(rest)
		if word != "" {
			words = append(words, word)
		}
	}
	for i := 0; i+1 < len(words); i += 2 {
		pairs[words[i]] = words[i+1]
	}
	return pairs
}

// nextWord takes a string or a bare word from the front of the text of a map.
func nextWord(text string) (word, rest string) {
	text = strings.TrimLeft(text, " \t\r\n,:")
	if text == "" {
		return "", ""
	}
	if text[0] != '\'' {
		end := strings.IndexAny(text, ",: \t\r\n")
		if end < 0 {
			return text, ""
		}
		return text[:end], text[end:]
	}
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if i+1 < len(text) && text[i+1] == '\'' {
			i++
			continue
		}
		return strings.ReplaceAll(text[1:i], "''", "'"), text[i+1:]
	}
	return text[1:], ""
}

func unquoted(text string) string {
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		return strings.ReplaceAll(text[1:len(text)-1], "''", "'")
	}
	return text
}

// simpleClass returns the name of a class without its package.
func simpleClass(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// words splits a name into its words in lower case: "cardNumber_2" → card, number, 2.
func words(name string) []string {
	var spaced strings.Builder
	var before rune
	for _, c := range name {
		if before >= 'a' && before <= 'z' && c >= 'A' && c <= 'Z' || c == '_' || c == '-' || c == ' ' {
			spaced.WriteByte(' ')
		}
		if c != '_' && c != '-' {
			spaced.WriteRune(c)
		}
		before = c
	}
	return strings.Fields(strings.ToLower(spaced.String()))
}

// hasWord reports whether a name has one of some words.
func hasWord(name string, wanted ...string) bool {
	for _, word := range words(name) {
		for _, one := range wanted {
			if word == one {
				return true
			}
		}
	}
	return false
}

// bare returns a type without its outermost frozen.
func bare(t model.Type) (inner model.Type, frozen bool) {
	for t.Kind == model.FrozenType && len(t.Arguments) == 1 {
		t, frozen = t.Arguments[0], true
	}
	return t, frozen
}

func isNative(t model.Type, names ...string) bool {
	t, _ = bare(t)
	for _, name := range names {
		if t.Kind == model.NativeType && t.Name == name {
			return true
		}
	}
	return false
}

func isCollection(t model.Type) bool {
	return t.Kind == model.ListType || t.Kind == model.SetType || t.Kind == model.MapType
}
