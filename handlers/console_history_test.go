package handlers_test

import (
	"html"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

// TestConsoleHistory: what a person ran outlives the server, but not Clear; statements with a password are not kept.
func TestConsoleHistory(t *testing.T) {
	folder, models, asked := filepath.Join(t.TempDir(), "console"), newStore(), &fakeCluster{answer: func(reach.Job) (*reach.Answer, error) {
		return &reach.Answer{Result: &cluster.Result{}}, nil
	}}
	vault, err := connections.OpenVault("")
	if err != nil {
		t.Fatal(err)
	}
	config := handlers.Config{Store: models, ConsoleFolder: folder, Connections: connections.NewServices(connections.NewKeeper(models), vault, asked, "10.0.0.0/8", time.Now)}
	s := newSiteWith(t, config)
	saved := s.want(http.StatusSeeOther, s.post("/connections", form("do", "save", "name", "Shop", "hosts", "10.0.0.5", "writes", "on")))
	connection, _, _ := strings.Cut(strings.TrimPrefix(saved.Header.Get("Location"), "/connections/"), "?")
	console := s.open("hotel") + "/console"
	text := "SELECT * FROM hotel.hotels WHERE hotel_id = ?"
	s.want(http.StatusOK, s.post(console, form("connection", connection, "text", text, "values_of", text, "value", "kept-value")))
	s.want(http.StatusOK, s.post(console, form("connection", connection, "text", "CREATE ROLE ann WITH PASSWORD = 's3cret'", "confirm", "create", "sure", "sent")))
	if got := asked.last().Statement.Text; !strings.Contains(got, "s3cret") {
		t.Fatalf("sent is %s", got)
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	if len(files) != 1 {
		t.Fatalf("%d people have a history", len(files))
	}
	kept, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(kept), "kept-value") || strings.Contains(string(kept), "s3cret") {
		t.Errorf("kept is %s: %v", kept, err)
	}
	again := newSiteWith(t, config)
	again.http = s.http
	if page := html.UnescapeString(again.want(http.StatusOK, again.get(console)).body); !strings.Contains(page, "What you ran") || !strings.Contains(page, "hotel_id = ?") {
		t.Error("the history does not outlive the server")
	}
	again.want(http.StatusOK, again.post(console, form("do", "clear", "connection", connection)))
	if kept, err = os.ReadFile(files[0]); err != nil || strings.Contains(string(kept), "hotel") {
		t.Errorf("after Clear, kept is %s: %v", kept, err)
	}
}
