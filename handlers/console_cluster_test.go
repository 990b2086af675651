package handlers_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

// TestConsoleElsewhere: a statement about a keyspace that the model lacks is judged against that of the cluster.
func TestConsoleElsewhere(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		if job.Schema {
			return &reach.Answer{Server: cluster.Server{Target: "cassandra-5.0"}, Schema: "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
				"CREATE TABLE shop.orders (id int PRIMARY KEY, note text);"}, nil
		}
		return &reach.Answer{Result: &cluster.Result{}}, nil
	}
	page := s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", "SELECT nope FROM shop.orders WHERE id = 1"))).body
	if !strings.Contains(page, "Undefined column name nope") || !strings.Contains(page, "against the keyspace shop of the cluster") || asked.last().Statement != nil {
		t.Error("the statement is not judged against the cluster")
	}
	text := "SELECT note FROM shop.orders WHERE id = ?"
	page = s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "do", "run", "text", text, "values_of", text, "value", "x"))).body
	if !strings.Contains(page, "is no int") {
		t.Error("the type of the cluster's column is not known")
	}
	if len(asked.asked) != 1 {
		t.Errorf("the schema is asked for %d times", len(asked.asked))
	}
	page = s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", "SELECT nope FROM hotel.hotels WHERE hotel_id = 'h'"))).body
	if !strings.Contains(page, "against the tables of the model") || len(asked.asked) != 1 {
		t.Error("a table of the model is not judged by the model")
	}
}

// waitingCluster never answers: it ends with the context of the job.
type waitingCluster struct{ began, ended chan struct{} }

func (w waitingCluster) Do(ctx context.Context, _ reach.Job) (*reach.Answer, error) {
	close(w.began)
	<-ctx.Done()
	close(w.ended)
	return nil, fmt.Errorf("%w: %w", cluster.ErrCancelled, context.Cause(ctx))
}

// TestConsoleCancel: a form that cancels ends the statement that its page has sent, and answers at once. That of another page does not.
func TestConsoleCancel(t *testing.T) {
	models, waiting := newStore(), waitingCluster{make(chan struct{}), make(chan struct{})}
	vault, err := connections.OpenVault("")
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteWith(t, handlers.Config{Store: models, Connections: connections.NewServices(connections.NewKeeper(models), vault, waiting, "10.0.0.0/8", time.Now)})
	saved := s.want(http.StatusSeeOther, s.post("/connections", form("do", "save", "name", "Slow", "hosts", "10.0.0.5")))
	connection, _, _ := strings.Cut(strings.TrimPrefix(saved.Header.Get("Location"), "/connections/"), "?")
	console := s.open("hotel") + "/console"
	fields := form("connection", connection, "run", "page-1", "text", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1'")
	answered := make(chan string)
	go func() { answered <- s.post(console, fields).body }()
	<-waiting.began
	s.want(http.StatusOK, s.post(console, formWith([]string{"do", "cancel", "run", "page-2"}, "connection", connection)))
	select {
	case <-waiting.ended:
		t.Fatal("another page cancels it")
	default:
	}
	page := s.want(http.StatusOK, s.post(console, formWith([]string{"do", "cancel", "text", "SELECT 1"}, "connection", connection, "run", "page-1"))).body
	<-waiting.ended
	if first := <-answered; !strings.Contains(first, "Cancelled.") || !strings.Contains(page, "Cancelled.") || !strings.Contains(page, "SELECT 1") {
		t.Error("the pages do not say so, or lose the text")
	}
}

// TestConsoleRefused: what the server refuses is shown at its place, with the hint of our own verdict on the tables of the cluster.
func TestConsoleRefused(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		if job.Schema {
			return &reach.Answer{Server: cluster.Server{Target: "cassandra-5.0"}, Schema: "CREATE KEYSPACE hotel WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
				"CREATE TABLE hotel.hotels (hotel_id text PRIMARY KEY, names text);"}, nil
		}
		return nil, &cluster.Refusal{Code: 0x2200, Message: "Undefined column name name in table hotel.hotels"}
	}
	page := html.UnescapeString(s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "text", "SELECT name FROM hotel.hotels WHERE hotel_id = 'h1'"))).body)
	for _, want := range []string{"Undefined column name name", "SELECT <mark>name</mark> FROM", "Did you mean", "those of the cluster differ", "?into="} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		return nil, &cluster.Refusal{Code: 0x2000, Message: "line 1:14 no viable alternative", Line: 1, Column: 14}
	}
	page = html.UnescapeString(s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "unlimited", "on", "text", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1'"))).body)
	if !strings.Contains(page, "SELECT * FROM <mark>hotel.hotels</mark>") {
		t.Error("the place that the server names is not marked")
	}
}
