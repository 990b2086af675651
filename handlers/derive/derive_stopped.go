package derive

import (
	"fmt"
	"slices"
	"time"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	webderive "widerow/web/derive"
)

// mostCostly bounds the queries that are named because they took most of the time. One
// that took less than a tenth of it is no reason.
const mostCostly = 5

// stoppedView is the page if deriving took too long: what took so long, and a selection
// of queries that takes less.
func stoppedView(b *feature.Context, form *Form, stopped *mapping.StoppedError) *webderive.View {
	shown := &webderive.Stopped{Done: stopped.Done, All: stopped.All}
	if query := b.Model.Workflow.Queries[stopped.At]; query != nil {
		shown.At = query.Label
	}
	var all time.Duration
	for _, cost := range stopped.Costs {
		all += cost.Time
	}
	kept := map[model.ID]bool{}
	for i, cost := range stopped.Costs {
		query := b.Model.Workflow.Queries[cost.Query]
		costly := i < mostCostly && 10*cost.Time > all
		if kept[cost.Query] = !costly && cost.Query != stopped.At; query == nil || !costly {
			continue
		}
		shown.Costly = append(shown.Costly, webderive.Costly{Label: query.Label, Name: query.Name, Href: b.Link(cost.Query),
			Share: fmt.Sprintf("%.0f %%", 100*cost.Time.Seconds()/all.Seconds())})
	}
	view := &webderive.View{Stopped: shown, Assumptions: assumptions(b)}
	queries := form.Queries(b.Model, b.View.Select)
	for _, item := range model.Sorted(b.Model.Workflow.Queries) {
		view.Queries = append(view.Queries, webderive.QueryView{ID: item.ID, Label: item.Value.Label, Name: item.Value.Name,
			Checked: kept[item.ID] && slices.Contains(queries, item.ID)})
	}
	return view
}
