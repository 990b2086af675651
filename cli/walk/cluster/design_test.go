package cluster

import (
	"io"
	"net"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

// TestDesignOnCluster runs the queries of a workflow on a cluster, from each to the next by a click on a row.
func TestDesignOnCluster(t *testing.T) {
	v := &engineer{Walker: browser.Walk(t)}
	v.Prefer("light")
	model := v.Server.CopyExample("hotel")
	v.makeHotel(model)
	v.connectTo("Hotels")
	v.measure(model)
	v.followRows(model)
	v.cancel(model)
	v.followWithoutScripts(model)
}

// cancel ends a statement on a server that never answers. The connection with it ends then, too.
func (v *engineer) cancel(model string) {
	v.T.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		v.T.Fatal(err)
	}
	defer listener.Close()
	ended := make(chan error, 1)
	go func() {
		connection, err := listener.Accept()
		if err == nil {
			_, err = io.Copy(io.Discard, connection) // until the other end closes it
		}
		ended <- err
	}()
	v.Open("connections")
	v.Fill("#name", "Silent")
	v.Fill("#hosts", listener.Addr().String())
	v.Do(chromedp.Focus("#hosts"))
	v.ExpectLoad(v.EnterKey)
	v.Open(model + "/console?query=q1")
	v.Fill("#console-connection", "Silent (reads only)")
	v.Fill("#value-0", "Zoo")
	// Chromium answers no questions while it waits for the page: the click is prepared.
	browser.Ask[bool](v.Walker, `new MutationObserver(() => setTimeout(() => document.getElementById("console-cancel").click(), 300))
		.observe(document.getElementById("console-running"), { attributes: true }) ?? true`)
	v.Click("#console-run")
	<-ended
	v.Wait(`document.getElementById("console-problem")`)
	if got := v.Reads("#console-problem"); !strings.HasPrefix(got, "Cancelled.") {
		v.Fail("the page says %q", got)
	}
	browser.Want(v.Walker, `document.getElementById("value-0")?.value ?? ""`, "Zoo")
}

// makeHotel makes the tables of the example on the cluster, with some rows.
func (v *engineer) makeHotel(model string) {
	v.T.Helper()
	session := cassandratest.Session(v.T)
	v.makeTables(model, "hotel", "reservation")
	for _, statement := range []string{
		"INSERT INTO hotel.hotels_by_poi (poi_name, hotel_id, name, phone, address) VALUES ('Zoo', 'AZ1', 'Lion''s Inn', '', {street: 'Main 1', city: 'Tempe'})",
		"INSERT INTO hotel.hotels_by_poi (poi_name, hotel_id, name) VALUES ('Zoo', 'AZ2', 'Tiger')",
		"INSERT INTO hotel.hotels (hotel_id, name, pois) VALUES ('AZ1', 'Lion''s Inn', {'Zoo', 'Park'})",
		"INSERT INTO hotel.pois_by_hotel (hotel_id, poi_name, description) VALUES ('AZ1', 'Zoo', 'Animals')",
		"INSERT INTO hotel.available_rooms_by_hotel_date (hotel_id, date, room_number, is_available) VALUES ('AZ1', '2026-12-01', 7, true)",
	} {
		cassandratest.Run(v.T, session, statement)
	}
}

// measure keeps the sizes of the tables beside the estimates, once there are some on the disk.
func (v *engineer) measure(model string) {
	v.T.Helper()
	v.Open(model + "/cql")
	v.ExpectLoad(func() { v.Click("#pane-clusters") })
	v.Expect(422)
	v.ExpectLoad(func() { v.Click(v.Button("Measure sizes")) })
	if got := v.Reads("#clusters-problem"); !strings.Contains(got, "they have no data on disk yet") {
		v.Fail("without data on the disk the page says %q", got)
	}
	cassandratest.Flush(v.T, cassandratest.Session(v.T), "hotel", "hotels")
	v.ExpectLoad(func() { v.Click(v.Button("Measure sizes")) })
	if got := v.Reads("main"); !strings.Contains(got, "Hotels, 1 node") {
		v.Fail("the measured sizes are %q", got)
	}
	v.Look(browser.AxeCore(v.T), "cluster-measured")
}

// connectTo makes a connection to the cluster.
func (v *engineer) connectTo(name string) {
	v.T.Helper()
	v.Open("connections")
	v.Fill("#name", name)
	v.Fill("#hosts", cassandratest.Address(v.T))
	v.Do(chromedp.Focus("#hosts"))
	v.ExpectLoad(v.EnterKey)
}

// offer clicks the button of the first row with these words.
func (v *engineer) offer(words string) {
	v.T.Helper()
	v.ExpectLoad(func() { v.Click(v.Button(words)) })
}

// wantResult checks which statement ran, and how many rows it has.
func (v *engineer) wantResult(statement string, rows int) {
	v.T.Helper()
	if got := v.Reads("#console-answer code"); !strings.Contains(got, statement) {
		v.Fail("%q ran, want %q", got, statement)
	}
	browser.Want(v.Walker, `document.querySelectorAll("#console-rows tbody tr").length`, rows)
}

// followRows runs Q1 from its panel, and goes on to Q2, Q3 and Q4 by the rows.
func (v *engineer) followRows(model string) {
	v.T.Helper()
	axe := browser.AxeCore(v.T)
	v.Open(model + "/queries?select=q1")
	v.ExpectLoad(func() { v.Click("#run-statement") })
	v.Wait(`document.activeElement.id === "value-0"`)
	v.Look(axe, "console-query")
	v.Do(chromedp.Focus("#value-0")) // looking at the other panes has taken it
	v.Keys("Zoo")
	v.ExpectLoad(v.EnterKey)
	v.wantResult("FROM hotel.hotels_by_poi WHERE poi_name = 'Zoo'", 2)
	v.Look(axe, "console-rows")
	v.offer("Q2 with this hotel_id")
	v.wantResult("FROM hotel.hotels WHERE hotel_id = 'AZ1'", 1)
	v.offer("Q3 with this hotel_id")
	v.wantResult("FROM hotel.pois_by_hotel WHERE hotel_id = 'AZ1'", 1)
	v.Picture("console-third")
	got := v.Evaluated(`(button => fetch(button.form.action, { method: "POST", body: new URLSearchParams(new FormData(button.form, button)) }))(
		document.querySelector("#console-answer button[value=csv]")).then(answer => answer.text())`)
	if !strings.HasSuffix(got, "Animals\n") {
		v.Fail("as CSV %q", got)
	}
	v.ExpectLoad(func() { v.Click("#console-query button[value='1']") })
	v.wantResult("FROM hotel.hotels WHERE hotel_id = 'AZ1'", 1)
	// What the rows do not give is asked for; what is no value is told beside its field.
	v.offer("Q4 with this hotel_id")
	browser.Want(v.Walker, `document.getElementById("value-0").value`, "AZ1")
	v.Fill("#value-1", "tomorrow")
	v.Fill("#value-2", "2026-12-31")
	v.Expect(422)
	v.ExpectLoad(v.EnterKey)
	if got := v.Reads("#value-1-about"); got != "“tomorrow” is no date. Type a date such as 2026-11-28." {
		v.Fail("the field says %q", got)
	}
	v.Wait(`document.activeElement.id === "value-1"`)
	v.Look(axe, "console-wrong-value")
	v.Fill("#value-1", "2026-12-01")
	v.Do(chromedp.Focus("#value-1"))
	v.ExpectLoad(v.EnterKey)
	v.wantResult("FROM hotel.available_rooms_by_hotel_date", 1)
	v.offer("Q5 with this hotel_id, room_number")
	v.wantResult("WHERE hotel_id = 'AZ1' AND room_number = 7", 0)
}

// followWithoutScripts does so by keys, without JavaScript. The value is remembered.
func (v *engineer) followWithoutScripts(model string) {
	v.T.Helper()
	plain := v.WithoutScripts()
	plain.Open(model + "/console?query=q1")
	browser.Want(plain, `document.getElementById("value-0").value`, "Zoo")
	plain.Wait(`document.activeElement.id === "value-0"`)
	plain.ExpectLoad(plain.EnterKey)
	w := &engineer{Walker: plain}
	w.wantResult("WHERE poi_name = 'Zoo'", 2)
	plain.Do(chromedp.Focus("#console-rows tbody tr:nth-child(2) button"))
	plain.ExpectLoad(func() { plain.Press(kb.Enter) })
	w.wantResult("FROM hotel.hotels WHERE hotel_id = 'AZ2'", 0)
}
