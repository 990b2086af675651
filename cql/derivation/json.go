package derivation

import (
	"widerow/cql"
	"widerow/cql/check"
	"widerow/model/moves"
)

// JSON is the JSON form: that of check with the findings about what was derived.
type JSON struct {
	*check.Proofs
	Splits   []splitJSON     `json:"splits"`
	Findings []check.Finding `json:"findings"`
	// Questions are the queries that get no table until one of their paths is chosen.
	Questions []question `json:"questions"`
	// Failed are the queries that get no table, with the reason.
	Failed []failed `json:"failed"`
}

// failed is a query for which no table can be derived.
type failed struct {
	Query   string `json:"query"`
	Message string `json:"message"`
}

// JSON returns the JSON form of what was derived and judged.
func (d *Derived) JSON() JSON {
	all := JSON{d.Proofs, d.splitsJSON(), append([]check.Finding{}, d.Findings...), d.questions(), []failed{}}
	for _, plan := range d.Failed {
		all.Failed = append(all.Failed, failed{d.After.Title(plan.Query), Problems(plan)})
	}
	return all
}

// question is a query with the paths that it may mean, best first.
type question struct {
	Query   string   `json:"query"`
	Message string   `json:"message"`
	Paths   []string `json:"paths"`
}

// questions lists what is open.
func (d *Derived) questions() []question {
	questions := []question{}
	for _, plan := range d.Open {
		open := question{Query: d.After.Title(plan.Query), Message: Problems(plan)}
		for _, path := range plan.Path.Alternatives() {
			open.Paths = append(open.Paths, path.Words)
		}
		questions = append(questions, open)
	}
	return questions
}

// splitJSON is a table whose partitions are over a limit.
type splitJSON struct {
	Table string `json:"table"`
	// Split is the split that is made, "" for none, Cost what it costs.
	Split   string         `json:"split"`
	Reason  string         `json:"reason"`
	Cost    string         `json:"cost,omitempty"`
	Warning string         `json:"warning,omitempty"`
	Options []splitWayJSON `json:"options"`
}

// splitWayJSON is a way to split a table.
type splitWayJSON struct {
	Split string          `json:"split"`
	Words string          `json:"words"`
	Bytes float64         `json:"bytes"`
	Worst float64         `json:"worst_bytes"`
	Reads []splitReadJSON `json:"reads"`
}

// splitReadJSON is the number of partitions that a query reads from the split table, null if it is unknown.
type splitReadJSON struct {
	Query      string   `json:"query"`
	Partitions *float64 `json:"partitions"`
	Worst      *float64 `json:"worst_partitions"`
}

func (d *Derived) splitsJSON() []splitJSON {
	all := []splitJSON{}
	for _, p := range d.Splits {
		one := splitJSON{Table: d.After.Title(p.Table), Reason: p.Reason, Cost: p.Cost, Warning: p.Warning(), Options: []splitWayJSON{}}
		if p.Chosen != nil {
			one.Split = p.Chosen.What
		}
		for i := range p.Options {
			one.Options = append(one.Options, d.wayJSON(p, &p.Options[i]))
		}
		all = append(all, one)
	}
	return all
}

func (d *Derived) wayJSON(p *moves.Proposed, split *moves.Split) splitWayJSON {
	way := splitWayJSON{split.What, p.InWords(split), split.Size.Typical.Bytes, split.Size.Worst.Bytes, []splitReadJSON{}}
	for _, query := range split.Queries {
		read := splitReadJSON{Query: d.After.Title(query.Query)}
		if reads := query.Reads; reads.Known {
			read.Partitions, read.Worst = &reads.Typical, &reads.Most
		}
		way.Reads = append(way.Reads, read)
	}
	return way
}

// CQL returns the schema with the derived tables.
func (d *Derived) CQL() string {
	return cql.PrintModel(d.After, cql.PrintOptions{Options: cql.ChangedOptions})
}
