package review

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/versions"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// Drift is a model beside the schema of a cluster. Cluster has the elements of the model by ID, with the
// schema as it is there.
type Drift struct {
	Document feature.Document
	// Compared and Cluster are the two states, narrowed to the same keyspaces.
	Compared, Cluster *model.Model
	// Name and Href name and link the connection. At is the address of the page, Turned the address
	// of the other direction.
	Name, Href, At, Turned string
	// Apply is the address that applies the plan to the cluster.
	Apply string
	// ToModel compares the cluster with the model, whose plan brings the cluster to the model; else
	// the model with the cluster.
	ToModel bool
	// Note is shown above the changes.
	Note string
}

// ShowDrift answers with the page of a drift, or with its plan as a file.
func (f *Feature) ShowDrift(c echo.Context, d Drift) error {
	left, right := d.Document, feature.Document{Model: d.Cluster, Revision: store.Revision{DocumentHash: store.HashOf(d.Cluster.Encode())}}
	left.Model, left.Revision.DocumentHash = d.Compared, store.HashOf(d.Compared.Encode())
	of := left.Revision.Model
	known := &comparison{names: map[store.ModelID]*versions.Versions{of: f.RevisionNames(c.Request().Context(), of)}}
	states := []webreview.CompareState{f.compareState(known, left), {Other: d.Name, Words: "read just now", Href: web.SafeHref(d.Href)}}
	states[0].Other = d.Document.Model.Name
	if d.ToModel {
		left, right = right, left
		states[0], states[1] = states[1], states[0]
	}
	found := &comparison{id: string(d.Document.Revision.Model), at: d.At, drift: true, from: left, to: right, newest: map[store.ModelID]uint64{},
		names: known.names, changes: compare.Models(left.Model, right.Model, false)}
	if name := c.QueryParam("file"); name != "" {
		return driftFile(c, found, name)
	}
	asked := found.asked(c)
	page := webreview.ComparePage{Page: f.Page(c, d.Document.Model.Name+" · drift"), ID: found.id, Name: d.Document.Model.Name, From: states[0], To: states[1],
		Summary: compare.Summary(found.changes), Change: asked.change, Tab: asked.tab,
		Drift: &webreview.Drift{Turned: web.SafeHref(d.Turned), ToModel: d.ToModel, Note: d.Note, Apply: web.SafeHref(d.Apply)}}
	if err := f.comparisons.fillComparison(c.Request().Context(), &page, found, asked); err != nil {
		return err
	}
	if f.WantsParts(c) {
		return f.Show(c, http.StatusOK, webreview.ComparisonFragments(page))
	}
	return f.Show(c, http.StatusOK, webreview.Compare(page))
}

// driftFile sends the plan of a drift.
func driftFile(c echo.Context, found *comparison, name string) error {
	plan := migration.New(found.from.Model, found.to.Model)
	title := feature.FileName(found.to.Model.Name) + "-drift"
	if c.QueryParam("down") == "1" {
		plan, title = plan.Back(found.from.Model), title+"-down"
	}
	if strings.HasSuffix(name, ".md") {
		return feature.Download(c, title, "md", "text/markdown; charset=utf-8", []byte(plan.Markdown()))
	}
	return feature.Download(c, title, "cql", "text/plain; charset=utf-8", []byte(plan.Script(c.QueryParam("drops") == "1")))
}
