package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli/verb"
)

// TestRemote reads a model from a server, and explains what it cannot read. Nothing but the
// host of the address gets the token.
func TestRemote(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host got %s with %q", r.URL, r.Header.Get("Authorization"))
	}))
	defer other.Close()
	problem := func(w http.ResponseWriter, status int, detail string) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"title":"No","detail":%q}`, detail)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/html/") {
			fmt.Fprint(w, "<h1>Hello</h1>")
			return
		}
		id := strings.Split(strings.TrimPrefix(r.URL.Path, "/base/api/v1/models/"), "/")[0]
		switch {
		case id == "moved":
			http.Redirect(w, r, other.URL+r.URL.Path, http.StatusFound)
		case r.Header.Get("Authorization") != "Bearer wdr_good":
			problem(w, http.StatusUnauthorized, "Send a token.")
		case id == "hidden":
			problem(w, http.StatusNotFound, "Look elsewhere.")
		case r.Method == http.MethodPost && id == "small":
			problem(w, http.StatusForbidden, "Its scope is too small.")
		case r.Method == http.MethodPost:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `{"number":7}`)
		default:
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			w.Header().Set("ETag", `"r`+r.URL.Query().Get("rev")+`"`)
			fmt.Fprint(w, `{"format":"widerow/1","name":"Hotel"}`)
		}
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "model.json")
	if err := os.WriteFile(file, []byte(`{"format":"widerow/1","name":"Inn"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	at := server.URL + "/base/m/"
	for _, test := range []struct {
		token string
		args  []string
		code  int
		want  string // in the output or the message
	}{
		{"wdr_good", []string{"export", "--format", "json", at + "hotel/physical?rev=3"}, verb.Done, `"Hotel"`},
		{"wdr_good", []string{"check", at + "hotel"}, verb.Done, "0 errors"},
		{"wdr_good", []string{"diff", at + "hotel", file}, verb.Done, "Inn"},
		{"wdr_good", []string{"propose", "--title", "Rename", "--base", "3", file, at + "hotel"}, verb.Done, at + "hotel/proposals/7"},
		{"", []string{"check", at + "hotel"}, verb.Misused, "asks for a token"},
		{"wdr_bad", []string{"check", at + "hotel"}, verb.Misused, "does not work"},
		{"wdr_good", []string{"check", at + "hidden"}, verb.Misused, "(404)"},
		{"wdr_good", []string{"propose", "--title", "x", file, at + "small"}, verb.Misused, "(403): No: Its scope is too small."},
		{"wdr_good", []string{"check", at + "moved"}, verb.Misused, other.URL},
		{"wdr_good", []string{"check", server.URL + "/html/m/hotel"}, verb.Misused, "is no Widerow"},
		{"wdr_good", []string{"check", server.URL + "/models"}, verb.Misused, "it names no model"},
		{"wdr_good", []string{"check", "http://widerow.example/m/hotel"}, verb.Misused, "use https"},
		{"wdr_good", []string{"check", strings.Replace(at, "http://", "https://", 1) + "hotel"}, verb.Misused, "does not speak TLS"},
		{"wdr_good", []string{"check", "https://ada:secret@widerow.example/m/hotel"}, verb.Misused, "take it out"},
		{"wdr_good", []string{"propose", "--title", "x", file, file}, verb.Misused, "is no address"},
	} {
		t.Setenv(tokenVariable, test.token)
		var stdout, stderr bytes.Buffer
		code := Main(context.Background(), test.args, strings.NewReader(""), &stdout, &stderr)
		said := stdout.String() + stderr.String()
		if code != test.code || !strings.Contains(said, test.want) || strings.Contains(said, "wdr_") || strings.Contains(said, "secret") {
			t.Errorf("%v with the token %q: exit code %d, want %d and %q: %s", test.args, test.token, code, test.code, test.want, said)
		}
	}
}
