package connections

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/handlers/identity"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/connections"
	"widerow/store/cluster"
	webconnections "widerow/web/connections"
)

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
	return webconnections.Row{ID: string(id), Name: connection.Name, Hosts: hostsOf(connection), Astra: connection.Astra,
		AWS: connection.AWS != "", Keyspaces: strings.Join(connection.Keyspaces, ", "),
		User: connection.User, TLS: connection.TLS != nil, Writes: connection.Writes}
}

// hostsOf names where a connection leads.
func hostsOf(connection *connections.Connection) string {
	if connection.Astra {
		return "Astra DB"
	}
	return strings.Join(connection.Hosts, ", ")
}

// prepared adds to a form what the server knows.
func (f *Feature) prepared(c echo.Context, form webconnections.Form) webconnections.Form {
	form.Seals, form.SignIn = f.Vault.Seals(), len(f.Accounts().Accounts) > 0
	return form
}

// typed reads the fields of a form. The secrets are apart.
func (f *Feature) typed(c echo.Context) (connections.Connection, Secrets, webconnections.Form, error) {
	secrets, err := secretsTyped(c)
	form := webconnections.Form{
		Name: c.FormValue("name"), Hosts: c.FormValue("hosts"), Datacenter: c.FormValue("datacenter"), Keyspaces: c.FormValue("keyspaces"), User: c.FormValue("user"),
		Encrypted: c.FormValue("tls") == "on", CA: c.FormValue("ca"), Certificate: c.FormValue("certificate"), ServerName: c.FormValue("server_name"),
		Insecure: c.FormValue("insecure") == "on", Session: c.FormValue("keep") == "session", Writes: c.FormValue("writes") == "on",
		Everyone: c.FormValue("who") != "some" || len(f.Accounts().Accounts) == 0, Users: c.FormValue("users"),
		Astra: c.FormValue("astra") == "on" || secrets.Bundle != "", AWS: c.FormValue("aws"),
	}
	connection := connections.Connection{Name: strings.TrimSpace(form.Name), Hosts: words(form.Hosts), Datacenter: strings.TrimSpace(form.Datacenter),
		Keyspaces: words(form.Keyspaces), User: strings.TrimSpace(form.User), Writes: form.Writes, Everyone: form.Everyone,
		Astra: form.Astra, AWS: strings.TrimSpace(form.AWS)}
	if form.Encrypted {
		connection.TLS = &connections.TLS{On: true, CA: pemOf(form.CA), Certificate: pemOf(form.Certificate),
			ServerName: strings.TrimSpace(form.ServerName), Insecure: form.Insecure}
	}
	if problem := (*connections.Problem)(nil); errors.As(err, &problem) {
		form.Problems, err = map[string]string{problem.Field: problem.Message}, nil
	}
	return connection, secrets, form, err
}

// maxBundle bounds the file of a secure connect bundle, in bytes; they have about 12,000.
const maxBundle = 1 << 20

// secretsTyped reads the secrets of a form. The error is a *connections.Problem if the bundle is none.
func secretsTyped(c echo.Context) (Secrets, error) {
	secrets := Secrets{Password: c.FormValue("password"), Key: pemOf(c.FormValue("key")), KeyID: strings.TrimSpace(c.FormValue("key_id")),
		SecretKey: strings.TrimSpace(c.FormValue("secret_key")), SessionToken: strings.TrimSpace(c.FormValue("session_token"))}
	header, err := c.FormFile("bundle")
	if err != nil || header.Size == 0 { // no file, or a form that sends none
		return secrets, nil //nolint:nilerr // a file is a choice
	}
	file, err := header.Open()
	if err != nil {
		return secrets, fmt.Errorf("%w: %w", upload.ErrForm, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxBundle+1))
	if err != nil {
		return secrets, fmt.Errorf("%w: %w", upload.ErrForm, err)
	}
	if len(data) > maxBundle {
		return secrets, &connections.Problem{Field: "bundle", Message: "This file is too large to be a secure connect bundle."}
	}
	if err := cluster.CheckBundle(data); err != nil {
		return secrets, &connections.Problem{Field: "bundle", Message: sentence(err)}
	}
	secrets.Bundle = base64.StdEncoding.EncodeToString(data)
	return secrets, nil
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
	connection, secrets, form, err := f.typed(c)
	if err != nil {
		return err
	}
	id := identity.NewID()
	if c.FormValue("do") == "test" && len(form.Problems) == 0 {
		form.Test = f.test(c, connection, secrets)
		return f.showList(c, http.StatusOK, form)
	}
	err = f.save(c, id, connection, secrets, form)
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
	for field, message := range form.Problems {
		return &connections.Problem{Field: field, Message: message}
	}
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
	err = f.Keeper.Change(feature.Background(c), f.Visitor(c), "saved the connection "+connection.Name,
		func(d *connections.Directory) (*connections.Directory, error) {
			next := connection
			kept := f.kept(id, d.Connections[id], connection)
			merged := secrets.orElse(kept)
			if connection.Astra && merged.Bundle == "" && seals {
				return nil, &connections.Problem{Field: "bundle", Message: "Choose the secure connect bundle: the ZIP file that Astra DB gives for a database."}
			}
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
	if before == nil || before.Sealed == "" || !sameServer(*before, after) {
		return Secrets{}
	}
	secrets, err := f.Vault.Open(id, before.Sealed)
	if err != nil {
		return Secrets{} // sealed with another file: typed anew
	}
	return secrets
}

// sameServer reports whether two versions of a connection send their secrets to the same server, as the same user.
func sameServer(before, after connections.Connection) bool {
	return before.User == after.User && before.Astra == after.Astra && before.AWS == after.AWS &&
		slices.Equal(before.Hosts, after.Hosts) && sameTLS(before.TLS, after.TLS)
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
		shown.Nodes = append(shown.Nodes, webconnections.Node{Address: node.Address, Datacenter: node.Datacenter, Rack: node.Rack,
			Version: node.Version, Schema: node.SchemaVersion})
	}
	return shown
}

// serverNames are the names of databases as their makers write them.
var serverNames = map[string]string{"cassandra": "Apache Cassandra", "dse": "DataStax Enterprise", "scylla": "ScyllaDB",
	"astra": "Astra DB", "keyspaces": "Amazon Keyspaces"}
