package live

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"widerow/store"
)

// none loads models without revisions.
func none(context.Context, store.ModelID) (store.Revision, error) {
	return store.Revision{}, store.ErrNotFound
}

func subscribe(t testing.TB, hub *Hub, load Load, of ...store.ModelID) *Reader {
	t.Helper()
	reader, err := hub.Subscribe(t.Context(), Interest{Of: of}, load)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(reader.Close)
	return reader
}

func headsOf(message Message) string {
	var texts []string
	for _, head := range message.Heads {
		texts = append(texts, fmt.Sprintf("%s=%d", head.Of, head.Number))
	}
	return strings.Join(texts, " ")
}

// However many revisions come before a reader looks, it gets the newest of each chain,
// and each of them once.
func TestReaderGetsTheNewestState(t *testing.T) {
	hub := NewHub(nil)
	load := func(_ context.Context, chain store.ModelID) (store.Revision, error) {
		if chain == "hotel" {
			return store.Revision{Model: chain, Number: 7}, nil
		}
		return none(t.Context(), chain)
	}
	reader := subscribe(t, hub, load, "hotel", "hotel.p2")
	if got := headsOf(reader.Take()); got != "hotel=7" {
		t.Errorf("at first: %q", got)
	}
	for number := range uint64(1000) {
		hub.Publish(Head{Of: "hotel", Number: number})
		hub.Publish(Head{Of: "hotel.discussion", Number: number / 2})
		hub.Publish(Head{Of: "other", Number: number})
	}
	hub.Publish(Head{Of: "hotel.p2.discussion", Number: 3})
	if got, want := headsOf(reader.Take()), "hotel=999 hotel.discussion=499 hotel.p2.discussion=3"; got != want {
		t.Errorf("then %q, want %q", got, want)
	}
	hub.Publish(Head{Of: "hotel", Number: 998}) // a repeated operation
	if got := headsOf(reader.Take()); got != "" {
		t.Errorf("an old revision was told again: %q", got)
	}
	reader.Close()
	if len(hub.topics) != 0 || hub.Readers() != 0 {
		t.Errorf("%d topics and %d readers are left", len(hub.topics), hub.Readers())
	}
}

// A revision that is saved while the state is loaded is not lost to the older one.
func TestPublishWhileLoading(t *testing.T) {
	hub := NewHub(nil)
	reader := subscribe(t, hub, func(_ context.Context, chain store.ModelID) (store.Revision, error) {
		hub.Publish(Head{Of: chain, Number: 5})
		return store.Revision{Model: chain, Number: 4}, nil
	}, "hotel")
	if got := headsOf(reader.Take()); !strings.HasPrefix(got, "hotel=5 ") {
		t.Errorf("the reader was told of %q", got)
	}
}

func namesAt(message Message) string {
	var names []string
	for _, here := range message.Here {
		for _, person := range here.People {
			names = append(names, person.Name+"@"+person.On)
		}
		if here.More > 0 {
			names = append(names, fmt.Sprintf("+%d", here.More))
		}
	}
	return strings.Join(names, " ")
}

func TestPresence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := NewHub(nil)
		defer hub.Close()
		reader, err := hub.Subscribe(t.Context(), Interest{Of: []store.ModelID{"hotel"}, Self: KeyOf("mine")}, none)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		step := func(wait time.Duration, want string) {
			t.Helper()
			time.Sleep(wait)
			synctest.Wait()
			if got := namesAt(reader.Take()); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		ada := Person{ID: KeyOf("ada"), Name: "Ada", On: "t1"}
		hub.See("hotel", ada)
		hub.See("hotel", Person{ID: KeyOf("mine"), Name: "Me"})
		hub.See("hotel", Person{ID: KeyOf("ben"), Name: "Ben"})
		hub.See("elsewhere", Person{ID: KeyOf("eve"), Name: "Eve"})
		step(time.Second, "Ada@t1 Ben@")
		ada.On = "t2"
		hub.See("hotel", ada)
		step(time.Second, "Ada@t2 Ben@")
		step(20*time.Second, "") // nothing new
		hub.See("hotel", ada)
		step(15*time.Second, "Ada@t2") // Ben was not heard for 30 s
		hub.Leave("hotel", ada.ID)
		step(time.Second, "")
		if hub.people != 0 || len(hub.topics["hotel"].people) != 0 {
			t.Errorf("%d people are left", hub.people)
		}
		for number := range 2 * maxHere {
			hub.See("hotel", Person{ID: fmt.Sprint(number), Name: fmt.Sprintf("P%03d", number)})
		}
		time.Sleep(time.Second)
		here := reader.Take().Here
		if len(here) != 1 || len(here[0].People) != maxListed || here[0].More != maxHere-maxListed {
			t.Errorf("a crowd is told as %v", here)
		}
	})
}

// streams serves the streams of a hub. A server with a limit gives up a request that
// takes longer, unless it is a stream.
func streams(t testing.TB, hub *Hub, limit time.Duration) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reader, err := hub.Subscribe(r.Context(), Interest{Of: []store.ModelID{"hotel"}}, none)
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		defer reader.Close()
		if err := reader.Stream(w, r); err != nil && r.Context().Err() == nil {
			t.Logf("stream: %v", err)
		}
	}))
	server.Config.ReadTimeout, server.Config.WriteTimeout = limit, limit
	server.Start()
	t.Cleanup(func() { hub.Close(); server.Close() })
	return server
}

// messages sends the messages of a stream until it ends.
func messages(t testing.TB, address string) <-chan Message {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	return messagesOf(t, response)
}

func messagesOf(t testing.TB, response *http.Response) <-chan Message {
	t.Helper()
	t.Cleanup(func() { response.Body.Close() })
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" || response.Header.Get("X-Accel-Buffering") != "no" {
		t.Errorf("the headers are %v", response.Header)
	}
	all := make(chan Message)
	go func() {
		defer close(all)
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 4<<20)
		for lines.Scan() {
			if text, found := strings.CutPrefix(lines.Text(), "data: "); found {
				var message Message
				if err := json.Unmarshal([]byte(text), &message); err != nil {
					t.Errorf("%s: %v", text, err)
				}
				all <- message
			}
		}
	}()
	return all
}

// A stream outlives the timeouts of the server, and ends when the hub is closed.
func TestStream(t *testing.T) {
	for limit := 100 * time.Millisecond; limit < time.Minute; limit *= 10 {
		hub := NewHub(nil)
		response, err := http.Get(streams(t, hub, limit).URL)
		if err != nil { // a busy machine did not answer within the limit
			t.Log(err)
			continue
		}
		outlives(t, hub, messagesOf(t, response), 2*limit)
		return
	}
	t.Error("the server does not answer")
}

// outlives checks that a stream still sends a message after a time.
func outlives(t *testing.T, hub *Hub, told <-chan Message, after time.Duration) {
	t.Helper()
	if first := <-told; first.Heads != nil {
		t.Errorf("the first message is %v", first)
	}
	time.Sleep(after)
	hub.Publish(Head{Of: "hotel", Number: 2, By: "Ada"})
	if got := <-told; len(got.Heads) != 1 || got.Heads[0] != (Head{Of: "hotel", Number: 2, By: "Ada"}) {
		t.Errorf("got %v", got)
	}
	hub.Close()
	if _, more := <-told; more {
		t.Error("the stream goes on after the hub was closed")
	}
}

// Saves do not wait for a browser that takes nothing, and its stream ends.
func TestSlowReader(t *testing.T) {
	hub := NewHub(nil)
	server := streams(t, hub, time.Hour)
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	for hub.Readers() == 0 {
		time.Sleep(time.Millisecond)
	}
	long := strings.Repeat("x", 1<<20)
	for number := range uint64(100) {
		hub.Publish(Head{Of: "hotel", Number: number + 1, By: long})
	}
	// One message is in the socket, and the reader holds no queue of the others.
	other := messages(t, server.URL)
	if got := headsOf(<-other); got != "hotel=100" {
		t.Errorf("another reader was told of %q", got)
	}
}

// BenchmarkPublish measures the time from a save to its message at each of 1,000
// browsers.
func BenchmarkPublish(b *testing.B) {
	const readers = 1000
	hub := NewHub(nil)
	server := streams(b, hub, time.Hour)
	var group sync.WaitGroup
	var mutex sync.Mutex
	var took []time.Duration
	var sent time.Time
	for range readers {
		told := messages(b, server.URL)
		<-told
		go func() {
			for range told {
				mutex.Lock()
				took = append(took, time.Since(sent))
				mutex.Unlock()
				group.Done()
			}
		}()
	}
	number := uint64(0)
	for b.Loop() {
		number++
		group.Add(readers)
		sent = time.Now()
		hub.Publish(Head{Of: "hotel", Number: number, By: "Ada"})
		group.Wait()
	}
	mutex.Lock()
	defer mutex.Unlock()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
