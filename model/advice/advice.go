// Package advice gives the advice of an experienced Cassandra engineer about a model, with the
// model's own numbers: each known mistake is a Rule with a code, and Run finds the places where a
// document makes it.
//
// Read Rule, Pass and Run first, then rules.go (the table of all rules) and a file of one family,
// such as option.go. Thresholds come from a Policy (policy.go). A rule that lacks its number
// reports nothing.
package advice

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Level is the severity of a finding.
type Level string

// The levels. An Info is worth knowing, a Warning costs something, an Error breaks something.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Info    Level = "info"
)

// Rule is one known mistake.
type Rule struct {
	// Code names the rule in output and documents: "option/gc-grace". It is never used for another rule.
	Code string
	// Title names the mistake in a few words.
	Title string
	// Why describes the cost of the mistake, in two sentences, Do the remedy.
	Why, Do string
	// Source is the source of the fact and its threshold.
	Source string
	// Check reports the rule's findings. It is nil if another check with the same code reports
	// them.
	Check func(*Pass)
}

// Finding is a place in a document where a rule fires.
type Finding struct {
	Code    string
	Level   Level
	Message string
	// Hint is the remedy here, by default the Do of the rule.
	Hint string
	// Element is the element of the finding, At the number of the statement, 0 for none.
	Element model.ID
	At      int
	// Numbers are the numbers in the message.
	Numbers []Number
	// Assumed reports that a number rests on an assumption.
	Assumed bool
	// Statement is the CQL of the repair, "" if it is not one statement.
	Statement string
	// Remedy repairs the document, nil where only a person can decide.
	Remedy *Remedy
	// Guardrail is the guardrail of a chosen policy that the finding is about, "" for none. A failed one is an error, a warned
	// one a warning.
	Guardrail string
	// Detail tells findings of a code about an element apart, "" where its order does. It does not
	// depend on numbers.
	Detail string
	// ordinal counts the findings of a code about an element, from 0.
	ordinal int
}

// Key identifies the finding among those of a document, in forms and addresses.
func (f *Finding) Key() string {
	key := f.Code + "@" + string(f.Element)
	if f.Detail != "" {
		key += "@" + f.Detail
	}
	if f.ordinal > 0 {
		key += "@" + strconv.Itoa(f.ordinal)
	}
	return key
}

// Number is a figure of a message.
type Number struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Input is a document with results that the caller has computed.
type Input struct {
	Model  *model.Model
	Sizes  map[model.ID]sizing.Size
	Proofs []proof.Result
	Plans  []write.Plan
	// Cluster has the number of partitions of each table, and its reads and writes per second.
	Cluster capacity.Cluster
	Policy  *Policy
	// Script reports that the document is read from a script: it has no concepts, and its missing
	// elements may exist elsewhere.
	Script bool
	// Statements are the statements of a script on rows.
	Statements []Statement
}

// Pass is one run over a document. Rules read it and report to it.
type Pass struct {
	Input
	rule     *Rule
	findings []Finding
	facts
}

// Run returns the findings of all rules, the worst level first, then in the order of the document.
func Run(input Input) []Finding {
	if input.Policy == nil {
		input.Policy = Default(input.Model.Target)
	}
	p := &Pass{Input: input}
	p.facts = newFacts(p)
	for i := range Rules {
		if p.rule = &Rules[i]; p.rule.Check != nil && p.applies() {
			p.rule.Check(p)
		}
	}
	return Ordered(replaced(p.findings))
}

// Ordered sorts findings of one list, the worst level first, and gives each its own key.
func Ordered(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.Level.rank(), b.Level.rank()) })
	count := map[string]int{}
	for i := range findings {
		f := &findings[i]
		f.ordinal = 0
		key := f.Key()
		f.ordinal = count[key]
		count[key]++
	}
	return findings
}

// applies reports whether a service leaves the subject of the rule to its users. Where it does not,
// check reports the option or index itself.
func (p *Pass) applies() bool {
	family, _, _ := strings.Cut(p.rule.Code, "/")
	return p.Model.Target != model.Keyspaces || !slices.Contains([]string{"option", "index", "view", "replication"}, family)
}

func (l Level) rank() int { return slices.Index([]Level{Error, Warning, Info}, l) }

// Find returns the rule with a code, nil if there is none.
func Find(code string) *Rule {
	if i := slices.IndexFunc(Rules, func(r Rule) bool { return r.Code == code }); i >= 0 {
		return &Rules[i]
	}
	return nil
}

// reportAs adds a finding of another rule.
func (p *Pass) reportAs(code string, finding Finding) {
	finding.Code = code
	p.findings = append(p.findings, finding)
}

// replaced drops what a rule says where a guardrail of the policy says the same.
func replaced(findings []Finding) []Finding {
	type place struct {
		code    string
		element model.ID
		at      int
	}
	guarded := map[place]bool{}
	for i := range findings {
		if f := &findings[i]; f.Guardrail != "" {
			guarded[place{f.Code, f.Element, f.At}] = true
		}
	}
	return slices.DeleteFunc(findings, func(f Finding) bool { return f.Guardrail == "" && guarded[place{f.Code, f.Element, f.At}] })
}

// report adds a finding of the current rule.
func (p *Pass) report(finding Finding) {
	finding.Code, finding.Hint = p.rule.Code, cmp.Or(finding.Hint, p.rule.Do)
	p.findings = append(p.findings, finding)
}

// reportOnce adds findings of the current rule; where most of all candidates have one, and in a script where several have,
// it reports a single finding about the keyspace or model. all is the number of candidates.
func (p *Pass) reportOnce(findings []Finding, all int, whole func(count int) Finding) {
	if len(findings) > 3 && len(findings)*2 > all || p.Script && len(findings) > 1 {
		p.report(whole(len(findings)))
		return
	}
	for _, finding := range findings {
		p.report(finding)
	}
}
