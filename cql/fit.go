package cql

import (
	"iter"
	"slices"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model"
)

// CodeLeftOut is the code of a part that a script for a target leaves out.
const CodeLeftOut = "cql/left-out"

// PrintAccepted is PrintModel without what the target refuses: an option, an entry of
// one, a mask, a constraint, or else a whole statement. Comments of the script name what
// is missing, and so do the findings.
func PrintAccepted(m *model.Model, options PrintOptions) (string, []Finding) {
	f := newFitter(m.Target)
	script := &syntax.Script{Statements: []syntax.Statement{}}
	for _, written := range writeWhole(m) {
		options.Options.apply(written.statement, m.Target)
		script.Statements = append(script.Statements, f.fit(written.statement))
	}
	addHeader(script, options.header(convert.RemarkOf(m.Name)))
	return syntax.Print(script), f.left
}

// fitter leaves out of statements, one after another, what a target refuses.
type fitter struct {
	r    resolver
	left []Finding
}

func newFitter(target model.Target) *fitter {
	f := &fitter{r: newResolver(model.SeededIDs(nil))}
	f.r.target, f.r.roles = targetOf(target), newRoles()
	return f
}

// fit removes from a statement what the target refuses. If the target refuses all of
// it, the result is a comment with its text.
func (f *fitter) fit(statement syntax.Statement) syntax.Statement {
	if _, isBad := statement.(*syntax.Bad); isBad {
		return statement
	}
	for lack := f.lacks(statement); lack != nil; lack = f.lacks(statement) {
		uses := lack.uses(statement)
		if !f.remove(statement, lack.message(f.r.target), func() bool { return lack.uses(statement) < uses }) {
			return f.leaveOut(statement, lack.message(f.r.target))
		}
	}
	if !f.knows(statement) {
		return statement
	}
	for reason := f.judge(statement); reason != ""; reason = f.judge(statement) {
		accepted := func() bool { return f.judge(statement) == "" }
		if f.remove(statement, reason, accepted) {
			break // judged, so it is in the schema now
		}
		if !f.remove(statement, reason, func() bool { return f.judge(statement) != reason }) {
			return f.leaveOut(statement, reason)
		}
	}
	return statement
}

// lacks returns the first feature of a statement that the target refuses.
func (f *fitter) lacks(statement syntax.Statement) *feature {
	var found *feature
	syntax.Walk(statement, func(node syntax.Node) bool {
		for _, list := range [][]feature{features, sixFeatures} {
			for i := range list {
				if candidate := &list[i]; (candidate.has|candidate.ignores)&f.r.target == 0 && found == nil {
					if _, is := candidate.at(node); is {
						found = candidate
					}
				}
			}
		}
		return found == nil
	})
	return found
}

// uses returns how often a statement uses a feature.
func (f *feature) uses(statement syntax.Statement) int {
	count := 0
	syntax.Walk(statement, func(node syntax.Node) bool {
		if _, is := f.at(node); is {
			count++
		}
		return true
	})
	return count
}

// knows reports whether the script creates what rows and permissions are of. A script of
// rows may be about tables of the cluster.
func (f *fitter) knows(statement syntax.Statement) bool {
	subjects := []syntax.QualifiedName{syntax.Subject(statement)}
	switch s := statement.(type) {
	case *syntax.Batch:
		subjects = nil
		for _, part := range s.Statements {
			subjects = append(subjects, syntax.Subject(part))
		}
	case *syntax.Grant:
		if subjects[0] = grantedOn(s.Resource); s.Resource.Kind != syntax.OneTable {
			return f.r.schema.Has(subjects[0].Keyspace.Name)
		}
	default:
		if !isOnRows(statement) {
			return true
		}
	}
	for _, subject := range subjects {
		full, refusal := f.r.schema.Complete(convert.Name(subject))
		if _, found := f.r.schema.RelationID(full.Keyspace, full.Name); refusal != nil || !found {
			return false
		}
	}
	return true
}

// judge returns why the target refuses a statement, "" if it accepts it. What it creates
// is then in the schema.
func (f *fitter) judge(statement syntax.Statement) string {
	f.r.findings = nil
	if refusal := f.r.apply(statement); refusal != nil {
		return refusal.Message
	}
	for _, finding := range f.r.findings {
		if finding.Severity == Error {
			return finding.Message
		}
	}
	return ""
}

// remove removes the first part without which a statement is good.
func (f *fitter) remove(statement syntax.Statement, reason string, good func() bool) bool {
	for part := range partsOf(statement) {
		if restore := part.remove(); !good() {
			restore()
			continue
		}
		base := syntax.Place(statement)
		base.Before = append(slices.Clone(base.Before), f.leave(statement, part.text, reason))
		return true
	}
	return false
}

// leave lists what is left out, and returns the comment about it.
func (f *fitter) leave(statement syntax.Statement, what, reason string) syntax.Remark {
	base := syntax.Place(statement)
	f.left = append(f.left, Finding{Severity: Error, Code: CodeLeftOut, Message: what + " is left out: " + reason,
		Name: f.r.nameOf(statement, ""), Position: base.Start, Statement: base.Number})
	return convert.RemarkOf(leftOutPrefix + what + ": " + reason)
}

// leaveOut returns a whole statement as a comment.
func (f *fitter) leaveOut(statement syntax.Statement, reason string) syntax.Statement {
	keyword, _ := syntax.Keyword(statement)
	base := *syntax.Place(statement)
	syntax.Place(statement).Before = nil
	bad := &syntax.Bad{Base: base, Text: strings.TrimSpace(syntax.PrintStatement(statement))}
	bad.Before = append(slices.Clone(base.Before), f.leave(statement, keyword, reason))
	return bad
}

// leftOutPrefix begins the comments about what is missing.
const leftOutPrefix = "Left out: "

// part is a part of a statement without which it may be accepted. remove removes it, and
// returns what restores it.
type part struct {
	text   string
	remove func() (restore func())
}

// partsOf lists the parts of a statement that it can do without, the smallest first.
func partsOf(statement syntax.Statement) iter.Seq[part] {
	return func(yield func(part) bool) {
		if options := optionsOf(statement); options != nil && !optionParts(options, yield) {
			return
		}
		table, isTable := statement.(*syntax.CreateTable)
		for i := 0; isTable && i < len(table.Elements); i++ {
			if column := table.Elements[i].Column; column != nil && !columnParts(column, yield) {
				return
			}
		}
		alter, isAlter := statement.(*syntax.AlterTable)
		for i := 0; isAlter && i < len(alter.Added); i++ {
			if !columnParts(&alter.Added[i], yield) {
				return
			}
		}
	}
}

// optionsOf returns the options of a statement that can do without each of them.
func optionsOf(statement syntax.Statement) *[]syntax.Option {
	switch s := statement.(type) {
	case *syntax.CreateKeyspace:
		return &s.Options
	case *syntax.CreateTable:
		return &s.Options
	case *syntax.LikeTable:
		return &s.Options
	case *syntax.CreateView:
		return &s.Options
	case *syntax.CreateIndex:
		return &s.Options
	case *syntax.AlterTable:
		if s.Action == syntax.AlterOptions && len(s.Options) > 1 {
			return &s.Options
		}
	}
	return nil
}

func optionParts(options *[]syntax.Option, yield func(part) bool) bool {
	for i := range *options {
		if option := &(*options)[i]; option.Kind == syntax.Property && option.Name.Name != "replication" && !entryParts(option, yield) {
			return false
		}
	}
	for i, option := range *options {
		if option.Kind != syntax.Property || option.Name.Name == "replication" {
			continue
		}
		if !yield(part{option.Name.Name + " = " + option.Value.String(), func() func() {
			before := *options
			*options = slices.Delete(slices.Clone(before), i, i+1)
			return func() { *options = before }
		}}) {
			return false
		}
	}
	return true
}

// entryParts lists the entries of a map but its class, which decides what the others
// mean. The last entry is no part: an empty map may mean something else.
func entryParts(option *syntax.Option, yield func(part) bool) bool {
	entries := option.Value.Entries()
	if !option.Value.IsMap() || len(entries) < 2 {
		return true
	}
	for i, entry := range entries {
		if entry[0].Text == "class" {
			continue
		}
		if !yield(part{entry[0].String() + " of " + option.Name.Name, func() func() {
			before := option.Value.Terms
			option.Value.Terms = slices.Delete(slices.Clone(before), 2*i, 2*i+2)
			return func() { option.Value.Terms = before }
		}}) {
			return false
		}
	}
	return true
}

func columnParts(column *syntax.ColumnDefinition, yield func(part) bool) bool {
	if check := column.Check; check != nil && !yield(part{column.Name.Name + " " + check.String(), func() func() {
		column.Check = nil
		return func() { column.Check = check }
	}}) {
		return false
	}
	mask := column.Mask
	return mask == nil || yield(part{"the mask of " + column.Name.Name, func() func() {
		column.Mask = nil
		return func() { column.Mask = mask }
	}})
}
