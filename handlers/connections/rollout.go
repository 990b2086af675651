package connections

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/cql/migration"
	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/connections"
	"widerow/model/rollouts"
	webconnections "widerow/web/connections"
)

// planned is the plan that brings a cluster to a model.
type planned struct {
	*beside
	connection *connections.Connection
	head       feature.Document
	steps      []migration.Step
}

// mark identifies the plan that a page has shown.
func (p *planned) mark() string {
	hash := sha256.New()
	fmt.Fprintln(hash, p.head.Revision.Number, p.schema)
	for _, step := range p.steps {
		fmt.Fprintln(hash, step.Kind, step.Element, step.Statement, step.Instruction)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// planFor reads the schema of a cluster, and plans what brings it to the model.
func (f *Feature) planFor(c echo.Context) (*planned, error) {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return nil, err
	}
	head, err := f.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return nil, err
	}
	p := &planned{connection: connection, head: head}
	if p.beside, err = f.beside(c, id, connection, head.Model); err != nil {
		return p, &clusterFailure{err}
	}
	done, err := f.WorkHere(c, feature.ScriptWeight*int64(len(p.schema)))
	if err != nil {
		return nil, err
	}
	defer done()
	p.steps = migration.New(p.cluster(), p.model).Steps
	return p, nil
}

// clusterFailure is an error of the cluster, which the page shows.
type clusterFailure struct{ error }

func (f *clusterFailure) Unwrap() error { return f.error }

// previewApply shows the steps that would be executed, or the rollout that goes on.
func (f *Feature) previewApply(c echo.Context) error {
	of, id := feature.ModelID(c), model.ID(c.Param("connection"))
	if _, err := f.Named(c, id); err != nil {
		return err
	}
	kept, err := f.rollouts.Load(c.Request().Context(), of)
	if err != nil {
		return err
	}
	if open := kept.Content.Open(id); open != "" {
		return c.Redirect(http.StatusSeeOther, f.rolloutAddress(of, open))
	}
	return f.showApply(c, http.StatusOK, webconnections.ApplyPage{})
}

func (f *Feature) showApply(c echo.Context, status int, page webconnections.ApplyPage) error {
	p, err := f.planFor(c)
	var failed *clusterFailure
	if err != nil && !errors.As(err, &failed) {
		return err
	}
	id := c.Param("connection")
	page.Page = f.Page(c, "Apply to "+p.connection.Name)
	page.Model, page.Name, page.Revision = string(p.head.Revision.Model), p.head.Model.Name, p.head.Revision.Number
	page.Connection, page.Cluster, page.Writes = id, p.connection.Name, p.connection.Writes
	page.Drift = f.driftAddress(id, page.Model, toModel)
	if failed != nil {
		page.Problem = Explain(failed.error)
		return f.Show(c, http.StatusBadGateway, webconnections.Apply(page))
	}
	steps := stepsOf(p.steps)
	page.Mark, page.Note, page.Steps = p.mark(), p.note, shownSteps(steps)
	page.First, page.ByHand, page.Later = countSteps(steps)
	page.Touches = f.touches(c, model.ID(id), p.keyspaces, steps, page.First == 0)
	return f.Show(c, status, webconnections.Apply(page))
}

// stepsOf are the steps of a plan as a rollout keeps them.
func stepsOf(plan []migration.Step) []*rollouts.Step {
	steps := make([]*rollouts.Step, len(plan))
	for i, step := range plan {
		steps[i] = &rollouts.Step{Kind: string(step.Kind), Element: step.Element, Statement: step.Statement, Instruction: step.Instruction,
			Warning: step.Warning, Cleanup: step.Cleanup}
	}
	return steps
}

// countSteps counts the statements before the cleanup, the steps by hand, and the steps of the cleanup.
func countSteps(steps []*rollouts.Step) (first, byHand, cleanup int) {
	for _, step := range steps {
		switch {
		case step.Cleanup:
			cleanup++
		case step.Statement == "":
			byHand++
		default:
			first++
		}
	}
	return first, byHand, cleanup
}

// apply starts a rollout, after its confirmation.
func (f *Feature) apply(c echo.Context) error {
	p, err := f.planFor(c)
	if failed := (*clusterFailure)(nil); errors.As(err, &failed) {
		return f.showApply(c, http.StatusBadGateway, webconnections.ApplyPage{})
	}
	if err != nil {
		return err
	}
	refused := webconnections.ApplyPage{Typed: c.FormValue("confirm")}
	switch {
	case !p.connection.Writes, len(p.steps) == 0:
		return f.showApply(c, http.StatusUnprocessableEntity, refused)
	case c.FormValue("mark") != p.mark():
		refused.Wrong, refused.Typed = "The model or the cluster has changed since this page was shown. Nothing was sent: these are the steps now.", ""
		return f.showApply(c, http.StatusConflict, refused)
	case !confirms(refused.Typed, p.connection.Name):
		refused.Wrong = "This is not " + p.connection.Name + "."
		return f.showApply(c, http.StatusUnprocessableEntity, refused)
	case len(p.steps) > rollouts.MaxSteps:
		return feature.NewError(http.StatusUnprocessableEntity, fmt.Sprintf("The plan has %d steps", len(p.steps)),
			fmt.Sprintf("A server executes %d at most. Run its script with widerow run.", rollouts.MaxSteps), nil)
	}
	id := identity.NewID()
	first, _, _ := countSteps(stepsOf(p.steps))
	rollout := &rollouts.Rollout{Connection: string(p.beside.connection), Cluster: p.connection.Name, Revision: int(p.head.Revision.Number),
		Keyspaces: p.keyspaces, Before: p.schema, By: f.Visitor(c).Name, At: f.Now(), Steps: stepsOf(p.steps), Cleanup: first == 0}
	err = f.changeRollouts(c, feature.ModelID(c), "began to apply r"+fmt.Sprint(rollout.Revision)+" to "+rollout.Cluster,
		func(all *rollouts.Rollouts) (*rollouts.Rollouts, error) {
			if open := all.Open(p.beside.connection); open != "" {
				id = open
				return all, nil
			}
			return all.With(id, rollout)
		})
	if err != nil {
		return err
	}
	if err := f.execute(c, feature.ModelID(c), id); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, f.rolloutAddress(feature.ModelID(c), id))
}
