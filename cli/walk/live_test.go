package walk

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/clitest"
)

// TestWalkLive has two people look at one model: each sees what the other does, and
// where, without a reload, and also after the server was restarted.
func TestWalkLive(t *testing.T) {
	t.Parallel()
	openBrowser(t)
	server := startProgram(t)
	ada, ben := newLiveWalker(t, server), newLiveWalker(t, server)
	hotel := server.copyExample("hotel")
	for who, v := range map[string]*walker{"Ada Low": ada, "Ben": ben} {
		v.open("you")
		v.fill("input[name=name]", who)
		v.expectLoad(func() { v.click("main button") })
		v.open(hotel + "/physical?select=photelsbyid")
	}
	ben.present("AL")
	ada.present("B")

	// On a phone the names, the tools and those who are here share one row.
	ben.do(chromedp.EmulateViewport(390, 844))
	ben.wait(`(row => ["logo", "present", "help"].every(id => Math.abs(row(id) - row("saved")) < 6))(id => (box => box.top + box.height / 2)(document.getElementById(id).getBoundingClientRect()))`)
	ben.do(chromedp.EmulateViewport(1280, 900))

	// What is saved arrives, with a new column in the drawing, and the page stays.
	loaded := ask[float64](ben, "performance.timeOrigin")
	ada.add("relation-column", "name", "stars")
	ben.wait(`document.querySelector("#canvas > svg").textContent.includes("stars")`)
	ben.wait(`document.getElementById("saved").textContent === "Saved · r2" && document.getElementById("saved").title.includes("Ada Low")`)
	if at := ask[float64](ben, "performance.timeOrigin"); at != loaded {
		t.Error("the page was loaded again")
	}

	// A field in which Ben types keeps his text, and saving it asks.
	ben.expect(409)
	ada.open(hotel + "/queries?select=q1")
	ben.open(hotel + "/queries?select=q1")
	text := `[name="set.q1.text"]`
	ben.fill(text, "SELECT Hotel.phone")
	ada.fill(text, `SELECT Hotel.name WHERE "Point of interest".name = ?`)
	ada.expectSave(func() { ada.enterKey() })
	ben.wait(`document.querySelector(".theirs")?.textContent.startsWith("Changed by Ada Low: SELECT Hotel.name")`)
	ben.wait(`document.querySelector(¿).value === "SELECT Hotel.phone" && document.activeElement.name === "set.q1.text"`, text)
	ben.wait(`document.getElementById("saved").textContent === "Not saved yet"`)
	ben.press(` WHERE "Point of interest".name = ?`)
	ben.expectUpdate(func() { ben.enterKey() })
	ben.wait(`document.querySelector(".conflict-values")?.textContent.includes("Hotel.name") && !document.querySelector(".theirs")`)
	ben.wait(`document.querySelector(¿).value.startsWith("SELECT Hotel.phone WHERE")`, text)

	// A comment gets its pin, also on a page about something else. Whoever leaves is gone.
	ben.open(hotel + "/physical")
	ben.takeFaults() // the browser asks before it leaves what was typed
	ada.open(hotel + "/physical?select=photelsbyid")
	ada.fill("#comment-photelsbyid-text", "Is this right?")
	ada.expectUpdate(func() { ada.click("#comment-photelsbyid-send") })
	ben.wait(`document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
	ben.present("AL")
	ada.open(hotel + "/physical?rev=1")
	ben.wait(`document.querySelector("#present a")?.title.startsWith("Ada Low")`)
	ada.open("")
	ben.wait(`document.getElementById("present").hidden && !document.querySelector(".there, .here")`)

	// The page of a proposal shows what others say about it.
	server.post(hotel+"/proposals", url.Values{"title": {"Pets"}, "tab": {"physical"}})
	ben.open(hotel + "/proposals/1")
	ben.wait(`document.querySelector("#live").dataset.liveUrl`)
	server.post(hotel+".p1/comments", url.Values{"do": {"open"}, "text": {"What about cats?"}})
	ben.hasText("#talk", "What about cats?")
	ben.open(hotel + "/physical")

	// What is saved while a browser has no connection arrives later. An old revision
	// only says that there is a newer one.
	ada.open(hotel + "/physical?rev=1")
	ada.wait(`document.getElementById("live").dataset.liveUrl`)
	server.stop()
	ben.wait(`document.querySelector("#live[data-state=lost]")?.textContent === "Not live"`)
	server = startBuiltAgain(t, server)
	ben.wait(`document.getElementById("live").textContent === ""`)
	server.post(hotel+"/edit", url.Values{"tab": {"physical"}, "do": {"add:relation-column:photelsbyid"}, "new.relation-column.name": {"pets"}, "new.relation-column.type": {"int"}})
	ben.wait(`document.querySelector("#canvas > svg").textContent.includes("pets")`)
	ada.wait(`document.querySelector("#live a")?.textContent.startsWith("Newer: r")`)
	ada.expectUpdate(func() { ada.click("#live a") })
	ada.wait(`document.querySelector("#canvas > svg").textContent.includes("pets")`)
	ada.takeFaults() // requests failed while there was no server
	ben.takeFaults()
}

// present waits until a page shows these initials in the top bar, the outline and the
// drawing.
func (v *walker) present(initials string) {
	v.t.Helper()
	v.wait(`[...document.querySelectorAll("#present .who")].some((who) => who.textContent === ¿)`, initials)
	v.wait(`document.querySelector("#outline .here .who")?.textContent === ¿ && document.querySelector(".layer > .there:not([hidden])")?.textContent === ¿`, initials, initials)
}

// startBuiltAgain starts a program that has stopped, at the same address.
func startBuiltAgain(t *testing.T, stopped *program) *program {
	t.Helper()
	address := strings.TrimSuffix(strings.TrimPrefix(stopped.url, "http://"), "/")
	command := clitest.Process(t, lifetime, "--listen="+address)
	command.Dir = stopped.command.Dir
	return await(t, command)
}

// TestWalkLists has the home page, the inbox and the count of the inbox follow what
// others do, without the page being loaded again.
func TestWalkLists(t *testing.T) {
	t.Parallel()
	openBrowser(t)
	server := startProgram(t)
	ada, ben := newLiveWalker(t, server), newLiveWalker(t, server)
	for who, v := range map[string]*walker{"Ada Low": ada, "Ben": ben} {
		v.open("you")
		v.fill("input[name=name]", who)
		v.expectLoad(func() { v.click("main button") })
	}
	hotel := server.copyExample("hotel")
	model := strings.TrimPrefix(hotel, "m/")

	// The list of models: what Ben types and the card that has the focus stay.
	ben.open("")
	ben.wait(`document.getElementById("live").dataset.liveUrl && document.getElementById("open-" + ¿)`, model)
	loaded := ask[float64](ben, "performance.timeOrigin")
	ben.fill("#new-name", "Payments")
	ben.wait(`(document.getElementById("open-" + ¿).focus(), true)`, model)
	ada.open(hotel + "/physical?select=photelsbyid")
	ben.wait(`document.querySelector("#models .card > .present")?.textContent === "AL"`)
	second := server.copyExample("magazine")
	ben.wait(`document.querySelectorAll("#models .card").length === 2 && document.querySelector("#models .card").id === "model-" + ¿`, strings.TrimPrefix(second, "m/"))
	ada.add("relation-column", "name", "stars")
	ben.wait(`document.querySelector("#models .card").id === "model-" + ¿ && document.querySelector("#models .card .note").textContent.startsWith("r2 · Ada Low")`, model)
	ben.wait(`document.querySelector("#models .card img").getAttribute("src").endsWith("rev=2")`)
	if at := ask[float64](ben, "performance.timeOrigin"); at != loaded {
		t.Error("the page was loaded again")
	}
	ben.wait(`document.activeElement.id === "open-" + ¿ && document.getElementById("new-name").value === "Payments"`, model)

	// The count of the inbox, on a page without a model; then the list of the inbox.
	ben.open("help")
	ben.wait(`document.getElementById("inbox").title === "Inbox: nothing waits for you"`)
	mention := url.Values{"do": {"open"}, "text": {"What do you think, @Ben?"}}
	server.post(hotel+"/comments", mention)
	ben.wait(`document.querySelector("#inbox .comment-count.new")?.textContent.startsWith("1")`)
	ben.open("inbox")
	server.post(second+"/comments", mention)
	ben.wait(`document.querySelectorAll("#waiting li").length === 2 && document.querySelector("#inbox .comment-count").textContent.startsWith("2")`)

	// The last one leaves.
	ben.open("")
	ben.wait(`document.querySelector("#models .card > .present")?.textContent === "AL"`)
	ada.open("help")
	ben.wait(`document.querySelector("#models .card > .present") === null`)
}

// TestWalkWithoutStream lets a proxy refuse or hold up the stream: the page says so and
// asks now and then, and is live again when the stream comes through.
func TestWalkWithoutStream(t *testing.T) {
	t.Parallel()
	openBrowser(t)
	for name, hinder := range map[string]http.HandlerFunc{
		"refused": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"held up": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
		"blocked": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			server := startProgram(t)
			far := hinderedProxy(t, server, hinder)
			v := newLiveWalker(t, server)
			v.site = far.url
			v.expect(http.StatusTooManyRequests)
			hotel := server.copyExample("hotel")
			v.open(hotel + "/physical")
			v.wait(`document.querySelector("#live[data-state=asking]")?.textContent === "Not live"`)
			server.post(hotel+"/edit", url.Values{"tab": {"physical"}, "do": {"add:relation-column:photelsbyid"}, "new.relation-column.name": {"pets"}, "new.relation-column.type": {"int"}})
			v.wait(`document.querySelector("#canvas > svg").textContent.includes("pets")`)
			far.hindered.Store(false)
			far.server.CloseClientConnections()
			v.wait(`document.getElementById("live").textContent === ""`)
			server.post(hotel+"/comments", url.Values{"do": {"open"}, "about": {"photelsbyid"}, "text": {"Why?"}})
			v.wait(`document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
			v.takeFaults() // the requests that were cut off
		})
	}
}

// hindered is a proxy before a program that treats its streams as told, until it is
// told to let them through.
type hindered struct {
	url      string
	server   *httptest.Server
	hindered atomic.Bool
}

func hinderedProxy(t *testing.T, program *program, hinder http.HandlerFunc) *hindered {
	t.Helper()
	target, err := url.Parse(program.url)
	if err != nil {
		t.Fatal(err)
	}
	pass := httputil.NewSingleHostReverseProxy(target)
	pass.ErrorLog = log.New(io.Discard, "", 0)
	far := &hindered{}
	far.hindered.Store(true)
	far.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/event-stream") && far.hindered.Load() {
			hinder(w, r)
			return
		}
		pass.ServeHTTP(w, r)
	}))
	far.url = far.server.URL + "/"
	t.Cleanup(func() {
		far.server.CloseClientConnections()
		far.server.Close()
	})
	return far
}

// Ten tabs of a browser share one connection: browsers open six to a server at most.
func TestLiveTabs(t *testing.T) {
	t.Parallel()
	openBrowser(t)
	server := startProgram(t)
	hotel := server.copyExample("hotel")
	first := newLiveWalker(t, server)
	tabs := []*walker{first}
	for range 9 {
		tabs = append(tabs, openWindow(t, first.ctx, server, countRequests))
	}
	for _, v := range tabs {
		v.open(hotel + "/comments")
	}
	first.wait(`document.querySelector("#live")`)
	server.post(hotel+"/edit", url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {"Pets"}})
	for _, v := range tabs {
		v.wait(`document.getElementById("saved").dataset.revision === "2"`)
	}
	if _, metrics := server.get("metrics"); !strings.Contains(metrics, "\nwiderow_live_streams 1\n") {
		t.Error("ten tabs hold more than one stream")
	}
}
