package connections

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/model"
	"widerow/model/connections"
	"widerow/store/cluster"
	"widerow/web"
	webconnections "widerow/web/connections"
)

// sentence makes a sentence of an error.
func sentence(err error) string {
	return strings.TrimSuffix(web.Capital(err.Error()), ".") + "."
}

// list shows the connections that the person may use, and the form for another one.
func (f *Feature) list(c echo.Context) error {
	return f.showList(c, http.StatusOK, webconnections.Form{Everyone: true})
}

func (f *Feature) showList(c echo.Context, status int, form webconnections.Form) error {
	ids, directory, err := f.Usable(c)
	if err != nil {
		return err
	}
	page := webconnections.ListPage{Page: f.Page(c, "Connections"), Admin: f.person(c).Admin, Allowed: f.Services.Allowed, Form: f.prepared(c, form)}
	for _, id := range ids {
		page.Connections = append(page.Connections, f.row(id, directory.Connections[id]))
	}
	if c.QueryParam("saved") == "delete" {
		page.Saved = "The connection is deleted."
	}
	return f.Show(c, status, webconnections.List(page))
}

func (f *Feature) row(id model.ID, connection *connections.Connection) webconnections.Row {
	return webconnections.Row{ID: string(id), Name: connection.Name, Hosts: strings.Join(connection.Hosts, ", "), Keyspaces: strings.Join(connection.Keyspaces, ", "),
		User: connection.User, TLS: connection.TLS != nil, Writes: connection.Writes}
}

// prepared adds to a form what the server knows.
func (f *Feature) prepared(c echo.Context, form webconnections.Form) webconnections.Form {
	form.Seals, form.SignIn = f.Vault.Seals(), len(f.Accounts().Accounts) > 0
	return form
}

// typed reads the fields of a form. The secrets are apart.
func (f *Feature) typed(c echo.Context) (connections.Connection, Secrets, webconnections.Form) {
	form := webconnections.Form{
		Name: c.FormValue("name"), Hosts: c.FormValue("hosts"), Datacenter: c.FormValue("datacenter"), Keyspaces: c.FormValue("keyspaces"), User: c.FormValue("user"),
		Encrypted: c.FormValue("tls") == "on", CA: c.FormValue("ca"), Certificate: c.FormValue("certificate"), ServerName: c.FormValue("server_name"),
		Insecure: c.FormValue("insecure") == "on", Session: c.FormValue("keep") == "session", Writes: c.FormValue("writes") == "on",
		Everyone: c.FormValue("who") != "some" || len(f.Accounts().Accounts) == 0, Users: c.FormValue("users"),
	}
	connection := connections.Connection{Name: strings.TrimSpace(form.Name), Hosts: words(form.Hosts), Datacenter: strings.TrimSpace(form.Datacenter),
		Keyspaces: words(form.Keyspaces), User: strings.TrimSpace(form.User), Writes: form.Writes, Everyone: form.Everyone}
	if form.Encrypted {
		connection.TLS = &connections.TLS{CA: pemOf(form.CA), Certificate: pemOf(form.Certificate), ServerName: strings.TrimSpace(form.ServerName), Insecure: form.Insecure}
	}
	return connection, Secrets{Password: c.FormValue("password"), Key: pemOf(c.FormValue("key"))}, form
}

// words splits a list at commas, spaces and lines.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\n' || r == '\r' || r == '\t' })
}

// pemOf undoes what browsers do to the lines of a text area.
func pemOf(text string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if text == "" {
		return ""
	}
	return text + "\n"
}

// accountsNamed returns the accounts of the names in a form.
func (f *Feature) accountsNamed(text string) ([]string, error) {
	var accounts []string
	directory := f.Accounts()
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' || r == '\r' }) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		id, account := directory.Find(name)
		if account == nil {
			return nil, &connections.Problem{Field: "users", Message: fmt.Sprintf("Nobody here is called %q.", model.OneLine(name, 60))}
		}
		accounts = append(accounts, string(id))
	}
	return accounts, nil
}

// errAdmins is the answer to a person who may not change connections.
var errAdmins = feature.NewError(http.StatusForbidden, "Only for admins", "Admins of this server make and change connections. Ask one of them.", nil)

// add saves a new connection, or tries it out.
func (f *Feature) add(c echo.Context) error {
	if !f.person(c).Admin {
		return errAdmins
	}
	connection, secrets, form := f.typed(c)
	id := identity.NewID()
	if c.FormValue("do") == "test" {
		form.Test = f.test(c, connection, secrets)
		return f.showList(c, http.StatusOK, form)
	}
	err := f.save(c, id, connection, secrets, form)
	if problem := (*connections.Problem)(nil); errors.As(err, &problem) {
		form.Problems = map[string]string{problem.Field: problem.Message}
		return f.showList(c, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return f.to(c, id, "?saved=new")
}

func (f *Feature) to(c echo.Context, id model.ID, more string) error {
	return c.Redirect(http.StatusSeeOther, string(f.URL().Path("/connections/"+string(id)+more)))
}

// save saves a connection with its secrets: sealed, or for the session of the person.
func (f *Feature) save(c echo.Context, id model.ID, connection connections.Connection, secrets Secrets, form webconnections.Form) error {
	users, err := f.accountsNamed(form.Users)
	if err != nil {
		return err
	}
	if !connection.Everyone {
		connection.Users = users
	}
	if connection.TLS != nil && secrets.Key != "" && !strings.Contains(secrets.Key, "PRIVATE KEY-----") {
		return &connections.Problem{Field: "key", Message: "This is no private key in PEM: it begins with -----BEGIN PRIVATE KEY-----."}
	}
	seals := f.Vault.Seals() && !form.Session
	err = f.Keeper.Change(feature.Background(c), f.Visitor(c), "saved the connection "+connection.Name, func(d *connections.Directory) (*connections.Directory, error) {
		next := connection
		kept := f.kept(id, d.Connections[id], connection)
		merged := Secrets{cmp.Or(secrets.Password, kept.Password), cmp.Or(secrets.Key, kept.Key)}
		if merged == (Secrets{}) || !seals {
			return d.With(id, next)
		}
		var err error
		if next.Sealed, err = f.Vault.Seal(id, merged); err != nil {
			return nil, err
		}
		return d.With(id, next)
	})
	if err != nil {
		return err
	}
	f.pocket.forget(id)
	if !seals && secrets != (Secrets{}) {
		f.pocket.put(f.Holder(c), id, secrets)
	}
	return nil
}

// kept returns the sealed secrets that a changed connection keeps: none if they would go to another
// server than the one that they were given for.
func (f *Feature) kept(id model.ID, before *connections.Connection, after connections.Connection) Secrets {
	if before == nil || before.Sealed == "" || before.User != after.User || !slices.Equal(before.Hosts, after.Hosts) || !sameTLS(before.TLS, after.TLS) {
		return Secrets{}
	}
	secrets, err := f.Vault.Open(id, before.Sealed)
	if err != nil {
		return Secrets{} // sealed with another file: typed anew
	}
	return secrets
}

func sameTLS(a, b *connections.TLS) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// test asks a cluster what it is, in words.
func (f *Feature) test(c echo.Context, connection connections.Connection, secrets Secrets) *webconnections.Test {
	if _, err := (&connections.Directory{}).With("test", connection); err != nil {
		return &webconnections.Test{Problem: sentence(err)}
	}
	answer, err := f.Runner.Do(c.Request().Context(), jobServer(f.target(&connection, secrets)))
	if err != nil {
		return &webconnections.Test{Problem: Explain(err)}
	}
	return &webconnections.Test{Server: serverOf(answer.Server)}
}

func serverOf(server cluster.Server) *webconnections.Server {
	shown := &webconnections.Server{Name: serverNames[server.Name], Version: server.Version, Cluster: server.ClusterName, Partitioner: server.Partitioner,
		Datacenters: server.Datacenters, Disagree: len(server.SchemaVersions) > 1}
	if shown.Name == "" {
		shown.Name = server.Name
	}
	for _, node := range server.Nodes {
		shown.Nodes = append(shown.Nodes, webconnections.Node{Address: node.Address, Datacenter: node.Datacenter, Rack: node.Rack, Version: node.Version, Schema: node.SchemaVersion})
	}
	return shown
}

// serverNames are the names of databases as their makers write them.
var serverNames = map[string]string{"cassandra": "Apache Cassandra", "dse": "DataStax Enterprise", "scylla": "ScyllaDB", "astra": "Astra DB", "keyspaces": "Amazon Keyspaces"}
