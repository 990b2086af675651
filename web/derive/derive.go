// Package derive draws the pages that propose tables, moves of physical design, and
// queries recovered from tables.
package derive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
)

// View lists the changes of deriving tables, with the choices.
type View struct {
	Queries []QueryView
	Tables  []TableView
	Failed  []Failed
	// Open are the queries with several possible paths. Answers counts the paths that the form
	// chooses.
	Open    []Question
	Answers int
	// Unused are tables that would serve no query any more.
	Unused []web.Link
	// Added, Changed and Kept count the tables that are not left out, Shared
	// those of them that serve several queries.
	Added, Changed, Kept, Shared int
	// Mark identifies what is shown. Stale reports that something else was shown
	// when the user wanted to apply it.
	Mark  string
	Stale bool
	// Stopped explains why nothing was derived; nil if something was.
	Stopped *Stopped
	// Numbers links to the place to enter numbers, if the concepts have none.
	// Assumptions are those that they have.
	Numbers     *web.Link
	Assumptions []Assumption
	// Writes are the updates that write more tables, or fewer, once this is applied.
	Writes []Writes
	// Starts are the first steps, if there are no queries.
	Starts []web.Start
}

// Stopped is a derivation that took too long: how many queries it had done, at
// which it was, and which took most.
type Stopped struct {
	Done, All int
	At        string // its label, "" for none
	Costly    []Costly
}

func (s Stopped) words() string {
	text := fmt.Sprintf(
		"Together, these queries take more time than a request is allowed: %d of %s finished in time", s.Done,
		web.Counted(s.All, "query", "queries"))
	if s.At != "" {
		text += "; " + s.At + " was next"
	}
	return text + "."
}

// Costly is a query that took a share of the time, such as "40 %".
type Costly struct{ Label, Name, Href, Share string }

// Assumption is a number of the concepts: "5,000 / 8,000", typical and worst.
type Assumption struct{ Label, Value, Href string }

// Writes is an update with the number of tables that it writes, before and after.
type Writes struct {
	Label, Name, Href string
	Was, Now          int
}

// QueryView is a query that can be derived. Level is ok if it would be served.
type QueryView struct {
	ID          model.ID
	Label, Name string
	Checked     bool
	Level       string
	// Place is the place on the page of the query's table, or of the reason why there is none.
	Place string
}

// TableView is a table that is new, changed or unchanged. Key is the first query
// that it serves. Lines are the reasons of its columns.
type TableView struct {
	Key, Kind, Name   string
	Left              bool
	Columns           []ColumnView
	Queries           []Served
	Lines             []Reason
	Reasons, Warnings []string
	Notes             []string
	Stores            []Store
	// Split describes how partitions over a limit are split, nil if they are not.
	Split *Split
	// Numbers are the inputs of the sizes of the table's partitions.
	Numbers Numbers
}

// Split describes the split of a table's partitions: the reason, the cost and the statements. What
// is empty for a table that is not split. Warning reports partitions that stay over a limit,
// Question a number that is not known.
type Split struct {
	Key, Table                            string
	What, Reason, Warning, Cost, Question string
	// Remedy describes what would help a table that stays over a limit.
	Remedy string
	// Href is the page that splits a table that is kept.
	Href       string
	Statements []web.SplitStatement
	Options    []SplitOption
}

// SplitOption is a way to split a table, with its effect in words.
type SplitOption struct {
	Value, Effect  string
	AsItIs, Chosen bool
}

// Numbers describe a partition: its rows and bytes, those at worst, and what
// a query reads. All are empty if they are not known.
type Numbers struct {
	Typical, Worst, Reads string
	OverLimit             bool
}

// limits returns the limits that the partition exceeds: in the typical case, at
// worst.
func (n Numbers) limits() string {
	_, typical, over := strings.Cut(n.Typical, ": ")
	if over {
		return typical
	}
	if _, worst, over := strings.Cut(n.Worst, ": "); over {
		return "at worst " + worst
	}
	return ""
}

// size returns the number of rows and bytes without the limits that they exceed.
func size(numbers string) string {
	text, _, _ := strings.Cut(numbers, ": ")
	return text
}

// measured reports whether the partition sizes of an alternative are known.
func (q Served) measured() bool {
	return slices.ContainsFunc(q.Alternatives, func(a Alternative) bool { return a.Numbers.Typical != "" })
}

// rankedAlternative is an alternative with its place in the ranking, from 0.
type rankedAlternative struct {
	Alternative
	rank int
}

// ranked returns the alternatives to look at first: the best ones, the best of each
// form and the chosen one. The others are folded, unless there are few. What is said of
// the best of a form is not said again of the others.
func (q Served) ranked() (first, others []rankedAlternative) {
	const best, few = 3, 2
	said := map[string][]string{}
	var all []rankedAlternative
	for rank, alternative := range q.Alternatives {
		one := rankedAlternative{alternative, rank}
		reasons, later := said[one.Form]
		if news := without(one.Reasons, reasons); len(news) > 0 {
			one.Reasons = news
		}
		if !later {
			said[one.Form] = one.Reasons
		}
		all = append(all, one)
		if rank < best || one.Chosen || !later {
			first = append(first, one)
		} else {
			others = append(others, one)
		}
	}
	if len(others) <= few {
		return all, nil
	}
	return first, others
}

func without(texts, known []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(known, text) })
}

// Store is the choice of the form in which an attribute is stored: a derived one or not at all, the
// values of a multi-valued one in a collection or in rows.
type Store struct {
	Attribute model.ID
	Title     string
	Derived   bool
	Value     string
	Choices   []edit.Choice
}

// AskOnce keeps the choice of how an attribute is stored in the first table that
// stores it, and the alternatives of a query in the first table that serves it.
func (v *View) AskOnce() {
	asked := map[model.ID]bool{}
	for i := range v.Tables {
		for j := range v.Tables[i].Queries {
			query := &v.Tables[i].Queries[j]
			if asked[query.ID] {
				query.Alternatives, query.Paths, query.Needs, query.Further = nil, nil, nil, true
			}
			asked[query.ID] = true
		}
		v.Tables[i].Stores = slices.DeleteFunc(v.Tables[i].Stores, func(s Store) bool {
			before := asked[s.Attribute]
			asked[s.Attribute] = true
			return before
		})
	}
}

// ColumnView is a column in the notation. Class is the class of its mark.
type ColumnView struct {
	Name, Mark, Class string
	Type              string
	Rule, Reason, Was string
	New, ByHand       bool
}

// Reason explains why columns have their role.
type Reason struct {
	Columns      []string
	Reason, Rule string
}

// Served is a query that a table serves. Own reports that it was given a
// table of its own.
type Served struct {
	ID                   model.ID
	Label, Name, Href    string
	Verdict, Level, Path string
	// Paths are those to choose from, if several are as short.
	Paths        []Path
	Reads        string
	Own          bool
	Alternatives []Alternative
	More         int
	// Needs are numbers of the concepts without which the rank is by structure.
	Needs []web.Link
	// Further reports that an earlier table of the page serves the query, too.
	Further bool
}

// Path is a path through the ER model. Chosen reports that it was chosen, not
// only taken because it is the first.
type Path struct {
	Signature, Words string
	Chosen           bool
}

// Alternative is a legal table for a query.
type Alternative struct {
	Signature, Form string
	Numbers         Numbers
	Reasons         []string // without the numbers
	Chosen          bool
}

// Failed is a query without a table.
type Failed struct {
	Query                      model.ID
	Label, Name, Message, Href string
}

// Question is a query that gets no table until its path is known: one of Paths, or one that only
// its text can name.
type Question struct {
	Served
	Message string
}

// needs are the numbers without which the table is ranked by structure, each once.
func (t *TableView) needs() []web.Link {
	var needs []web.Link
	for _, query := range t.Queries {
		for _, need := range query.Needs {
			if !slices.Contains(needs, need) {
				needs = append(needs, need)
			}
		}
	}
	return needs
}

// separable are the queries that could get a table of their own.
func (t *TableView) separable() []Served {
	var queries []Served
	for _, query := range t.Queries {
		if (len(t.Queries) > 1 || query.Own) && !query.Further {
			queries = append(queries, query)
		}
	}
	return queries
}

// answered reports that the path of the query is chosen.
func (q Served) answered() bool {
	return slices.ContainsFunc(q.Paths, func(p Path) bool { return p.Chosen })
}

// pathOf is a path with the labels of the queries that follow it.
type pathOf struct{ labels, words string }

// paths are the paths of the queries, each once. A path that is to be chosen is listed there.
func (t *TableView) paths() []pathOf {
	var paths []pathOf
	for _, query := range t.Queries {
		if query.Path == "" || len(query.Paths) > 0 || query.Further {
			continue
		}
		same := slices.IndexFunc(paths, func(p pathOf) bool { return p.words == query.Path })
		if same < 0 {
			paths = append(paths, pathOf{query.Label, query.Path})
		} else {
			paths[same].labels += ", " + query.Label
		}
	}
	return paths
}

// needsLabel counts the missing numbers.
func needsLabel(needs []web.Link) string {
	if len(needs) == 1 {
		return "1 number is missing"
	}
	return fmt.Sprintf("%d numbers are missing", len(needs))
}

// Finish counts the tables and finds the place of each query.
func (v *View) Finish() {
	places := map[model.ID]string{}
	for _, failure := range v.Failed {
		places[failure.Query] = "failed-" + string(failure.Query)
	}
	for _, question := range v.Open {
		places[question.ID] = "question-" + string(question.ID)
	}
	for _, table := range v.Tables {
		for _, query := range table.Queries {
			places[query.ID] = cmp.Or(places[query.ID], "derived-"+table.Key)
		}
	}
	for i := range v.Queries {
		v.Queries[i].Place = places[v.Queries[i].ID]
	}
	for _, table := range v.Tables {
		if table.Left {
			continue
		}
		switch table.Kind {
		case "new":
			v.Added++
		case "changed":
			v.Changed++
		default:
			v.Kept++
		}
		if len(table.Queries) > 1 {
			v.Shared++
		}
	}
}

// split parts the tables that change from those that are kept.
func (v *View) split() (changing, kept []TableView) {
	for _, table := range v.Tables {
		if table.Kind == "kept" {
			kept = append(kept, table)
		} else {
			changing = append(changing, table)
		}
	}
	return changing, kept
}

// changes counts what would be saved.
func (v *View) changes() int { return v.Added + v.Changed + v.Answers }

// applyLabel is the text of the button that saves.
func (v *View) applyLabel() string {
	switch changes := v.changes(); changes {
	case 0:
		return "Nothing to apply"
	case 1:
		return "Apply 1 change"
	default:
		return fmt.Sprintf("Apply %d changes", changes)
	}
}

// level is the colour of a kind of change.
func (t TableView) level() string {
	return map[string]string{"new": "ok", "changed": "warn"}[t.Kind]
}

// openWords describes what becomes of queries with an open question.
func openWords(count int) string {
	if count == 1 {
		return "Apply leaves it out until you choose its path."
	}
	return "Apply leaves them out until you choose their paths."
}

// pathLegend asks for the path of a query.
func pathLegend(query Served) string {
	if len(query.Paths) == 1 {
		return "Does " + query.Label + " mean this path?"
	}
	return "Which path does " + query.Label + " mean?"
}
