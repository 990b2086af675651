package cli

import (
	"bytes"
	"fmt"
	"strings"

	"widerow/cli/verb"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/proof"
)

// writeSplit describes the split of a table's partitions: its form, reason and cost, the reading of
// each query, and the other choices.
func (d *derivedDocument) writeSplit(out *bytes.Buffer, proposal *mapping.Proposal) {
	p := d.SplitOf(proposal)
	if p == nil {
		return
	}
	if p.Chosen != nil {
		fmt.Fprintf(out, "  split: %s\n", verb.Visible(p.InWords(p.Chosen)))
		fmt.Fprintf(out, "    %s\n    %s\n", verb.Visible(p.Reason), verb.Visible(p.Cost))
		for _, query := range p.Chosen.Queries {
			d.writeRead(out, query.Query, p.Table)
		}
		if p.Guessed && p.Chosen.Move.Name == moves.SplitByTime {
			fmt.Fprintf(out, "    numbers missing for the split: the days that the rows of a partition cover; 365 are assumed\n")
		}
	}
	for i := range p.Options {
		if split := &p.Options[i]; split != p.Chosen {
			fmt.Fprintf(out, "  %s --split %s=%d %s\n", orTo(p), verb.Visible(proposal.Name), i+1, verb.Visible(p.InWords(split)))
		}
	}
	if p.Chosen != nil {
		fmt.Fprintf(out, "  or --split %s=%s leaves it as it is\n", verb.Visible(proposal.Name), moves.AsItIs)
	}
}

// orTo introduces a split that is not made.
func orTo(p *moves.Proposed) string {
	if p.Chosen != nil {
		return "or"
	}
	return "to split:"
}

// writeRead writes the statement with which a query reads a split table, and the unit for which it
// is repeated.
func (d *derivedDocument) writeRead(out *bytes.Buffer, query, table model.ID) {
	best, found := d.readOf(query, table)
	if !found {
		return
	}
	fmt.Fprintf(out, "    %s: %s\n", verb.Visible(d.After.Title(query)), verb.Visible(strings.Join(strings.Fields(print.ProofStatement(best)), " ")))
	for _, sentence := range best.Application() {
		fmt.Fprintf(out, "      %s\n", verb.Visible(sentence))
	}
}

// readOf returns the judgement on the read of a table by a query.
func (d *derivedDocument) readOf(query, table model.ID) (*proof.Judgement, bool) {
	result := proof.Of(d.After, query)
	for i := range result.Judgements {
		if result.Judgements[i].Table == table {
			return &result.Judgements[i], true
		}
	}
	return nil, false
}
