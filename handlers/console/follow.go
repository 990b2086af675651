package console

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/perform"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/store/cluster"
	webconsole "widerow/web/console"
)

// next is a statement to which the rows of another one lead.
type next struct {
	query     model.ID
	update    bool // it is an update
	statement int  // its number in the text of the query
	label     string
	title     string
	names     []string // of its parameters
	// from are the columns of the result that its parameters come from, -1 for none; kept are values that the statement before was
	// given, which all its rows have.
	from []int
	kept []string
}

// followers are the queries and updates on the arrows that lead on from a query in the workflow.
func followers(m *model.Model, query model.ID) []model.ID {
	var found []model.ID
	seen := map[model.ID]bool{}
	var from func(step model.ID)
	from = func(step model.ID) {
		if seen[step] {
			return
		}
		seen[step] = true
		for _, t := range model.Sorted(m.Workflow.Transitions) {
			switch {
			case t.Value.From != step:
			case t.Value.Access == "":
				from(t.Value.To)
			case !slices.Contains(found, t.Value.Access):
				found = append(found, t.Value.Access)
			}
		}
	}
	for _, t := range model.Sorted(m.Workflow.Transitions) {
		if t.Value.Access == query {
			from(t.Value.To)
		}
	}
	return found
}

// meanings tell what the columns of tables store.
type meanings map[string]map[string]proof.Column // by the qualified name of the table, and the name of the column

func meaningsOf(m *model.Model) meanings {
	all := meanings{}
	for _, table := range proof.Tables(m, nil) {
		if table.Logical {
			continue
		}
		columns := map[string]proof.Column{}
		for _, column := range table.Columns {
			columns[column.Name] = column
		}
		all[table.Access.Keyspace+"."+table.Access.Name] = columns
	}
	return all
}

// Degrees to which two columns have the same values.
const (
	other       = iota
	sameName    // and type, if a concept is not known of both
	sameConcept // perhaps in another role
	sameRole
	sameColumn // the concept, the role and the name
)

// likeness compares what two columns store.
func likeness(a, b proof.Column) int {
	if len(a.Stores) == 0 || len(b.Stores) == 0 {
		if a.Name == b.Name && a.Type.Unfrozen().Equal(b.Type.Unfrozen()) {
			return sameName
		}
		return other
	}
	if !slices.ContainsFunc(a.Stores, func(id model.ID) bool { return slices.Contains(b.Stores, id) }) {
		return other
	}
	switch {
	case !slices.Equal(a.Participants, b.Participants) && a.Name != b.Name:
		return sameConcept
	case a.Name != b.Name:
		return sameRole
	}
	return sameColumn
}

// nexts are the statements to which the rows of a result lead.
func (p *pages) nexts(m *model.Model, form webconsole.Form, ran *chosen, result *cluster.Result, typed []webconsole.Marker) []next {
	query := model.ID(form.Query)
	if query == "" || ran.schema.ofCluster != "" {
		return nil
	}
	all := meaningsOf(m)
	here := all[ran.verdict.Table]
	if here == nil {
		return nil
	}
	var found []next
	add := func(id model.ID, number int) {
		if one, leads := leadsTo(m, all, id, number, here, result, ran, typed); leads {
			one.label, one.title = labelOf(m, id), titleOf(m, id)
			found = append(found, one)
		}
	}
	for number := 2; number <= len(statementsOf(m, statementOf(m, query))); number++ {
		if number != numberOf(form) {
			add(query, number)
		}
	}
	for _, id := range followers(m, query) {
		if m.Workflow.Updates[id] == nil {
			add(id, 1)
		} else if one, leads := leadsToUpdate(m, id, here, result, ran, typed); leads {
			found = append(found, one)
		}
	}
	return found
}

// leadsTo finds the values of a statement in a result. leads is false if the rows have none.
func leadsTo(m *model.Model, all meanings, id model.ID, number int, here map[string]proof.Column, result *cluster.Result, ran *chosen,
	typed []webconsole.Marker) (one next, leads bool) {
	statement := numbered(m, statementOf(m, id), number)
	if statement == nil || m.Workflow.Queries[id] == nil {
		return one, false
	}
	there := all[statement.verdict.Table]
	one = next{query: id, statement: number}
	for _, wanted := range statement.markers {
		column, known := there[wanted.Column]
		from, kept := -1, ""
		if known && wanted.Operator == "=" {
			from = columnLike(column, here, result)
			for i, had := range ran.given {
				if from < 0 && had.Operator == "=" && likeness(column, here[had.Column]) > other {
					kept = typed[i].Typed
				}
			}
		}
		leads = leads || from >= 0 || kept != ""
		one.names, one.from, one.kept = append(one.names, wanted.Name), append(one.from, from), append(one.kept, kept)
	}
	return one, leads
}

// leadsToUpdate finds the parameters of an update in a result.
func leadsToUpdate(m *model.Model, id model.ID, here map[string]proof.Column, result *cluster.Result, ran *chosen,
	typed []webconsole.Marker) (one next, leads bool) {
	plan := write.Of(m, id)
	one = next{query: id, update: true, label: labelOf(m, id), title: titleOf(m, id)}
	for _, wanted := range perform.Parameters(m, &plan) {
		from, kept := -1, ""
		if wanted.Operator == "" && !wanted.New && !wanted.Several {
			column := proof.Column{Name: wanted.Name, Type: wanted.Type}
			if attribute := wanted.Attribute(); attribute != "" {
				column.Stores = []model.ID{attribute}
			}
			from = columnLike(column, here, result)
			for i, had := range ran.given {
				if from < 0 && had.Operator == "=" && likeness(column, here[had.Column]) > other {
					kept = typed[i].Typed
				}
			}
		}
		leads = leads || from >= 0 || kept != ""
		one.names, one.from, one.kept = append(one.names, wanted.Name), append(one.from, from), append(one.kept, kept)
	}
	return one, leads && perform.Impossible(&plan) == ""
}

// columnLike is the column of a result that has the values of another one, -1 for none.
func columnLike(column proof.Column, here map[string]proof.Column, result *cluster.Result) int {
	best, at := other, -1
	for i, shown := range result.Columns {
		if known, is := here[shown.Name]; is && likeness(column, known) > best {
			best, at = likeness(column, known), i
		}
	}
	return at
}

// numbered is a statement of a text by its number, nil if there is none.
func numbered(m *model.Model, text string, number int) *chosen {
	all := statementsOf(m, text)
	if number < 1 || number > len(all) {
		return nil
	}
	own := &schema{model: m}
	return own.judgedText(textOf(text, all[number-1]), "")
}

// offers are the buttons of a row.
func offers(all []next, row []cluster.Cell) []webconsole.Offer {
	var shown []webconsole.Offer
	for _, one := range all {
		values := url.Values{"query": {string(one.query)}, "statement": {strconv.Itoa(one.statement)}}
		var taken []string
		for i, from := range one.from {
			key := "v" + strconv.Itoa(i)
			switch {
			case from >= 0 && !row[from].Null && row[from].Omitted == 0 && len(row[from].Plain()) <= maxCarried:
				values.Set(key, row[from].Plain())
				taken = append(taken, one.names[i])
			case from < 0 && one.kept[i] != "":
				values.Set(key, one.kept[i])
				taken = append(taken, one.names[i])
			}
		}
		if len(taken) > 0 {
			if one.update {
				taken = shortNames(taken)
			}
			shown = append(shown, webconsole.Offer{Update: updateOf(one), Label: one.label + " with this " + strings.Join(taken, ", "),
				Title: one.title, Take: values.Encode()})
		}
	}
	return shown
}

func updateOf(one next) string {
	if one.update {
		return string(one.query)
	}
	return ""
}

// shortNames are names without their types: User.user_id is user_id.
func shortNames(names []string) (short []string) {
	for _, name := range names {
		short = append(short, name[strings.LastIndexByte(name, '.')+1:])
	}
	return short
}

// selfOf is the statement that ran, as a later page takes it.
func selfOf(form webconsole.Form, typed []webconsole.Marker) string {
	values := url.Values{"query": {form.Query}, "statement": {strconv.Itoa(numberOf(form))}}
	for i, one := range typed {
		if len(one.Typed) <= maxCarried {
			values.Set("v"+strconv.Itoa(i), one.Typed)
		}
	}
	return values.Encode()
}

// take puts the statement of a button into the form, with its values; known reports of each parameter whether it has one.
func take(m *model.Model, form *webconsole.Form, button string) (known []bool) {
	values, err := url.ParseQuery(button)
	if err != nil {
		return nil
	}
	id := model.ID(values.Get("query"))
	form.Query, form.Text, form.Selection, form.Statement = string(id), statementOf(m, id), "", values.Get("statement")
	one := numbered(m, form.Text, numberOf(*form))
	if one == nil {
		return nil
	}
	form.At = placeOf(m, *form)
	form.ValuesOf, form.Values = one.text, nil
	for i := range one.markers {
		key := "v" + strconv.Itoa(i)
		form.Values, known = append(form.Values, values.Get(key)), append(known, values.Has(key))
	}
	return known
}
