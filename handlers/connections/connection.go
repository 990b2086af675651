package connections

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/connections/load"
	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/connections"
	webconnections "widerow/web/connections"
)

// show is the page of a connection.
func (f *Feature) show(c echo.Context) error {
	saved := map[string]string{"new": "The connection is saved.", "save": "The connection is saved.",
		"unlock": "The password is kept for your session."}[c.QueryParam("saved")]
	return f.showConnection(c, http.StatusOK, webconnections.Page{Saved: saved, Into: c.QueryParam("into")})
}

func (f *Feature) showConnection(c echo.Context, status int, page webconnections.Page) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	page.Page, page.Row, page.Admin = f.Page(c, connection.Name), f.row(id, connection), f.person(c).Admin
	if page.Form == nil {
		form := f.formOf(connection)
		page.Form = &form
	}
	*page.Form = f.prepared(c, *page.Form)
	page.Form.ID = string(id)
	switch _, err := f.secretsOf(c, id, connection); {
	case errors.Is(err, errNoSecret), errors.Is(err, errLocked):
		page.Locked = Explain(err)
	case err != nil:
		return err
	}
	if page.Wanted == "" {
		page.Wanted = strings.Join(connection.Keyspaces, ", ")
	}
	if page.Models, err = f.models(c); err != nil {
		return err
	}
	return f.Show(c, status, webconnections.Connection(page))
}

// maxModels bounds the models that the page offers to read a schema into.
const maxModels = 200

// models returns the models into which a schema can be read, at most maxModels.
func (f *Feature) models(c echo.Context) ([]webconnections.Choice, error) {
	listed, err := f.home.Listed(c.Request().Context())
	if err != nil {
		return nil, err
	}
	var choices []webconnections.Choice
	for _, summary := range listed[:min(len(listed), maxModels)] {
		choices = append(choices, webconnections.Choice{ID: string(summary.Model), Name: summary.Title})
	}
	return choices, nil
}

// formOf fills the form with a connection. Secrets stay out of it.
func (f *Feature) formOf(connection *connections.Connection) webconnections.Form {
	form := webconnections.Form{Name: connection.Name, Hosts: strings.Join(connection.Hosts, ", "), Datacenter: connection.Datacenter,
		Keyspaces: strings.Join(connection.Keyspaces, ", "), User: connection.User, Kept: connection.Sealed != "",
		Session: connection.Sealed == "" && connection.NeedsSecret(), Astra: connection.Astra, AWS: connection.AWS,
		Writes: connection.Writes, Everyone: connection.Everyone}
	if t := connection.TLS; t != nil {
		form.Encrypted, form.CA, form.Certificate, form.ServerName, form.Insecure = true, t.CA, t.Certificate, t.ServerName, t.Insecure
	}
	var names []string
	for _, user := range connection.Users {
		if account := f.Accounts().Accounts[model.ID(user)]; account != nil {
			names = append(names, account.Name)
		}
	}
	form.Users = strings.Join(names, ", ")
	return form
}

// change saves, tries, unlocks or deletes a connection.
func (f *Feature) change(c echo.Context) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	do := c.FormValue("do")
	switch {
	case do == "ask":
		return f.ask(c, id)
	case do == "unlock":
		return f.unlock(c, id, connection)
	case !f.person(c).Admin:
		return errAdmins
	case do == "delete":
		return f.remove(c, id, connection.Name)
	}
	changed, secrets, form, err := f.typed(c)
	if err != nil {
		return err
	}
	if do == "test" && len(form.Problems) == 0 {
		secrets = secrets.orElse(f.kept(id, connection, changed))
		form.Kept, form.Test = connection.Sealed != "", f.test(c, changed, secrets)
		return f.showConnection(c, http.StatusOK, webconnections.Page{Form: &form})
	}
	err = f.save(c, id, changed, secrets, form)
	if problem := (*connections.Problem)(nil); errors.As(err, &problem) {
		form.Problems = map[string]string{problem.Field: problem.Message}
		return f.showConnection(c, http.StatusUnprocessableEntity, webconnections.Page{Form: &form})
	}
	if err != nil {
		return err
	}
	return f.to(c, id, "?saved=save")
}

// unlock keeps the secrets of a connection for the session of a person.
func (f *Feature) unlock(c echo.Context, id model.ID, connection *connections.Connection) error {
	secrets, err := secretsTyped(c)
	if err == nil && connection.Astra && secrets.Bundle == "" {
		err = &connections.Problem{Field: "bundle", Message: "Choose the secure connect bundle, too."}
	}
	if problem := (*connections.Problem)(nil); errors.As(err, &problem) {
		return f.showConnection(c, http.StatusUnprocessableEntity, webconnections.Page{UnlockProblem: problem.Message})
	}
	if err != nil {
		return err
	}
	f.pocket.put(f.Holder(c), id, secrets)
	return f.to(c, id, "?saved=unlock")
}

// ask shows what the cluster says of itself.
func (f *Feature) ask(c echo.Context, id model.ID) error {
	answer, err := f.Ask(c.Request().Context(), c, id, reach.Job{Server: true})
	if err != nil {
		return f.showConnection(c, http.StatusOK, webconnections.Page{Test: &webconnections.Test{Problem: Explain(err)}})
	}
	return f.showConnection(c, http.StatusOK, webconnections.Page{Test: &webconnections.Test{Server: serverOf(answer.Server)}})
}

func (f *Feature) remove(c echo.Context, id model.ID, name string) error {
	err := f.Keeper.Change(feature.Background(c), f.Visitor(c), "deleted the connection "+name,
		func(d *connections.Directory) (*connections.Directory, error) { return d.Without(id) })
	if err != nil && !errors.Is(err, connections.ErrGone) {
		return err
	}
	f.pocket.forget(id)
	return c.Redirect(http.StatusSeeOther, string(f.URL().Path("/connections?saved=delete")))
}

// readSchema reads the schema of a cluster, and shows what a new model, or one that is there, would get from it.
func (f *Feature) readSchema(c echo.Context) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	page := webconnections.Page{Wanted: c.FormValue("keyspaces"), Into: c.FormValue("into")}
	answer, err := f.Ask(c.Request().Context(), c, id, reach.Job{Server: true, Schema: true, Keyspaces: words(page.Wanted)})
	if err != nil {
		page.SchemaProblem = Explain(err)
		return f.showConnection(c, http.StatusOK, page)
	}
	if strings.TrimSpace(answer.Schema) == "" {
		page.SchemaProblem = "There is no keyspace to read: a cluster without keyspaces of its own has no schema."
		if page.Wanted != "" {
			page.SchemaProblem = fmt.Sprintf("The cluster has no keyspace %s.", page.Wanted)
		}
		return f.showConnection(c, http.StatusOK, page)
	}
	target := model.Target(answer.Server.Target)
	if !isTarget(target) {
		target = model.Cassandra50
	}
	return f.home.PreviewScript(c, upload.File{Name: connection.Name + ".cql", Text: load.WithoutMarkers(answer.Schema)}, connection.Name, target, page.Into)
}

func isTarget(target model.Target) bool {
	for _, known := range cql.Targets() {
		if known == target {
			return true
		}
	}
	return false
}
