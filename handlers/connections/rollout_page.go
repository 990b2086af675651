package connections

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/rollouts"
	"widerow/web"
	webconnections "widerow/web/connections"
)

// rollout returns the rollout of the address, if its person may use its connection.
func (f *Feature) rollout(c echo.Context) (*rollouts.Rollout, error) {
	kept, err := f.rollouts.Load(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return nil, err
	}
	rollout := kept.Content.Rollouts[model.ID(c.Param("rollout"))]
	if rollout == nil {
		return nil, errNoRollout
	}
	if _, err := f.Named(c, model.ID(rollout.Connection)); err != nil {
		return nil, err
	}
	return rollout, nil
}

func (f *Feature) showRollout(c echo.Context) error {
	running := f.executing.is(model.ID(c.Param("rollout"))) // asked before it is loaded: it may end meanwhile, and what was loaded is not its end
	rollout, err := f.rollout(c)
	if err != nil {
		return err
	}
	return f.showRolloutPage(c, http.StatusOK, rollout, webconnections.RolloutPage{WasRunning: running})
}

// refreshed is the number of seconds after which a page of a running rollout looks again.
const refreshed = 1

func (f *Feature) showRolloutPage(c echo.Context, status int, r *rollouts.Rollout, page webconnections.RolloutPage) error {
	id := model.ID(c.Param("rollout"))
	newest, err := f.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	page.Page, page.ID, page.Model, page.Name = f.Page(c, "Apply to "+r.Cluster), string(id), string(newest.Revision.Model), newest.Model.Name
	page.Cluster, page.Connection, page.Revision, page.Newest = r.Cluster, r.Connection, r.Revision, int(newest.Revision.Number)
	page.By, page.When, page.Drift = r.By, web.Ago(f.Now(), r.At), f.driftAddress(r.Connection, page.Model, toModel)
	page.Address = f.rolloutAddress(newest.Revision.Model, id)
	page.Status, page.Stopping = statusOf(r, page.WasRunning || f.executing.is(id)), r.Stop
	page.Steps, page.Done, page.Skipped, page.Next = shownSteps(r.Steps), r.Count(rollouts.Done), r.Count(rollouts.Skipped), r.Next()
	switch page.Status {
	case webconnections.Running:
		page.Refresh = refreshed
	case webconnections.Cleanup:
		page.Touches = f.touches(c, model.ID(r.Connection), r.Keyspaces, r.Steps, true)
	}
	if feature.Enhanced(c) && strings.Contains(c.Request().Header.Get("HX-Target"), webconnections.RolloutState) {
		return f.Show(c, status, webconnections.RolloutFragment(page))
	}
	return f.Show(c, status, webconnections.Rollout(page))
}

// statusOf describes what a rollout does, or waits for.
func statusOf(r *rollouts.Rollout, running bool) webconnections.Status {
	switch {
	case r.Closed:
		return webconnections.Closed
	case running:
		return webconnections.Running
	case r.Next() == len(r.Steps):
		return webconnections.Finished
	}
	switch r.Steps[r.Next()].State {
	case rollouts.Failed:
		return webconnections.Failed
	case rollouts.Sent, rollouts.Unknown:
		return webconnections.Unknown
	}
	switch r.Pause() {
	case rollouts.ByHand:
		return webconnections.ByHand
	case rollouts.BeforeDrops:
		return webconnections.Cleanup
	}
	return webconnections.Stopped
}

func shownSteps(steps []*rollouts.Step) []webconnections.Step {
	shown := make([]webconnections.Step, len(steps))
	for i, step := range steps {
		shown[i] = webconnections.Step{Number: i + 1, Kind: step.Kind, Element: step.Element, Statement: step.Statement, Instruction: step.Instruction,
			Warning: step.Warning, Cleanup: step.Cleanup, State: string(step.State), Message: step.Message, By: step.By}
		if !step.At.IsZero() {
			shown[i].At = step.At.UTC().Format("15:04:05")
		}
	}
	return shown
}

// changeRollout goes on with a rollout, stops it, or ends it.
func (f *Feature) changeRollout(c echo.Context) error {
	r, err := f.rollout(c)
	if err != nil {
		return err
	}
	id, do := model.ID(c.Param("rollout")), c.FormValue("do")
	if do == "stop" {
		return f.changeStep(c, "stop", func(r *rollouts.Rollout) *rollouts.Rollout {
			next := *r
			next.Stop = true
			return &next
		})
	}
	if r.HasEnded() || f.executing.is(id) || c.FormValue("step") != fmt.Sprint(r.Next()) {
		return f.backToRollout(c) // somebody else was faster, or the form was sent twice
	}
	switch do {
	case "close":
		return f.changeStep(c, "closed", func(r *rollouts.Rollout) *rollouts.Rollout {
			next := *r
			next.Closed = true
			return &next
		})
	case "skip":
		return f.changeStep(c, "skipped a step", f.marked(c, rollouts.Skipped))
	case "done":
		return f.goOn(c, f.marked(c, rollouts.Done))
	case "again":
		return f.goOn(c, f.marked(c, rollouts.Waiting))
	case "cleanup":
		return f.permitCleanup(c, r)
	case "resume":
		return f.resume(c, r)
	}
	return feature.BadForm(fmt.Errorf("do %q", do))
}

// marked returns a change that puts the next step into a state, in the name of the person of the request.
func (f *Feature) marked(c echo.Context, state rollouts.State) func(*rollouts.Rollout) *rollouts.Rollout {
	by := ""
	if state != rollouts.Waiting {
		by = f.Visitor(c).Name
	}
	return func(r *rollouts.Rollout) *rollouts.Rollout {
		at := r.Next()
		if at == len(r.Steps) {
			return r
		}
		next := r.Mark(at, state, "", f.Now())
		next.Steps[at].By = by
		return next
	}
}

func (f *Feature) permitCleanup(c echo.Context, r *rollouts.Rollout) error {
	typed := c.FormValue("confirm")
	if !confirms(typed, r.Cluster) {
		return f.showRolloutPage(c, http.StatusUnprocessableEntity, r, webconnections.RolloutPage{Typed: typed, Wrong: "This is not " + r.Cluster + "."})
	}
	return f.goOn(c, func(r *rollouts.Rollout) *rollouts.Rollout {
		next := *r
		next.Cleanup = true
		return &next
	})
}

// goOn saves a change of a rollout and executes its next steps.
func (f *Feature) goOn(c echo.Context, change func(*rollouts.Rollout) *rollouts.Rollout) error {
	r, err := f.rollout(c)
	if err != nil {
		return err
	}
	connection, err := f.Named(c, model.ID(r.Connection))
	if err != nil {
		return err
	}
	if !connection.Writes {
		return f.showRolloutPage(c, http.StatusUnprocessableEntity, r, webconnections.RolloutPage{Wrong: onlyReads(connection.Name)})
	}
	if err := f.saveStep(c, "went on", change); err != nil {
		return err
	}
	if err := f.execute(c, feature.ModelID(c), model.ID(c.Param("rollout"))); err != nil {
		return err
	}
	return f.backToRollout(c)
}

func onlyReads(name string) string {
	return name + " only reads: its settings do not allow statements that change data or the schema. Admins of this server change them."
}

func (f *Feature) changeStep(c echo.Context, words string, change func(*rollouts.Rollout) *rollouts.Rollout) error {
	if err := f.saveStep(c, words, change); err != nil {
		return err
	}
	return f.backToRollout(c)
}

func (f *Feature) saveStep(c echo.Context, words string, change func(*rollouts.Rollout) *rollouts.Rollout) error {
	id := model.ID(c.Param("rollout"))
	return f.changeRollouts(c, feature.ModelID(c), words, func(all *rollouts.Rollouts) (*rollouts.Rollouts, error) {
		if all.Rollouts[id] == nil {
			return nil, errNoRollout
		}
		return all.With(id, change(all.Rollouts[id]))
	})
}

func (f *Feature) backToRollout(c echo.Context) error {
	return c.Redirect(http.StatusSeeOther, f.rolloutAddress(feature.ModelID(c), model.ID(c.Param("rollout"))))
}
