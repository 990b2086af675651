package cli

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/proof"
)

// codeTooLarge is a derived table whose partitions are over a limit.
const codeTooLarge = "size/partition"

// split makes the splits of the derived tables, or those that are chosen instead.
func (c *choosing) split(result *derivedDocument, after *model.Model, ids model.IDs) error {
	tables, names := map[model.ID]bool{}, map[string]model.ID{}
	for _, proposal := range result.Proposals {
		if id, found := logicalOf(after, proposal); found && !result.leaves(proposal) {
			tables[id], names[proposal.Name] = proposal.Kind == mapping.Added, id
		}
	}
	split, proposed, err := moves.Propose(after, ids, tables, nil)
	if err != nil {
		return err
	}
	if len(c.Split) > 0 {
		if split, proposed, err = moves.Propose(after, ids, tables, c.splits(names, proposed)); err != nil {
			return err
		}
	}
	result.after, result.splits = split, proposed
	return nil
}

// logicalOf finds the table of a proposal in the document with it.
func logicalOf(after *model.Model, proposal *mapping.Proposal) (model.ID, bool) {
	if proposal.Table != "" {
		return proposal.Table, true
	}
	for _, table := range model.Sorted(after.Logical.Tables) {
		if table.Value.Name == proposal.Name {
			return table.ID, true
		}
	}
	return "", false
}

// splits are the splits chosen by the numbers in the text.
func (c *choosing) splits(names map[string]model.ID, proposed []*moves.Proposed) map[model.ID]string {
	chosen := map[model.ID]string{}
	for _, name := range slices.Sorted(maps.Keys(c.Split)) {
		value := c.Split[name]
		at := slices.IndexFunc(proposed, func(p *moves.Proposed) bool { return p.Logical == names[name] })
		switch {
		case names[name] == "":
			c.refuse("--split: no table %s is derived, but %s", name, strings.Join(slices.Sorted(maps.Keys(names)), ", "))
		case at < 0 && value != moves.AsItIs:
			c.refuse("--split %s=%s: its partitions are within the limits, or their size is not known", name, value)
		case value == moves.AsItIs:
			chosen[names[name]] = moves.AsItIs
		default:
			number, err := strconv.Atoi(value)
			if options := proposed[at].Options; err != nil || number < 1 || number > len(options) {
				c.refuse("--split %s=%s: want none, or the number of a split from 1 to %d", name, value, len(options))
			} else {
				chosen[names[name]] = options[number-1].What
			}
		}
	}
	return chosen
}

// splitOf returns the split of a proposal, nil if its partitions are within the limits.
func (d *derivedDocument) splitOf(proposal *mapping.Proposal) *moves.Proposed {
	id, _ := logicalOf(d.after, proposal)
	for _, p := range d.splits {
		if p.Logical == id {
			return p
		}
	}
	return nil
}

// writeSplit describes the split of a table's partitions: its form, reason and cost, the reading of
// each query, and the other choices.
func (d *derivedDocument) writeSplit(out *bytes.Buffer, proposal *mapping.Proposal) {
	p := d.splitOf(proposal)
	if p == nil {
		return
	}
	if p.Chosen != nil {
		fmt.Fprintf(out, "  split: %s\n", visible(p.InWords(p.Chosen)))
		fmt.Fprintf(out, "    %s\n    %s\n", visible(p.Reason), visible(p.Cost))
		for _, query := range p.Chosen.Queries {
			d.writeRead(out, query.Query, p.Table)
		}
		if p.Guessed && p.Chosen.Move.Name == moves.SplitByTime {
			fmt.Fprintf(out, "    numbers missing for the split: the days that the rows of a partition cover; 365 are assumed\n")
		}
	}
	for i := range p.Options {
		if split := &p.Options[i]; split != p.Chosen {
			fmt.Fprintf(out, "  %s --split %s=%d %s\n", orTo(p), visible(proposal.Name), i+1, visible(p.InWords(split)))
		}
	}
	if p.Chosen != nil {
		fmt.Fprintf(out, "  or --split %s=%s leaves it as it is\n", visible(proposal.Name), moves.AsItIs)
	}
}

// orTo introduces a split that is not made.
func orTo(p *moves.Proposed) string {
	if p.Chosen != nil {
		return "or"
	}
	return "to split:"
}

// writeRead writes the statement with which a query reads a split table, and for what it is
// run.
func (d *derivedDocument) writeRead(out *bytes.Buffer, query, table model.ID) {
	best, found := d.readOf(query, table)
	if !found {
		return
	}
	fmt.Fprintf(out, "    %s: %s\n", visible(d.after.Title(query)), visible(strings.Join(strings.Fields(print.ProofStatement(best)), " ")))
	for _, sentence := range best.Application() {
		fmt.Fprintf(out, "      %s\n", visible(sentence))
	}
}

// readOf returns how a query reads a table.
func (d *derivedDocument) readOf(query, table model.ID) (*proof.Judgement, bool) {
	result := proof.Of(d.after, query)
	for i := range result.Judgements {
		if result.Judgements[i].Table == table {
			return &result.Judgements[i], true
		}
	}
	return nil, false
}

// tooLarge are the derived tables whose partitions stay over a limit.
func (d *derivedDocument) tooLarge(source *source) []check.Finding {
	var findings []check.Finding
	for _, p := range d.splits {
		if warning := p.Warning(); warning != "" {
			findings = append(findings, check.Finding{Severity: cql.Warning, Code: codeTooLarge, File: source.name, Element: d.after.Title(p.Table),
				Message: warning + "; " + p.Reason, Hint: d.hint(p)})
		}
	}
	return findings
}

// hint returns the advice for a table whose partitions are over a limit.
func (d *derivedDocument) hint(p *moves.Proposed) string {
	if p.Chosen != nil || len(p.Options) == 0 {
		return "Ask for less of its rows at once, or store less in one."
	}
	return fmt.Sprintf("--split %s=1 splits it: %s", d.after.Title(p.Logical), p.InWords(&p.Options[0]))
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

func (d *derivedDocument) splitsJSON() []splitJSON {
	all := []splitJSON{}
	for _, p := range d.splits {
		one := splitJSON{Table: d.after.Title(p.Table), Reason: p.Reason, Cost: p.Cost, Warning: p.Warning(), Options: []splitWayJSON{}}
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

func (d *derivedDocument) wayJSON(p *moves.Proposed, split *moves.Split) splitWayJSON {
	way := splitWayJSON{split.What, p.InWords(split), split.Size.Typical.Bytes, split.Size.Worst.Bytes, []splitReadJSON{}}
	for _, query := range split.Queries {
		read := splitReadJSON{Query: d.after.Title(query.Query)}
		if reads := query.Reads; reads.Known {
			read.Partitions, read.Worst = &reads.Typical, &reads.Most
		}
		way.Reads = append(way.Reads, read)
	}
	return way
}
