package people

import (
	"fmt"
	"slices"
	"time"

	"widerow/model/people"
	"widerow/web"
)

// HooksPage shows the webhooks of a model, or those for all models.
type HooksPage struct {
	web.Page
	ID, Model string // of the model; ID is empty for all models
	Path      string // of the page
	Hosts     []string
	Hooks     []Hook
	New       HookForm
	Made      string // the key of a webhook that was made just now
	Saved     string // what was done just now
	Failed    string // what could not be done
	Paused    bool   // nothing is sent until an admin confirms
}

// Hook is a webhook.
type Hook struct {
	ID, Address, By string
	Form            people.HookForm
	Events          []people.Happening
	Made            time.Time
	Silent          bool   // its maker's account is disabled
	Refused         string // why the operator no longer allows it
	Deliveries      []Delivery
}

// Delivery is one event for a webhook.
type Delivery struct {
	ID          string
	Event       people.Happening
	At, Next    time.Time
	Status      int // 0: there was no answer
	Tries       int
	Error       string
	Waits, Sent bool
}

// HookForm holds the values typed for a new webhook.
type HookForm struct {
	URL     string
	Form    people.HookForm
	Events  []people.Happening
	Problem string
}

func (f HookForm) has(event people.Happening) bool { return slices.Contains(f.Events, event) }

// happeningWords describe the events that a webhook reports.
var happeningWords = map[people.Happening]string{
	people.ProposalOpened:    "a proposal is opened",
	people.ProposalCommented: "a proposal is commented on",
	people.ProposalApproved:  "a proposal is approved",
	people.ProposalMerged:    "a proposal is merged",
	people.ModelCommented:    "the model is commented on",
	people.ModelChanged:      "the model is changed",
	people.HookTest:          "a test",
}

// hookFormWords describe the forms of a webhook's messages.
var hookFormWords = map[people.HookForm]string{
	people.JSONForm:  "JSON, signed",
	people.SlackForm: "Slack, Mattermost, Rocket.Chat",
}

// outcome describes the outcome of a delivery.
func (d Delivery) outcome() string {
	switch {
	case d.Sent:
		return fmt.Sprint("sent, ", d.Status)
	case d.Waits && d.Tries == 0:
		return "waiting"
	case d.Waits:
		return fmt.Sprintf("%s, again at %s", d.answer(), minute(d.Next))
	case d.Tries == 1:
		return d.answer() + ", given up"
	}
	return fmt.Sprintf("%s, given up after %d tries", d.answer(), d.Tries)
}

func (d Delivery) answer() string {
	if d.Status == 0 {
		return "no answer"
	}
	return fmt.Sprint("answered ", d.Status)
}
