package console

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/scripts"
	"widerow/store"
	"widerow/web"
	webconsole "widerow/web/console"
)

// Scripts belong to the model itself: its branches show and change the same ones.

func newScripts(site feature.Site) *feature.Companion[*scripts.Scripts] {
	return feature.NewCompanion(site, store.Scripts, "the scripts", func() *scripts.Scripts { return &scripts.Scripts{} }, scripts.Decode)
}

// listScripts puts the scripts of the model on the page.
func (p *pages) listScripts(c echo.Context, page *webconsole.Page) error {
	kept, err := p.scripts.Load(feature.Background(c), feature.ModelID(c).Root())
	if err != nil {
		return err
	}
	for _, id := range kept.Content.Listed() {
		script := kept.Content.Scripts[id]
		shown := webconsole.Script{Shown: script.Text == page.Form.Text, ID: string(id), Name: script.Name, By: script.By,
			Ago: web.Ago(p.Now(), script.At), At: web.ExactTime(script.At), Mark: script.Mark()}
		page.Scripts = append(page.Scripts, shown)
		if page.Form.Script == shown.ID {
			page.Script = &shown
			if page.Form.ScriptSeen != "" { // by the text in the form
				page.Script.Mark = page.Form.ScriptSeen
			}
		}
	}
	page.Edits = page.May("editor") && !page.OnlyBranch
	return nil
}

// openScript puts the text of a script into the form.
func (p *pages) openScript(c echo.Context, form *webconsole.Form) error {
	id := model.ID(c.QueryParam("script"))
	if id == "" {
		return nil
	}
	kept, err := p.scripts.Load(c.Request().Context(), feature.ModelID(c).Root())
	if err != nil {
		return err
	}
	if script := kept.Content.Scripts[id]; script != nil {
		form.Script, form.Text = string(id), script.Text
	}
	return nil
}

// changeScripts saves the text of the console as a script, or renames or deletes one.
func (p *pages) changeScripts(c echo.Context) error {
	form := read(c)
	page := webconsole.Page{Form: form}
	done, err := p.saveScript(c, &page)
	var wrong *model.Rejected
	switch {
	case errors.As(err, &wrong):
		page.Saving.Problem = wrong.Message
		p.showMarks(c, &page)
		return p.answerScripts(c, http.StatusUnprocessableEntity, page)
	case err != nil:
		return err
	case !p.WantsParts(c):
		where := url.Values{"connection": {page.Form.Connection}, "keyspace": {page.Form.Keyspace}, "script": {page.Form.Script}}
		return c.Redirect(http.StatusSeeOther, string(p.URL().Action(c.Param("model"), "console"))+"?"+where.Encode())
	}
	page.Saving = webconsole.Saving{Done: done}
	return p.answerScripts(c, http.StatusOK, page)
}

// showMarks makes the next press of the same button one that knows what others have saved.
func (p *pages) showMarks(c echo.Context, page *webconsole.Page) {
	if c.FormValue("do") == "save" {
		page.Form.ScriptSeen = ""
	}
}

// answerScripts shows the list alone, or the whole page.
func (p *pages) answerScripts(c echo.Context, status int, page webconsole.Page) error {
	if !p.WantsParts(c) {
		head, err := p.Site.Requested(c)
		if err != nil {
			return err
		}
		return p.page(c, status, head, page)
	}
	page.Page = p.Site.Page(c, "Scripts")
	page.Model = c.Param("model")
	if err := p.listScripts(c, &page); err != nil {
		return err
	}
	return p.Show(c, status, webconsole.Scripts(page))
}

// saveScript does what the button asks for, and says so in words. The error is a *model.Rejected, or one of the store's.
func (p *pages) saveScript(c echo.Context, page *webconsole.Page) (done string, err error) {
	of := feature.ModelID(c).Root()
	change := p.Identified(c, feature.Change{Kind: store.KindEdit, Model: of.Companion(store.Scripts)})
	id := p.IDsOf(change.Operation).New()
	err = p.InTurn(c, change, func(ctx context.Context) error {
		before, err := p.scripts.Load(ctx, of)
		if err != nil {
			return err
		}
		if revision, found, err := p.AlreadyDone(ctx, change); found || err != nil {
			done = revision.Words
			return err
		}
		var after *scripts.Scripts
		if after, done, err = p.changed(c, page, before.Content, id, change.Author.Name); err != nil {
			return err
		}
		return p.scripts.Append(ctx, change, before, after.Encode(), done)
	})
	if done != "" {
		done = strings.ToUpper(done[:1]) + done[1:] + "."
	}
	return done, err
}

// changed returns the scripts after the button of the form.
func (p *pages) changed(c echo.Context, page *webconsole.Page, before *scripts.Scripts, id model.ID, by string) (after *scripts.Scripts,
	done string, err error) {
	form := &page.Form
	which, seen := model.ID(c.FormValue("which")), c.FormValue("which_seen")
	page.Saving.Name = c.FormValue("script_name")
	script := scripts.Script{Name: page.Saving.Name, Text: form.Text, By: by, At: p.Now()}
	switch c.FormValue("do") {
	case "new":
		form.ScriptSeen = ""
		if after, err = before.With(id, script, ""); err == nil {
			form.Script = string(id)
		}
		return after, "saved the script " + script.Name, err
	case "save":
		after, err = before.With(model.ID(form.Script), script, form.ScriptSeen)
		if err == nil {
			form.ScriptSeen = ""
		}
		return after, "saved the script " + script.Name, err
	case "rename":
		page.Saving.At = string(which)
		old := before.Scripts[which]
		if old == nil {
			return nil, "", &model.Rejected{Message: "Somebody has deleted this script meanwhile."}
		}
		script.Name, script.Text = submission.NormalLines(c.FormValue("name")), old.Text
		after, err = before.With(which, script, seen)
		return after, fmt.Sprintf("renamed the script %s to %s", old.Name, script.Name), err
	case "delete":
		page.Saving.At = string(which)
		old := before.Scripts[which]
		if old == nil {
			return before, "", nil
		}
		after, err = before.Without(which, seen)
		return after, "deleted the script " + old.Name, err
	}
	return nil, "", feature.BadForm(fmt.Errorf("do %q", c.FormValue("do")))
}
