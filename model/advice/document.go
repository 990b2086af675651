package advice

import (
	"time"

	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Known holds what a caller has already computed for a document. Nil fields are computed.
type Known struct {
	// Sizes are the sizes on disk (sizing.Disk) of all relations.
	Sizes  map[model.ID]sizing.Size
	Proofs []proof.Result
	Plans  []write.Plan
	// Policy has the thresholds. Nil stands for the policy of the document, or of its target.
	Policy *Policy
	// Now is the day from which data grows, today if it is zero.
	Now time.Time
}

// OfDocument returns all advice about a document, the worst first, then in the order of the rules and of the document. It
// computes each fact once: call it once for a model and share the result between the page, the marks in diagrams and
// outlines, the counts and the forms.
//
// Of each finding a page shows:
//   - Code, which Find turns into the rule: its Title, Why (two sentences) and Do, for "Why?";
//   - Level: Error, Warning or Info;
//   - Element, the table, column, index, query, update, keyspace, type or attribute that it is about; it is
//     model.ID(model.ModelKind) if it is about the whole model. model.Element gives its kind and the table that it is in;
//   - Message, one sentence without a full stop, with the numbers of this model; Numbers are the same by their names, for a
//     table or a comparison; Assumed marks them with ~;
//   - Hint, what to do here, in words; Statement, the same as CQL, "" where one statement is not enough;
//   - Remedy, what a press does, nil where only a person can decide. Remedy.Commands returns the commands for one revision;
//     its error means that the remedy does not apply here, and the button is left out. Remedy.ID names the kind of remedy:
//     findings of a document with the same code and Remedy.ID can be repaired together (RemedyAll);
//   - Key, which identifies the finding in forms and addresses, and stays the same as long as the element does;
//   - Acceptance, which is set if somebody has accepted the finding.
//
// The findings that check has of its own (table/overwrite, update/lookup, …) are not among them.
func OfDocument(m *model.Model, known Known) []Finding { return OfStatements(m, known, nil) }

// OfStatements is OfDocument with the statements of an application: findings about one of them have its number (At).
func OfStatements(m *model.Model, known Known, statements []Statement) []Finding {
	if known.Sizes == nil {
		known.Sizes = mapping.Sizes(m, sizing.Disk)
	}
	if known.Proofs == nil {
		known.Proofs = proof.WithSizes(m, known.Sizes)
	}
	if known.Plans == nil {
		known.Plans = write.WithSizes(m, known.Sizes)
	}
	if known.Now.IsZero() {
		known.Now = time.Now()
	}
	load := capacity.Input{Sizes: known.Sizes, Proofs: known.Proofs, Plans: known.Plans, Storage: sizing.DefaultStorage, Now: known.Now}
	if known.Policy == nil {
		known.Policy = PolicyOf(m)
	}
	return Run(Input{Model: m, Sizes: known.Sizes, Proofs: known.Proofs, Plans: known.Plans, Cluster: capacity.Of(m, load), Policy: known.Policy,
		Statements: statements})
}
