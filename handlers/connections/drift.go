package connections

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/compare"
	"widerow/handlers/connections/load"
	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/model/connections"
	"widerow/store"
	webconnections "widerow/web/connections"
)

// The directions of a drift: what the cluster has and the model has not, or the other way round.
const (
	toCluster = "cluster"
	toModel   = "model"
)

// chooseDrift leads to the drift of the model that the form names.
func (f *Feature) chooseDrift(c echo.Context) error {
	id := c.FormValue("into")
	if id == "" {
		return f.showConnection(c, http.StatusUnprocessableEntity,
			webconnections.Page{Wanted: c.FormValue("keyspaces"), SchemaProblem: "Choose the model to compare with."})
	}
	return c.Redirect(http.StatusSeeOther, f.driftAddress(c.Param("connection"), id, toCluster))
}

// drift compares a model with a cluster.
func (f *Feature) drift(c echo.Context) error {
	id, direction := model.ID(c.Param("connection")), c.Param("direction")
	if direction != toCluster && direction != toModel {
		return echo.ErrNotFound
	}
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	head, err := f.Head(c.Request().Context(), store.ModelID(c.Param("model")))
	if err != nil {
		return err
	}
	beside, err := f.beside(c, id, connection, head.Model)
	if err != nil {
		return f.showConnection(c, http.StatusOK, webconnections.Page{Into: string(head.Revision.Model), SchemaProblem: Explain(err)})
	}
	done, err := f.WorkHere(c, feature.ScriptWeight*int64(len(beside.schema)))
	if err != nil {
		return err
	}
	defer done()
	other := map[string]string{toCluster: toModel, toModel: toCluster}[direction]
	return f.review.ShowDrift(c, review.Drift{Document: head, Compared: beside.model, Cluster: beside.cluster(), Name: connection.Name,
		Href: string(f.URL().Path("/connections/" + string(id))), At: f.driftAddress(string(id), string(head.Revision.Model), direction),
		Turned: f.driftAddress(string(id), string(head.Revision.Model), other), ToModel: direction == toModel, Note: beside.note,
		Apply: f.applyAddress(head.Revision.Model, id)})
}

// beside is a model and what a cluster has of its keyspaces.
type beside struct {
	connection model.ID
	keyspaces  []string
	model      *model.Model // narrowed to the keyspaces
	schema     string       // of the cluster, as a script; empty if it has none of them
	note       string       // what the cluster lacks
}

// cluster returns the model as it would be with the schema of the cluster.
func (b *beside) cluster() *model.Model { return clusterSide(b.model, b.schema, string(b.connection)) }

// beside reads what a cluster has of the keyspaces of the connection, or else those of the model.
func (f *Feature) beside(c echo.Context, id model.ID, connection *connections.Connection, m *model.Model) (*beside, error) {
	found := &beside{connection: id, keyspaces: f.keyspacesBeside(connection, m)}
	var err error
	if found.schema, found.note, err = f.schemaOf(c, id, found.keyspaces); err != nil {
		return nil, err
	}
	found.model = compare.Within(m, found.keyspaces...)
	return found, nil
}

func keyspacesOf(m *model.Model) []string {
	var names []string
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		names = append(names, keyspace.Value.Name)
	}
	return names
}

// schemaOf reads the schema of those keyspaces that the cluster has, and notes those that it has not.
func (f *Feature) schemaOf(c echo.Context, id model.ID, keyspaces []string) (text, note string, err error) {
	answer, err := f.Ask(c.Request().Context(), c, id, reach.Job{Server: true, Schema: true})
	if err != nil {
		return "", "", err
	}
	whole, findings := cql.ImportFindings(model.Target(answer.Server.Target), load.WithoutMarkers(answer.Schema), "Cluster")
	if at := slices.IndexFunc(findings, func(finding cql.Finding) bool { return finding.Severity == cql.Error }); at >= 0 {
		return "", "", fmt.Errorf("the schema of the cluster cannot be read: %w", errors.New(findings[at].Message))
	}
	found := compare.Within(whole, keyspaces...)
	var missing []string
	for _, name := range keyspaces {
		if !slices.Contains(keyspacesOf(whole), name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		note = "The cluster has no keyspace " + strings.Join(missing, ", ") + "."
	}
	if len(answer.Server.SchemaVersions) > 1 {
		note = strings.TrimSpace("The nodes of the cluster do not agree on the schema: one of them was asked. " + note)
	}
	if len(missing) == len(keyspaces) {
		return "", note, nil
	}
	return cql.PrintModel(found, cql.PrintOptions{Options: cql.AllOptions}), note, nil
}

// clusterSide returns the model as it would be with the schema of a cluster: what both have keeps its ID.
func clusterSide(m *model.Model, schema, seed string) *model.Model {
	if strings.TrimSpace(schema) == "" {
		empty := *m
		empty.Physical = model.Physical{}
		return &empty
	}
	return apply.Script(m, schema, apply.Options{Mode: apply.Whole, Lenient: true, Partial: true, IDs: model.SeededIDs([]byte(seed + schema))}).Model
}

// keyspacesBeside are the keyspaces of a connection, or else those of a model.
func (f *Feature) keyspacesBeside(connection *connections.Connection, m *model.Model) []string {
	if len(connection.Keyspaces) > 0 {
		return connection.Keyspaces
	}
	return keyspacesOf(m)
}
