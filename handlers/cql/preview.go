package cql

import (
	"bytes"
	"strings"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/web"
	webcql "widerow/web/cql"
)

// Modes are the ways to read a script, in the order of the page.
var Modes = []apply.Mode{apply.Whole, apply.Changes, apply.Addition}

// Preview is the result of applying a script to a model, before it is saved.
type Preview struct {
	Mode   apply.Mode
	Digest string
	// Base is the revision that the script is based on, head the newest.
	Base, Head feature.Document
	After      *model.Model
	Changes    []apply.Change
	// Conflicts are the values that others changed since the base.
	Conflicts []diff.Conflict
	Aside     []cql.Finding
	Err       error
}

// Words describe the revision that applies the script.
func (p *Preview) Words() string {
	if words := apply.Words(p.Changes); words != "" {
		return "applied CQL: " + words
	}
	return "applied CQL: new order"
}

var modeTitles = map[apply.Mode][2]string{
	apply.Whole:    {"Whole schema", "Tables that the script does not create are dropped."},
	apply.Changes:  {"Changes to the schema", "The statements run against the present schema, in their order."},
	apply.Addition: {"Will be added", "Tables that the script does not mention stay as they are."},
}

// ModesView lists the ways to read a script and marks the current one.
func ModesView(current apply.Mode) []webcql.ScriptMode {
	var views []webcql.ScriptMode
	for _, mode := range Modes {
		views = append(views, webcql.ScriptMode{Value: string(mode), Title: modeTitles[mode][0], Hint: modeTitles[mode][1], Current: mode == current})
	}
	return views
}

// view is the preview as the page shows it.
func (p *Preview) view(b *feature.Context) *webcql.ScriptPreview {
	view := &webcql.ScriptPreview{Mode: string(p.Mode), Modes: ModesView(p.Mode), Mark: p.Digest,
		Base: p.Base.Revision.Number, Head: p.Head.Revision.Number, Refused: p.Err != nil}
	for _, conflict := range p.Conflicts {
		view.Conflicts = append(view.Conflicts, p.conflict(conflict))
	}
	for _, finding := range p.Aside {
		view.Aside = append(view.Aside, ImportLine(finding))
	}
	if p.Err == nil {
		view.Same = bytes.Equal(p.After.Encode(), p.Head.Text())
		view.Summary = apply.Words(p.Changes)
		view.Changes = ChangesView(p.Changes)
		view.Effects = EffectsView(apply.Effects(p.Head.Model, p.After, p.Changes), b.Link)
	}
	return view
}

// ChangesView are changes as the page shows them.
func ChangesView(changes []apply.Change) []webcql.ScriptChange {
	var views []webcql.ScriptChange
	for _, change := range changes {
		view := webcql.ScriptChange{Kind: string(change.Kind), Word: change.Word, Name: change.Name}
		for _, detail := range change.Details {
			view.Details = append(view.Details, webcql.ScriptDetail{Kind: string(detail.Kind), What: detail.What, From: detail.From, To: detail.To})
		}
		views = append(views, view)
	}
	return views
}

// EffectsView lists the effects of changes on queries.
func EffectsView(effects []apply.Effect, link func(model.ID) string) []webcql.ScriptEffect {
	var views []webcql.ScriptEffect
	for _, effect := range effects {
		view := webcql.ScriptEffect{Label: effect.Label, Name: effect.Name, Href: link(effect.Access), Level: "info"}
		if len(effect.Lost) > 0 {
			view.Says = append(view.Says, "loses "+strings.Join(effect.Lost, ", "))
		}
		if len(effect.Rekeyed) > 0 {
			view.Says, view.Level = append(view.Says, "reads "+strings.Join(effect.Rekeyed, ", ")+", whose primary key changes"), "warn"
		}
		if effect.Orphan {
			view.Says, view.Level = append(view.Says, "is left without a table"), "bad"
		}
		views = append(views, view)
	}
	return views
}

// conflict describes a conflict by the titles of its elements.
func (p *Preview) conflict(conflict diff.Conflict) webcql.ScriptConflict {
	shown := webcql.ScriptConflict{Saw: short(conflict.Base), Now: short(conflict.Theirs), Mine: short(conflict.Mine)}
	for i, key := range conflict.Path {
		for _, m := range []*model.Model{p.Head.Model, p.Base.Model} {
			if element, found := m.Element(model.ID(key)); found && element.ID != "" {
				shown.Place = element.Kind.Words() + " " + m.Title(element.ID)
				shown.Field = strings.Join(conflict.Path[i+1:], " ")
				break
			}
		}
	}
	if shown.Place == "" {
		shown.Place = strings.Join(conflict.Path, " ")
	}
	return shown
}

// short is a value of the document on one line; no value is "".
func short(value []byte) string { return web.OneLine(strings.Trim(string(value), `"`)) }

// ImportLine is a finding as a list shows it.
func ImportLine(finding cql.Finding) webcql.ImportLine {
	return webcql.ImportLine{Line: int(finding.Position.Line), Text: web.OneLine(finding.Text), Message: finding.Message}
}
