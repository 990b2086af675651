package derivation

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
)

// codeTooLarge is a derived table whose partitions are over a limit.
const codeTooLarge = "size/partition"

// split makes the splits of the derived tables, or those that are chosen instead.
func (c *choosing) split(result *Derived, after *model.Model, ids model.IDs) error {
	tables, names := map[model.ID]bool{}, map[string]model.ID{}
	for _, proposal := range result.Proposals {
		if id, found := logicalOf(after, proposal); found && !result.Leaves(proposal) {
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
	result.After, result.Splits = split, proposed
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

// SplitOf returns the split of a proposal, nil if its partitions are within the limits.
func (d *Derived) SplitOf(proposal *mapping.Proposal) *moves.Proposed {
	id, _ := logicalOf(d.After, proposal)
	for _, p := range d.Splits {
		if p.Logical == id {
			return p
		}
	}
	return nil
}

// tooLarge are the derived tables whose partitions stay over a limit.
func (d *Derived) tooLarge(name string) []check.Finding {
	var findings []check.Finding
	for _, p := range d.Splits {
		if warning := p.Warning(); warning != "" {
			findings = append(findings, check.Finding{Severity: cql.Warning, Code: codeTooLarge, File: name, Element: d.After.Title(p.Table),
				Message: warning + "; " + p.Reason, Hint: d.hint(p)})
		}
	}
	return findings
}

// hint returns the advice for a table whose partitions are over a limit.
func (d *Derived) hint(p *moves.Proposed) string {
	if p.Chosen != nil || len(p.Options) == 0 {
		return p.Remedy()
	}
	return fmt.Sprintf("--split %s=1 splits it: %s", d.After.Title(p.Logical), p.InWords(&p.Options[0]))
}
