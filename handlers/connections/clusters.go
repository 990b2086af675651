package connections

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webconnections "widerow/web/connections"
)

// clusters is the page of a model with what can be done with it on each connection.
func (f *Feature) clusters(c echo.Context) error {
	return f.showClusters(c, http.StatusOK, webconnections.ClustersPage{})
}

func (f *Feature) showClusters(c echo.Context, status int, page webconnections.ClustersPage) error {
	head, err := f.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	ids, directory, err := f.Usable(c)
	if err != nil {
		return err
	}
	kept, err := f.rollouts.Load(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	page.Page, page.Model, page.Name = f.Page(c, head.Model.Name+" · clusters"), string(head.Revision.Model), head.Model.Name
	usable := map[model.ID]bool{}
	for _, id := range ids {
		usable[id] = true
		page.Clusters = append(page.Clusters, webconnections.Cluster{Row: f.row(id, directory.Connections[id]),
			Drift: f.driftAddress(string(id), page.Model, toCluster), Apply: f.applyAddress(head.Revision.Model, id)})
	}
	for _, id := range kept.Content.Listed() {
		rollout := kept.Content.Rollouts[id]
		if usable[model.ID(rollout.Connection)] {
			page.Rollouts = append(page.Rollouts, webconnections.RolloutRow{Href: f.rolloutAddress(head.Revision.Model, id),
				Cluster: rollout.Cluster, Revision: rollout.Revision,
				By: rollout.By, When: web.Ago(f.Now(), rollout.At), Status: statusOf(rollout, f.executing.is(id)), Done: rollout.Next(), Of: len(rollout.Steps)})
		}
	}
	return f.Show(c, status, webconnections.Clusters(page))
}
