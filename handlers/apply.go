package handlers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/web"
)

// modes are the ways to read a script, in the order of the page.
var modes = []apply.Mode{apply.Whole, apply.Changes, apply.Addition}

// preview is what applying a script would do to a model.
type preview struct {
	mode   apply.Mode
	digest string
	// base is the revision that the script is based on, head the newest.
	base, head document
	after      *model.Model
	changes    []apply.Change
	// conflicts are the values that others changed since the base.
	conflicts []diff.Conflict
	aside     []cql.Finding
	err       error
}

// changeScript answers the form of the CQL tab according to the button
// pressed.
func (s *Server) changeScript(c echo.Context) error {
	form, err := parseScript(c)
	if err != nil {
		return err
	}
	head, done, err := s.headInTurn(c)
	if err != nil {
		return err
	}
	if form.do == "apply" {
		done() // a save that waits for its turn must not stop the questions of editors
		return s.weighed(func(c echo.Context) error { return s.applyScript(c, head, form) })(c)
	}
	defer done()
	switch form.do {
	case "check":
		form.checked, form.findings = true, cql.Judge(syntax.ParseFor(head.model.Target, form.text))
		return s.showScript(c, http.StatusOK, head, form)
	case "rebase":
		form.rebase(head)
	}
	return s.previewScript(c, head, form)
}

// rebase makes the newest revision the base of the text, in its header as
// well.
func (f *scriptForm) rebase(head document) {
	if _, found := headerRevision(f.text, head.model.Name); found {
		first, rest, _ := strings.Cut(f.text, "\n")
		_, rest, _ = strings.Cut(rest, "\n")
		f.text = fmt.Sprintf("%s\n-- Revision %d\n%s", first, head.revision.Number, rest)
	}
	f.revision = head.revision.Number
}

// previewScript shows what the script would change. Nothing is saved.
func (s *Server) previewScript(c echo.Context, head document, form *scriptForm) error {
	if err := s.try(c.Request().Context(), head, form, s.idsOf(operation(c))); err != nil {
		return err
	}
	return s.showScript(c, form.status(), head, form)
}

// status is the HTTP status of an answer with a script that was not applied.
func (f *scriptForm) status() int {
	switch {
	case f.preview == nil:
		return http.StatusUnprocessableEntity
	case f.preview.err != nil || f.stale:
		return http.StatusConflict
	}
	return http.StatusOK
}

// try previews the script on the newest revision. A script with errors has no
// preview.
func (s *Server) try(ctx context.Context, head document, form *scriptForm, ids model.IDs) error {
	base, err := s.baseOf(ctx, head, form)
	if err != nil {
		return err
	}
	form.revision = base.revision.Number
	result := apply.Script(base.model, form.text, apply.Options{Mode: form.chosen, IDs: ids})
	form.findings, form.preview = nil, nil
	made := &preview{mode: result.Mode, digest: form.digest(result.Mode), base: base, head: head, after: result.Model}
	for _, finding := range result.Findings {
		if finding.Severity == cql.Info {
			made.aside = append(made.aside, finding)
		} else {
			form.findings = append(form.findings, finding)
		}
	}
	if form.checked = len(form.findings) > 0; result.Model == nil {
		return nil
	}
	form.preview = made
	made.after, made.err = s.onto(head, base, result.Model)
	var unmergeable *errUnmergeable
	switch {
	case made.err == nil:
		made.changes = apply.Compare(head.model, made.after)
	case errors.As(made.err, &unmergeable):
		made.conflicts = unmergeable.conflicts
	default:
		return made.err
	}
	return nil
}

// onto merges the changes from base to after into the newest revision.
func (s *Server) onto(head, base document, after *model.Model) (*model.Model, error) {
	if head.revision.Number == base.revision.Number {
		return after, nil
	}
	patch, err := diff.Make(base.text, after.Encode())
	if err != nil {
		return nil, fmt.Errorf("compare the script with revision %d: %w", base.revision.Number, err)
	}
	return s.merge(head, patch)
}

// baseOf is the revision that a script is based on: the one in its header, or
// else that of the page.
func (s *Server) baseOf(ctx context.Context, head document, form *scriptForm) (document, error) {
	number := form.revision
	if written, found := headerRevision(form.text, head.model.Name); found {
		number = written
	}
	if number == 0 || number >= head.revision.Number {
		return head, nil
	}
	return s.at(ctx, head.revision.Model, number)
}

// digest is a hash of mode, base and text: a preview is applied only if it
// still matches.
func (f *scriptForm) digest(mode apply.Mode) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\n%d\n%s", mode, f.revision, f.text)))
	return hex.EncodeToString(sum[:8])
}

// applyScript saves the previewed changes as one revision.
func (s *Server) applyScript(c echo.Context, head document, form *scriptForm) error {
	previewed := apply.Mode(c.FormValue("mode"))
	if form.previewed != form.digest(previewed) {
		form.stale = true
		return s.previewScript(c, head, form)
	}
	form.chosen = previewed
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head document, ids model.IDs) (*model.Model, string, error) {
			done, err := s.budget.Take(background(c), client(c), scriptWeight*int64(len(form.text)))
			if err != nil {
				return nil, "", err
			}
			defer done()
			if err := s.try(background(c), head, form, ids); err != nil {
				return nil, "", err
			}
			if form.preview == nil || form.preview.err != nil {
				return nil, "", errNotApplied
			}
			return form.preview.after, form.preview.words(), nil
		},
	})
	switch {
	case errors.Is(err, errNotApplied):
		return s.showScript(c, form.status(), saved, form)
	case err != nil:
		form.failure = asPageError(err)
		if form.failure.status >= 500 {
			s.log.Error("not applied", "id", c.Get("request"), "error", err)
		}
		return s.showScript(c, form.failure.status, head, form)
	}
	return s.edited(c, viewOfForm(c), saved, nil)
}

// errNotApplied stops a save; the form holds the reason.
var errNotApplied = errors.New("the script was not applied")

func (p *preview) words() string {
	if words := apply.Words(p.changes); words != "" {
		return "applied CQL: " + words
	}
	return "applied CQL: new order"
}

var modeTitles = map[apply.Mode][2]string{
	apply.Whole:    {"Whole schema", "Tables that the script does not create are dropped."},
	apply.Changes:  {"Changes to the schema", "The statements run against the present schema, in their order."},
	apply.Addition: {"Will be added", "Tables that the script does not mention stay as they are."},
}

// modesView lists the ways to read a script and marks the current one.
func modesView(current apply.Mode) []web.ScriptMode {
	var views []web.ScriptMode
	for _, mode := range modes {
		views = append(views, web.ScriptMode{Value: string(mode), Title: modeTitles[mode][0], Hint: modeTitles[mode][1], Current: mode == current})
	}
	return views
}

// view is the preview as the page shows it.
func (p *preview) view(b *workbench) *web.ScriptPreview {
	view := &web.ScriptPreview{Mode: string(p.mode), Modes: modesView(p.mode), Mark: p.digest, Base: p.base.revision.Number, Head: p.head.revision.Number, Refused: p.err != nil}
	for _, conflict := range p.conflicts {
		view.Conflicts = append(view.Conflicts, p.conflict(conflict))
	}
	for _, finding := range p.aside {
		view.Aside = append(view.Aside, importLine(finding))
	}
	if p.err == nil {
		view.Same = bytes.Equal(p.after.Encode(), p.head.text)
		view.Summary = apply.Words(p.changes)
		view.Changes = changesView(p.changes)
		view.Effects = effectsView(apply.Effects(p.head.model, p.after, p.changes), b.link)
	}
	return view
}

// changesView are changes as the page shows them.
func changesView(changes []apply.Change) []web.ScriptChange {
	var views []web.ScriptChange
	for _, change := range changes {
		view := web.ScriptChange{Kind: string(change.Kind), Word: change.Word, Name: change.Name}
		for _, detail := range change.Details {
			view.Details = append(view.Details, web.ScriptDetail{Kind: string(detail.Kind), What: detail.What, From: detail.From, To: detail.To})
		}
		views = append(views, view)
	}
	return views
}

func effectsView(effects []apply.Effect, link func(model.ID) string) []web.ScriptEffect {
	var views []web.ScriptEffect
	for _, effect := range effects {
		view := web.ScriptEffect{Label: effect.Label, Name: effect.Name, Href: link(effect.Access), Level: "info"}
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
func (p *preview) conflict(conflict diff.Conflict) web.ScriptConflict {
	shown := web.ScriptConflict{Saw: short(conflict.Base), Now: short(conflict.Theirs), Mine: short(conflict.Mine)}
	for i, key := range conflict.Path {
		for _, m := range []*model.Model{p.head.model, p.base.model} {
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
func short(value []byte) string { return oneLine(strings.Trim(string(value), `"`)) }
