package webhooks

import (
	"crypto/rand"
	"encoding/json"
	"time"

	"widerow/model"
	"widerow/model/people"
)

// State is the state of a delivery.
type State string

// States.
const (
	Waiting State = "waiting" // for its time
	Sent    State = "sent"    // the server has answered with a success
	Failed  State = "failed"  // given up
)

// Delivery is one event for one webhook.
type Delivery struct {
	ID     string
	Hook   model.ID
	Event  Event
	State  State
	Made   time.Time
	Due    time.Time // of the next try
	Tried  time.Time `json:",omitzero"`
	Tries  int
	Status int    // of the last answer; 0: there was none
	Error  string // why the last try failed, in words
}

// waits are the times between tries. After the last one a delivery has failed.
var waits = []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute, 20 * time.Minute, time.Hour,
	3 * time.Hour, 8 * time.Hour}

// gathering is the time for which further changes of a model join the delivery of the first one.
const gathering = 10 * time.Second

// Limits of the deliveries of one webhook.
const (
	maxWaiting = 500
	maxDone    = 20  // sent and failed ones are listed
	maxChanges = 100 // in one delivery
)

func newDelivery(hook model.ID, event Event, now time.Time) *Delivery {
	// A text in base 32, so that the order of keys is nobody's concern.
	d := &Delivery{ID: rand.Text(), Hook: hook, Event: event, State: Waiting, Made: now, Due: now}
	if event.Event == people.ModelChanged {
		d.Due = now.Add(gathering)
	}
	d.Event.Delivery = d.ID
	return d
}

// takes reports whether a change of a model joins a delivery that waits for more.
func (d *Delivery) takes(event Event) bool {
	return d.State == Waiting && d.Tries == 0 && d.Event.Event == people.ModelChanged &&
		event.Event == people.ModelChanged && d.Event.Model.ID == event.Model.ID && len(d.Event.Changes) < maxChanges
}

// join adds the changes of an event.
func (d *Delivery) join(event Event) {
	d.Event.Changes = append(d.Event.Changes[:len(d.Event.Changes):len(d.Event.Changes)], event.Changes...)
	d.Event.At, d.Event.By, d.Event.Model = event.At, event.By, event.Model
}

// longest returns the longest time for which a delivery in this state waits.
func (d *Delivery) longest() time.Duration {
	switch {
	case d.Tries > 0:
		return waits[min(d.Tries, len(waits))-1]
	case d.Event.Event == people.ModelChanged:
		return gathering
	}
	return 0
}

// ended notes the result of a try.
func (d *Delivery) ended(status int, problem string, now time.Time) {
	d.Tries, d.Tried, d.Status, d.Error = d.Tries+1, now, status, problem
	switch {
	case problem == "":
		d.State = Sent
	case d.Tries > len(waits), status == statusGone:
		d.State = Failed
	default:
		d.Due = now.Add(waits[d.Tries-1])
	}
}

// statusGone is the answer of a server that wants to hear no more.
const statusGone = 410

func (d *Delivery) encode() []byte {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // it has texts, numbers and times only
	}
	return text
}
