package handlers_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/cql/cassandratest"
	"widerow/handlers"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/handlers/identity"
	directory "widerow/model/people"
	"widerow/store"
	"widerow/store/cluster"
)

// fakeCluster answers as a cluster would, and notes what it was asked.
type fakeCluster struct {
	mutex  sync.Mutex
	asked  []reach.Job
	answer func(reach.Job) (*reach.Answer, error)
}

func (f *fakeCluster) Do(_ context.Context, job reach.Job) (*reach.Answer, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.asked = append(f.asked, job)
	if f.answer == nil {
		return &reach.Answer{Server: cluster.Server{Name: "cassandra", Version: "5.0.9", Target: "cassandra-5.0", ClusterName: "shop", Datacenters: []string{"dc1"}}}, nil
	}
	return f.answer(job)
}

// last is the job that was asked last.
func (f *fakeCluster) last() reach.Job {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if len(f.asked) == 0 {
		return reach.Job{}
	}
	return f.asked[len(f.asked)-1]
}

// connectingSite is a server that may connect to the fake cluster.
func connectingSite(t *testing.T, models store.Store, secretFile string, cluster *fakeCluster) *site {
	t.Helper()
	vault, err := connections.OpenVault(secretFile)
	if err != nil {
		t.Fatal(err)
	}
	return newSiteWith(t, handlers.Config{Store: models, Connections: connections.NewServices(connections.NewKeeper(models), vault, cluster, "10.0.0.0/8", time.Now)})
}

// connect makes a connection and returns the path of its page.
func (s *site) connect(more ...string) string {
	s.t.Helper()
	fields := formWith(more, "do", "save", "name", "Shop", "hosts", "10.0.0.5, 10.0.0.6:9043", "user", "ann", "password", "s3cret", "keep", "sealed")
	saved := s.want(http.StatusSeeOther, s.post("/connections", fields))
	path, _, _ := strings.Cut(saved.Header.Get("Location"), "?")
	return path
}

// formWith is a form whose fields others replace.
func formWith(others []string, fields ...string) url.Values {
	values := form(fields...)
	for i := 0; i+1 < len(others); i += 2 {
		values.Set(others[i], others[i+1])
	}
	return values
}

// TestConnectionsOff: without the operator's leave there are no connections, and no link to them.
func TestConnectionsOff(t *testing.T) {
	s := newSite(t)
	if page := s.want(http.StatusNotFound, s.get("/connections")); !strings.Contains(page.body, "--connect") {
		t.Error("the page does not say how connections are allowed")
	}
	s.want(http.StatusNotFound, s.post("/connections", form("do", "save", "name", "x", "hosts", "10.0.0.5")))
	if strings.Contains(s.get("/").body, `href="/connections"`) {
		t.Error("the home page links to connections")
	}
}

// TestConnection: a connection is made, tested, changed and deleted; its secrets reach the cluster, and
// nobody else: no page, and nothing that is stored, has them in clear.
func TestConnection(t *testing.T) {
	models, asked := newStore(), &fakeCluster{}
	s := connectingSite(t, models, filepath.Join(t.TempDir(), "secret"), asked)
	if !strings.Contains(s.get("/").body, `href="/connections"`) {
		t.Error("the home page does not link to connections")
	}
	test := s.want(http.StatusOK, s.post("/connections", form("do", "test", "name", "Shop", "hosts", "10.0.0.5", "password", "s3cret")))
	if !strings.Contains(test.body, "Apache Cassandra 5.0.9") || strings.Contains(test.body, "s3cret") {
		t.Errorf("the test shows\n%s", test.body)
	}
	path := s.connect("tls", "on", "server_name", "db")
	page := s.want(http.StatusOK, s.get(path)).body
	document, _, err := models.Head(t.Context(), store.Connections)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"the page": page, "the list": s.get("/connections").body, "the stored document": string(document)} {
		if strings.Contains(text, "s3cret") || !strings.Contains(text, "10.0.0.5") {
			t.Errorf("%s has the password, or lacks the host:\n%s", name, text)
		}
	}
	s.want(http.StatusOK, s.post(path, form("do", "ask")))
	if got := asked.last().Target; got.Password != "s3cret" || got.User != "ann" || got.TLS == nil || got.TLS.ServerName != "db" || got.Allowed != "10.0.0.0/8" || len(got.Hosts) != 2 {
		t.Errorf("the cluster is asked with %+v", got)
	}
	s.want(http.StatusSeeOther, s.post(path, form("do", "delete")))
	s.want(http.StatusNotFound, s.get(path))
}

// TestConnectionProblems: what is wrong stands beside its field, with what was typed.
func TestConnectionProblems(t *testing.T) {
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), &fakeCluster{})
	s.connect()
	for _, test := range []struct{ fields, want string }{
		{"name= &hosts=10.0.0.5", "Give the connection a name"},
		{"name=Other&hosts=", "Name at least one host"},
		{"name=Other&hosts=http://x/", "is no host"},
		{"name=SHOP&hosts=10.0.0.5", "Another connection has this name"},
		{"name=Other&hosts=10.0.0.5&tls=on&ca=x", "no certificate in PEM"},
		{"name=Other&hosts=10.0.0.5&tls=on&key=x", "no private key in PEM"},
	} {
		values := []string{"do", "save"}
		for field := range strings.SplitSeq(test.fields, "&") {
			name, value, _ := strings.Cut(field, "=")
			values = append(values, name, value)
		}
		if page := s.want(http.StatusUnprocessableEntity, s.post("/connections", form(values...))); !strings.Contains(page.body, test.want) {
			t.Errorf("%s: the page lacks %q", test.fields, test.want)
		}
	}
}

// TestSecretsStayWithTheirServer: whoever changes the hosts does not get the password sent there.
func TestSecretsStayWithTheirServer(t *testing.T) {
	asked := &fakeCluster{}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	path := s.connect()
	for _, test := range []struct {
		more []string
		want string
	}{
		{[]string{"hosts", "10.0.0.5, 10.0.0.6:9043", "user", "ann"}, "s3cret"},
		{[]string{"hosts", "10.6.6.6", "user", "ann"}, ""},
		{[]string{"hosts", "10.0.0.5, 10.0.0.6:9043", "user", "bob"}, ""},
		{[]string{"hosts", "10.0.0.5, 10.0.0.6:9043", "user", "ann", "tls", "on", "insecure", "on"}, ""},
	} {
		fields := append([]string{"do", "test", "name", "Shop", "password", ""}, test.more...)
		s.want(http.StatusOK, s.post(path, form(fields...)))
		if got := asked.last().Target.Password; got != test.want {
			t.Errorf("%v: the password %q is sent, want %q", test.more, got, test.want)
		}
	}
	s.want(http.StatusSeeOther, s.post(path, form("do", "save", "name", "Shop", "hosts", "10.6.6.6", "user", "ann")))
	if page := s.want(http.StatusOK, s.get(path)).body; !strings.Contains(page, "does not keep the password") {
		t.Error("the connection has its password after its hosts changed")
	}
}

// TestLostSecretFile: another secret file locks the connections and nothing else; the password typed
// again unlocks them.
func TestLostSecretFile(t *testing.T) {
	models, asked := newStore(), &fakeCluster{}
	path := connectingSite(t, models, filepath.Join(t.TempDir(), "secret"), asked).connect()
	s := connectingSite(t, models, filepath.Join(t.TempDir(), "another"), asked)
	s.want(http.StatusOK, s.get("/"))
	if page := s.want(http.StatusOK, s.get(path)).body; !strings.Contains(page, "sealed with another secret file") {
		t.Error("the page does not say why the connection is locked")
	}
	before := len(asked.asked)
	s.want(http.StatusOK, s.post(path, form("do", "ask")))
	if len(asked.asked) != before {
		t.Error("the cluster was asked without a password")
	}
	s.want(http.StatusSeeOther, s.post(path, form("do", "unlock", "password", "again")))
	s.want(http.StatusOK, s.post(path, form("do", "ask")))
	if got := asked.last().Target.Password; got != "again" {
		t.Errorf("the password %q is sent", got)
	}
}

// TestSessionPassword: without a secret file a password lasts for the session of who gave it.
func TestSessionPassword(t *testing.T) {
	models, asked := newStore(), &fakeCluster{}
	s := connectingSite(t, models, "", asked)
	path := s.connect()
	document, _, err := models.Head(t.Context(), store.Connections)
	if err != nil || strings.Contains(string(document), "sealed") {
		t.Errorf("a secret is stored (%v):\n%s", err, document)
	}
	s.want(http.StatusOK, s.post(path, form("do", "ask")))
	if got := asked.last().Target.Password; got != "s3cret" {
		t.Errorf("the password %q is sent", got)
	}
	if page := s.visitor().get(path).body; !strings.Contains(page, "does not keep the password") {
		t.Error("another visitor uses the password of this one")
	}
}

// TestConnectionErrors: each kind of failure is told with what to do.
func TestConnectionErrors(t *testing.T) {
	asked := &fakeCluster{}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	path := s.connect()
	asked.answer = func(reach.Job) (*reach.Answer, error) {
		return nil, fmt.Errorf("%w: nothing listens at 10.0.0.5:9042: check host and port", cluster.ErrUnreachable)
	}
	if page := s.want(http.StatusOK, s.post(path, form("do", "ask"))).body; !strings.Contains(page, "Cluster not reachable: nothing listens at 10.0.0.5:9042: check host and port.") {
		t.Errorf("the page shows\n%s", page)
	}
}

// TestReadSchema: the schema of a cluster becomes a new model or a part of one, after the preview of an import.
func TestReadSchema(t *testing.T) {
	asked := &fakeCluster{answer: func(job reach.Job) (*reach.Answer, error) {
		answer := &reach.Answer{Server: cluster.Server{Name: "cassandra", Target: "cassandra-4.1"}}
		if len(job.Keyspaces) == 0 || job.Keyspaces[0] == "shop" {
			answer.Schema = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE shop.orders (id int PRIMARY KEY, total int);"
		}
		return answer, nil
	}}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	path := s.connect()
	preview := s.want(http.StatusOK, s.post(path+"/schema", form("keyspaces", "shop"))).body
	for _, want := range []string{"Create model", "orders", `value="cassandra-4.1"`} {
		if !strings.Contains(preview, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	hotel := s.open("hotel")
	preview = s.want(http.StatusOK, s.post(path+"/schema", form("into", strings.TrimPrefix(hotel, "/m/")))).body
	if !strings.Contains(preview, "Import into") || !strings.Contains(preview, "orders") {
		t.Error("the preview is not about the model")
	}
	if page := s.want(http.StatusOK, s.post(path+"/schema", form("keyspaces", "nowhere"))).body; !strings.Contains(page, "The cluster has no keyspace nowhere.") {
		t.Error("the page does not say that the keyspace is missing")
	}
}

// TestWhoConnects: admins make connections, those who are named use them, and programs do neither.
func TestWhoConnects(t *testing.T) {
	models, asked := newStore(), &fakeCluster{}
	vault, err := connections.OpenVault(filepath.Join(t.TempDir(), "secret"))
	if err != nil {
		t.Fatal(err)
	}
	s := newTeamWith(t, identity.Password, models, func(config *handlers.Config) {
		config.Connections = connections.NewServices(connections.NewKeeper(models), vault, asked, "10.0.0.0/8", time.Now)
	})
	fields := form("do", "save", "name", "Shop", "hosts", "10.0.0.5", "user", "db", "password", "s3cret", "who", "some", "users", "ada")
	s.want(http.StatusForbidden, s.do("POST", "/connections", fields, s.as("ada")...))
	if page := s.want(http.StatusUnprocessableEntity, s.do("POST", "/connections", form("do", "save", "name", "X", "hosts", "10.0.0.5", "who", "some", "users", "nobody"), s.as("root")...)); !strings.Contains(page.body, "Nobody here is called") {
		t.Error("a name without an account is accepted")
	}
	path, _, _ := strings.Cut(s.want(http.StatusSeeOther, s.do("POST", "/connections", fields, s.as("root")...)).Header.Get("Location"), "?")
	for name, want := range map[string]int{"root": http.StatusOK, "ada": http.StatusOK, "ed": http.StatusNotFound, "eve": http.StatusNotFound} {
		s.want(want, s.do("GET", path, nil, s.as(name)...))
		s.want(want, s.do("POST", path, form("do", "ask"), s.as(name)...))
		s.want(want, s.do("POST", path+"/schema", nil, s.as(name)...))
		if listed := strings.Contains(s.do("GET", "/connections", nil, s.as(name)...).body, path); listed != (want == http.StatusOK) {
			t.Errorf("%s sees the connection: %t", name, listed)
		}
	}
	s.want(http.StatusForbidden, s.do("POST", path, form("do", "save", "name", "Shop", "hosts", "10.6.6.6"), s.as("ada")...))
	s.want(http.StatusForbidden, s.do("POST", path, form("do", "delete"), s.as("ada")...))
	if anonymous := s.do("GET", path, nil); anonymous.StatusCode == http.StatusOK {
		t.Error("who has not signed in sees the connection")
	}
	token := []string{"Authorization", "Bearer " + s.token("root", directory.Admin)}
	if program := s.do("GET", "/connections", nil, token...); program.StatusCode < 400 {
		t.Errorf("a program sees the connections: %d", program.StatusCode)
	}
}

// TestDrift: a model and a cluster are compared by name, in both directions, with their plans.
func TestDrift(t *testing.T) {
	asked := &fakeCluster{}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	path, hotel := s.connect(), s.open("hotel")
	schema := s.get(hotel + "/schema.cql").body
	there := strings.Replace(schema, "    phone text,\n", "    fax text,\n", 1) + "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
	asked.answer = func(reach.Job) (*reach.Answer, error) {
		return &reach.Answer{Server: cluster.Server{Name: "cassandra", Target: "cassandra-5.0", SchemaVersions: []string{"a", "b"}}, Schema: there}, nil
	}
	chosen := s.want(http.StatusSeeOther, s.post(path+"/drift", form("into", strings.TrimPrefix(hotel, "/m/")))).Header.Get("Location")
	page := s.want(http.StatusOK, s.get(chosen+"?tab=plan")).body
	for _, want := range []string{"Drift", "fax", "do not agree on the schema", "ALTER TABLE "} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "CREATE KEYSPACE other") || strings.Contains(page, "DROP TABLE hotel.hotels ") {
		t.Error("a keyspace that the model has not, or a table that both have, is in the plan")
	}
	for _, tab := range []string{"er", "logical", "physical", "cql"} {
		s.want(http.StatusOK, s.get(chosen+"?tab="+tab))
	}
	up := s.want(http.StatusOK, s.get(chosen+"?file=migration.cql")).body
	turned := s.want(http.StatusOK, s.get(strings.TrimSuffix(chosen, "cluster")+"model?file=migration.cql&drops=1")).body
	if !strings.Contains(up, "ADD fax text") || !strings.Contains(turned, "ADD phone text") || !strings.Contains(turned, "DROP fax") {
		t.Errorf("the plans are\n%s\nand\n%s", up, turned)
	}
	there = schema
	if same := s.want(http.StatusOK, s.get(chosen)).body; strings.Contains(same, "hotels_by_poi.") && strings.Contains(same, "fax") {
		t.Error("a cluster with the schema of the model drifts")
	}
	if text := s.get(chosen + "?file=migration.cql").body; strings.Contains(text, "ALTER") || strings.Contains(text, "CREATE") {
		t.Errorf("a cluster with the schema of the model has a plan:\n%s", text)
	}
	there = "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"
	if page := s.want(http.StatusOK, s.get(chosen)).body; !strings.Contains(page, "The cluster has no keyspace hotel, reservation.") {
		t.Error("missing keyspaces are not named")
	}
	s.want(http.StatusNotFound, s.get(strings.TrimSuffix(chosen, "cluster")+"nowhere"))
	s.want(http.StatusNotFound, s.get(path+"/drift/nomodel/cluster"))
}

// sendBundle sends the form of a connection with a file for its bundle.
func (s *site) sendBundle(path string, file []byte, fields ...string) (status int, location, body string) {
	s.t.Helper()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = writer.WriteField(fields[i], fields[i+1])
	}
	part, _ := writer.CreateFormFile("bundle", "secure-connect.zip")
	_, _ = part.Write(file)
	writer.Close()
	answer, err := s.http.Post(strings.TrimSuffix(s.base, "/")+path, writer.FormDataContentType(), &form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header.Get("Location"), string(text)
}

// astraBundle is a secure connect bundle with certificates of its own.
func astraBundle(t *testing.T) []byte {
	t.Helper()
	authority, err := cassandratest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	certificate, key, err := authority.Issue("db.example")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for name, text := range map[string][]byte{"config.json": []byte(`{"host": "db.example", "port": 29080}`), "ca.crt": authority.Certificate, "cert": certificate, "key": key} {
		file, _ := archive.Create(name)
		_, _ = file.Write(text)
	}
	archive.Close()
	return packed.Bytes()
}

// TestCloudConnections: the bundle of Astra DB and the keys of Amazon Keyspaces reach the cluster, stay when the form is saved
// without them, and a file that is no bundle is refused.
func TestCloudConnections(t *testing.T) {
	asked := &fakeCluster{}
	s := connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	bundle := astraBundle(t)
	fields := []string{"do", "save", "name", "Astra", "user", "token", "password", "s3cret", "keep", "sealed"}
	if status, _, body := s.sendBundle("/connections", []byte("PK no zip"), fields...); status != http.StatusUnprocessableEntity || !strings.Contains(body, "want the ZIP file that Astra DB gives") {
		t.Errorf("a file that is no bundle: %d", status)
	}
	if status, _, body := s.sendBundle("/connections", bundle, append(fields, "hosts", "10.0.0.5")...); status != http.StatusUnprocessableEntity || !strings.Contains(body, "leave hosts and TLS empty") {
		t.Errorf("a bundle and hosts: %d", status)
	}
	status, location, body := s.sendBundle("/connections", bundle, fields...)
	path, _, _ := strings.Cut(location, "?")
	if status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", status, body)
	}
	s.want(http.StatusSeeOther, s.post(path, form("do", "save", "name", "Astra 2", "user", "token", "astra", "on", "keep", "sealed")))
	s.want(http.StatusOK, s.post(path, form("do", "ask")))
	if got := asked.last().Target; !bytes.Equal(got.Bundle, bundle) || got.Password != "s3cret" || len(got.Hosts) != 0 || got.TLS != nil {
		t.Errorf("the cluster is asked with %+v", got)
	}
	aws := s.connect("name", "Keyspaces", "user", "", "password", "", "tls", "on", "aws", "eu-central-1", "key_id", "AKID", "secret_key", "deep", "session_token", "tok")
	if page := s.want(http.StatusOK, s.get(aws)).body; strings.Contains(page, "deep") || strings.Contains(page, "AKID") || !strings.Contains(page, "eu-central-1") {
		t.Error("the page has the keys, or lacks the region")
	}
	s.want(http.StatusOK, s.post(aws, form("do", "ask")))
	if got := asked.last().Target; got.AWS == nil || *got.AWS != (cluster.AWS{Region: "eu-central-1", KeyID: "AKID", Secret: "deep", SessionToken: "tok"}) || got.TLS == nil {
		t.Errorf("the cluster is asked with %+v", got)
	}
}
