package assets_test

import (
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"widerow/assets"
)

// policy equals the policy of the pages.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// gallery serves testdata/model.html and parts.html, and stores what the form of model.html sends.
type gallery struct {
	t       *testing.T
	pages   *template.Template
	drawing string

	mutex sync.Mutex
	view  view
	sent  []string      // base and name of each save, revision of each undo
	fail  int           // status to answer the next saves with
	wait  time.Duration // before a save is answered
}

type view struct {
	Theme, Selected, Name, Type, Error string
	Total, Inspector                   bool
	Revision                           int
	Diagram                            template.HTML
}

func newGallery(t *testing.T) (*gallery, *httptest.Server) {
	t.Helper()
	drawing, err := os.ReadFile("testdata/drawing.svg")
	if err != nil {
		t.Fatal(err)
	}
	style, err := os.ReadFile("testdata/drawing.css")
	if err != nil {
		t.Fatal(err)
	}
	served := assets.New(map[string][]byte{"diagram.css": style})
	g := &gallery{t: t, drawing: string(drawing), view: view{Name: "rooms", Type: "text", Revision: 12, Selected: "d-r2", Inspector: true}}
	g.pages = template.Must(template.New("").Funcs(template.FuncMap{"url": served.URL}).ParseFiles("testdata/model.html", "testdata/parts.html"))
	mux := http.NewServeMux()
	mux.Handle(assets.Prefix, served)
	mux.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /model", func(w http.ResponseWriter, r *http.Request) { g.page(w, r, "model.html") })
	mux.HandleFunc("GET /parts", func(w http.ResponseWriter, r *http.Request) { g.page(w, r, "parts.html") })
	mux.HandleFunc("GET /whole", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>Whole</title><h1>Whole page")
	})
	mux.HandleFunc("POST /save", g.save)
	mux.HandleFunc("POST /undo", g.undo)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return g, server
}

func (g *gallery) page(w http.ResponseWriter, r *http.Request, name string) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	shown := g.view
	shown.Theme = r.URL.Query().Get("theme")
	if on := r.URL.Query().Get("on"); on != "" {
		shown.Selected = "d-" + on
	}
	if r.URL.Query().Get("pane") == "canvas" {
		shown.Inspector = false
	}
	shown.Diagram = template.HTML(strings.ReplaceAll(g.drawing, "REVISION", fmt.Sprint(shown.Revision)))
	if r.Header.Get("HX-Request-Type") == "partial" {
		g.fragment(w, shown)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := g.pages.ExecuteTemplate(w, name, shown); err != nil {
		g.t.Error(err)
	}
}

func (g *gallery) fragment(w http.ResponseWriter, shown view) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<main class="workbench" id="workbench" data-links="#workbench">`)
	if err := g.pages.ExecuteTemplate(w, "workbench", shown); err != nil {
		g.t.Error(err)
	}
	fmt.Fprintf(w, `</main><hx-partial hx-target="#saved" hx-swap="outerMorph"><p class="saved" id="saved" role="status" data-state="saved">Saved · r%d</p></hx-partial>`, shown.Revision)
}

func (g *gallery) save(w http.ResponseWriter, r *http.Request) {
	var wait time.Duration
	g.locked(func() { wait = g.wait })
	time.Sleep(wait) // other requests may overtake this one
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.sent = append(g.sent, r.FormValue("base")+" "+r.FormValue("name"))
	if g.fail != 0 {
		w.WriteHeader(g.fail)
		fmt.Fprint(w, `<hx-partial hx-target="#failed" hx-swap="innerHTML">The disk is full.</hx-partial>`)
		return
	}
	g.view.Revision++
	g.view.Name, g.view.Type = strings.TrimSpace(r.FormValue("name")), r.FormValue("type")
	// A rule of the model may set a field: int columns are total.
	g.view.Total = r.FormValue("total") == "yes" || g.view.Type == "int"
	http.Redirect(w, r, "/model", http.StatusSeeOther)
}

func (g *gallery) undo(w http.ResponseWriter, r *http.Request) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.sent = append(g.sent, fmt.Sprintf("undo %d", g.view.Revision))
	g.view.Revision++
	g.view.Name = "undone"
	http.Redirect(w, r, "/model", http.StatusSeeOther)
}

func (g *gallery) locked(change func()) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	change()
}
