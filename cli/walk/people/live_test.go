package people

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
	"widerow/cli/walk/browser"
)

// TestWalkLive has two people look at one model: each sees what the other does, and
// where, without a reload, and also after the server was restarted.
func TestWalkLive(t *testing.T) {
	t.Parallel()
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	ada, ben := browser.NewLiveWalker(t, server), browser.NewLiveWalker(t, server)
	hotel := server.CopyExample("hotel")
	for who, v := range map[string]*browser.Walker{"Ada Low": ada, "Ben": ben} {
		v.Open("you")
		v.Fill("input[name=name]", who)
		v.ExpectLoad(func() { v.Click("main button") })
		v.Open(hotel + "/physical?select=photelsbyid")
	}
	present(ben, "AL")
	present(ada, "B")

	// On a phone the names, the tools and those who are here share one row.
	ben.Do(chromedp.EmulateViewport(390, 844))
	ben.Wait(`(row => ["logo", "present", "help"].every(id => Math.abs(row(id) - row("saved")) < 6))(id => (box => box.top + box.height / 2)(document.getElementById(id).getBoundingClientRect()))`)
	narrow := places(ben)
	ben.Do(chromedp.EmulateViewport(1280, 900))

	// What is saved arrives, with a new column in the drawing, and the page stays.
	loaded := browser.Ask[float64](ben, "performance.timeOrigin")
	ada.Add("relation-column", "name", "stars")
	ben.Wait(`document.querySelector("#canvas > svg").textContent.includes("stars")`)
	ben.Wait(`document.getElementById("saved").textContent === "Saved · r2" && document.getElementById("saved").title.includes("Ada Low")`)
	if at := browser.Ask[float64](ben, "performance.timeOrigin"); at != loaded {
		t.Error("the page was loaded again")
	}

	// A field in which Ben types keeps his text, and saving it asks.
	ben.Expect(409)
	ada.Open(hotel + "/queries?select=q1")
	ben.Open(hotel + "/queries?select=q1")
	text := `[name="set.q1.text"]`
	ben.Fill(text, "SELECT Hotel.phone")
	ada.Fill(text, `SELECT Hotel.name WHERE "Point of interest".name = ?`)
	ada.ExpectSave(func() { ada.EnterKey() })
	ben.Wait(`document.querySelector(".theirs")?.textContent.startsWith("Changed by Ada Low: SELECT Hotel.name")`)
	ben.Wait(`document.querySelector(¿).value === "SELECT Hotel.phone" && document.activeElement.name === "set.q1.text"`, text)
	ben.Wait(`document.getElementById("saved").textContent === "Not saved yet"`)
	ben.Press(` WHERE "Point of interest".name = ?`)
	ben.ExpectUpdate(func() { ben.EnterKey() })
	ben.Wait(`document.querySelector(".conflict-values")?.textContent.includes("Hotel.name") && !document.querySelector(".theirs")`)
	ben.Wait(`document.querySelector(¿).value.startsWith("SELECT Hotel.phone WHERE")`, text)

	// A comment gets its pin, also on a page about something else. Whoever leaves is gone.
	ben.Open(hotel + "/physical")
	ben.TakeFaults() // the browser asks before it leaves what was typed
	ada.Open(hotel + "/physical?select=photelsbyid")
	present(ben, "AL")
	before := places(ben)
	ada.Fill("#comment-photelsbyid-text", "Is this right?")
	ada.ExpectUpdate(func() { ada.Click("#comment-photelsbyid-send") })
	ben.Wait(`document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
	present(ben, "AL")
	ada.Open(hotel + "/physical?rev=1")
	ben.Wait(`document.querySelector("#present a")?.title.startsWith("Ada Low")`)
	ada.Open("")
	ben.Wait(`document.getElementById("present").hidden && !document.querySelector(".there, .here")`)
	if now := places(ben); now != before {
		t.Errorf("after a comment arrived and a colleague left, the top bar begins at %s, and before at %s", now, before)
	}
	ben.Do(chromedp.EmulateViewport(390, 844))
	if now := places(ben); now != narrow {
		t.Errorf("without the colleague, the top bar of a phone begins at %s, and before at %s", now, narrow)
	}
	ben.Do(chromedp.EmulateViewport(1280, 900))

	// The page of a proposal shows what others say about it.
	server.Post(hotel+"/proposals", url.Values{"title": {"Pets"}, "tab": {"physical"}})
	ben.Open(hotel + "/proposals/1")
	ben.Wait(`document.querySelector("#live").dataset.liveUrl`)
	server.Post(hotel+".p1/comments", url.Values{"do": {"open"}, "text": {"What about cats?"}})
	hasText(ben, "#talk", "What about cats?")
	ben.Open(hotel + "/physical")

	// What is saved while a browser has no connection arrives later. The page of
	// an old revision only links to the newer one.
	ada.Open(hotel + "/physical?rev=1")
	ada.Wait(`document.getElementById("live").dataset.liveUrl`)
	server.Stop()
	ben.Wait(`document.querySelector("#live[data-state=lost]")?.textContent === "Not live"`)
	server = startBuiltAgain(t, server)
	ben.Wait(`document.getElementById("live").textContent === ""`)
	server.Post(hotel+"/edit", url.Values{"tab": {"physical"}, "do": {"add:relation-column:photelsbyid"}, "new.relation-column.name": {"pets"}, "new.relation-column.type": {"int"}})
	ben.Wait(`document.querySelector("#canvas > svg").textContent.includes("pets")`)
	ada.Wait(`document.querySelector("#live a")?.textContent.startsWith("Newer: r")`)
	ada.ExpectUpdate(func() { ada.Click("#live a") })
	ada.Wait(`document.querySelector("#canvas > svg").textContent.includes("pets")`)
	ada.TakeFaults() // requests failed while there was no server
	ben.TakeFaults()
}

// present waits until a page shows these initials in the top bar, the outline and the
// drawing.
func present(v *browser.Walker, initials string) {
	v.T.Helper()
	v.Wait(`[...document.querySelectorAll("#present .who")].some((who) => who.textContent === ¿)`, initials)
	v.Wait(`document.querySelector("#outline .here .who")?.textContent === ¿ && document.querySelector(".layer > .there:not([hidden])")?.textContent === ¿`, initials, initials)
}

// startBuiltAgain starts a program that has stopped, at the same address.
func startBuiltAgain(t *testing.T, stopped *browser.Program) *browser.Program {
	t.Helper()
	address := strings.TrimSuffix(strings.TrimPrefix(stopped.Url, "http://"), "/")
	command := clitest.Process(t, browser.Lifetime, "--listen="+address)
	command.Dir = stopped.Command.Dir
	return browser.Await(t, command)
}

// TestWalkLists has the home page, the inbox and the count of the inbox follow what
// others do, without the page being loaded again.
func TestWalkLists(t *testing.T) {
	t.Parallel()
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	ada, ben := browser.NewLiveWalker(t, server), browser.NewLiveWalker(t, server)
	for who, v := range map[string]*browser.Walker{"Ada Low": ada, "Ben": ben} {
		v.Open("you")
		v.Fill("input[name=name]", who)
		v.ExpectLoad(func() { v.Click("main button") })
	}
	hotel := server.CopyExample("hotel")
	model := strings.TrimPrefix(hotel, "m/")

	// The list of models: what Ben types and the card that has the focus stay.
	ben.Open("")
	ben.Wait(`document.getElementById("live").dataset.liveUrl && document.getElementById("open-" + ¿)`, model)
	loaded := browser.Ask[float64](ben, "performance.timeOrigin")
	ben.Fill("#new-name", "Payments")
	ben.Wait(`(document.getElementById("open-" + ¿).focus(), true)`, model)
	ada.Open(hotel + "/physical?select=photelsbyid")
	ben.Wait(`document.querySelector("#models .card > .present")?.textContent === "AL"`)
	second := server.CopyExample("magazine")
	ben.Wait(`document.querySelectorAll("#models .card").length === 2 && document.querySelector("#models .card").id === "model-" + ¿`, strings.TrimPrefix(second, "m/"))
	ada.Add("relation-column", "name", "stars")
	ben.Wait(`document.querySelector("#models .card").id === "model-" + ¿ && document.querySelector("#models .card .note").textContent.startsWith("r2 · Ada Low")`, model)
	ben.Wait(`document.querySelector("#models .card img").getAttribute("src").endsWith("rev=2")`)
	if at := browser.Ask[float64](ben, "performance.timeOrigin"); at != loaded {
		t.Error("the page was loaded again")
	}
	ben.Wait(`document.activeElement.id === "open-" + ¿ && document.getElementById("new-name").value === "Payments"`, model)

	// The count of the inbox, on a page without a model; then the list of the inbox.
	ben.Open("help")
	ben.Wait(`document.getElementById("inbox").title === "Inbox: nothing waits for you"`)
	mention := url.Values{"do": {"open"}, "text": {"What do you think, @Ben?"}}
	server.Post(hotel+"/comments", mention)
	ben.Wait(`document.querySelector("#inbox .comment-count.new")?.textContent.startsWith("1")`)
	ben.Open("inbox")
	server.Post(second+"/comments", mention)
	ben.Wait(`document.querySelectorAll("#waiting li").length === 2 && document.querySelector("#inbox .comment-count").textContent.startsWith("2")`)

	// The last one leaves.
	ben.Open("")
	ben.Wait(`document.querySelector("#models .card > .present")?.textContent === "AL"`)
	ada.Open("help")
	ben.Wait(`document.querySelector("#models .card > .present") === null`)
}

// TestWalkWithoutStream lets a proxy refuse or hold up the stream: the page says so and
// asks now and then, and is live again when the stream comes through.
func TestWalkWithoutStream(t *testing.T) {
	t.Parallel()
	browser.OpenBrowser(t)
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
			server := browser.StartProgram(t)
			far := hinderedProxy(t, server, hinder)
			v := browser.NewLiveWalker(t, server)
			v.Site = far.url
			v.Expect(http.StatusTooManyRequests)
			hotel := server.CopyExample("hotel")
			v.Open(hotel + "/physical")
			v.Wait(`document.querySelector("#live[data-state=asking]")?.textContent === "Not live"`)
			server.Post(hotel+"/edit", url.Values{"tab": {"physical"}, "do": {"add:relation-column:photelsbyid"}, "new.relation-column.name": {"pets"}, "new.relation-column.type": {"int"}})
			v.Wait(`document.querySelector("#canvas > svg").textContent.includes("pets")`)
			far.hindered.Store(false)
			far.server.CloseClientConnections()
			v.Wait(`document.getElementById("live").textContent === ""`)
			server.Post(hotel+"/comments", url.Values{"do": {"open"}, "about": {"photelsbyid"}, "text": {"Why?"}})
			v.Wait(`document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
			v.TakeFaults() // the requests that were cut off
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

func hinderedProxy(t *testing.T, program *browser.Program, hinder http.HandlerFunc) *hindered {
	t.Helper()
	target, err := url.Parse(program.Url)
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
	browser.OpenBrowser(t)
	server := browser.StartProgram(t)
	hotel := server.CopyExample("hotel")
	first := browser.NewLiveWalker(t, server)
	tabs := []*browser.Walker{first}
	for range 9 {
		tabs = append(tabs, browser.OpenWindow(t, first.Ctx, server, browser.CountRequests))
	}
	for _, v := range tabs {
		v.Open(hotel + "/comments")
	}
	first.Wait(`document.querySelector("#live")`)
	server.Post(hotel+"/edit", url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {"Pets"}})
	for _, v := range tabs {
		v.Wait(`document.getElementById("saved").dataset.revision === "2"`)
	}
	if _, metrics := server.Get("metrics"); !strings.Contains(metrics, "\nwiderow_live_streams 1\n") {
		t.Error("ten tabs hold more than one stream")
	}
}

// places says where the name, the tabs and the tools of the top bar begin.
func places(v *browser.Walker) string {
	v.T.Helper()
	return browser.Ask[string](v, `[...document.querySelectorAll("#model-name, #tabs, .tools > *:not(.present)")]
		.map(part => part.id + " " + Math.round(part.getBoundingClientRect().left)).join(", ")`)
}
