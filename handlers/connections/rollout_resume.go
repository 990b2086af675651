package connections

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/rollouts"
	webconnections "widerow/web/connections"
)

// resume goes on after a failure, a stop or a restart of the server. It compares the schema of the cluster with
// what the executed steps lead to, and finds out whether a step without an answer was executed.
func (f *Feature) resume(c echo.Context, r *rollouts.Rollout) error {
	there, _, err := f.schemaOf(c, model.ID(r.Connection), r.Keyspaces)
	if err != nil {
		return f.showRolloutPage(c, http.StatusBadGateway, r, webconnections.RolloutPage{Wrong: Explain(err)})
	}
	head, err := f.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	done, err := f.WorkHere(c, 2*feature.ScriptWeight*int64(len(there)+len(r.Before)))
	if err != nil {
		return err
	}
	defer done()
	step := r.Steps[r.Next()]
	isUnknown := step.State == rollouts.Sent || step.State == rollouts.Unknown
	switch {
	case sameSchema(head.Model, r.Reached(), there):
		return f.goOn(c, f.marked(c, rollouts.Waiting))
	case isUnknown && sameSchema(head.Model, r.Reached()+"\n"+step.Statement, there):
		return f.goOn(c, func(now *rollouts.Rollout) *rollouts.Rollout {
			return now.Mark(now.Next(), rollouts.Done, "The answer was lost: the cluster has it.", f.Now())
		})
	}
	page := webconnections.RolloutPage{Changed: "Somebody else has changed the schema of " + r.Cluster +
		" since the plan was made: it is not what the steps so far lead to."}
	if isUnknown {
		page.Changed = "It is not known whether the cluster has executed this statement, and somebody else has changed its schema meanwhile. Look, then decide."
	}
	return f.showRolloutPage(c, http.StatusConflict, r, page)
}

// sameSchema reports whether two scripts have the same schema, by the names in them.
func sameSchema(m *model.Model, one, other string) bool {
	empty := *m
	empty.Physical, empty.Logical = model.Physical{}, model.Logical{}
	if strings.TrimSpace(one) == "" || strings.TrimSpace(other) == "" {
		return strings.TrimSpace(one) == strings.TrimSpace(other)
	}
	first := clusterSide(&empty, one, "one")
	second := clusterSide(first, other, "other")
	return len(compare.Models(first, second, false)) == 0
}
