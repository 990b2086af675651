package people

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"widerow/model"
	"widerow/model/internal/secret"
)

// MaxHooks is the largest number of webhooks of a model, and of those for all models.
const MaxHooks = 20

// Happening is a kind of event that a webhook reports.
type Happening string

// Happenings. HookTest is reported only on request.
const (
	ProposalOpened    Happening = "proposal.opened"
	ProposalCommented Happening = "proposal.commented"
	ProposalApproved  Happening = "proposal.approved"
	ProposalMerged    Happening = "proposal.merged"
	ModelCommented    Happening = "model.commented"
	ModelChanged      Happening = "model.changed"
	HookTest          Happening = "test"
)

// Happenings are all that can be chosen.
var Happenings = []Happening{ProposalOpened, ProposalCommented, ProposalApproved, ProposalMerged, ModelCommented, ModelChanged}

// HookForm is the form of a webhook's reports.
type HookForm string

// Forms.
const (
	JSONForm  HookForm = "json"  // with the fields of docs/webhooks.md
	SlackForm HookForm = "slack" // a text, as Slack, Mattermost and Rocket.Chat take it
)

// HookForms are all forms.
var HookForms = []HookForm{JSONForm, SlackForm}

// Hook is an address that receives the events of a model, or of all models.
type Hook struct {
	Model  string      `json:"model,omitempty"` // its ID; empty: all models
	URL    string      `json:"url"`
	Events []Happening `json:"events"`
	Form   HookForm    `json:"form"`
	Secret string      `json:"secret"` // the key of its signatures
	By     model.ID    `json:"by"`
	Made   time.Time   `json:"made"`
}

// Host returns the name of the server that a webhook calls.
func (h *Hook) Host() string {
	if address, err := url.Parse(h.URL); err == nil {
		return address.Hostname()
	}
	return ""
}

// AddHook adds a webhook and returns the key of its signatures. Secret and Made of the
// argument are ignored. The error is ErrNobody or a *model.Rejected. Whether the operator allows
// the address is for the caller to ask.
func (d *Directory) AddHook(id model.ID, hook Hook, now time.Time) (next *Directory, key string, err error) {
	if err := d.checkHook(&hook); err != nil {
		return nil, "", err
	}
	hook.Events = slices.Clone(hook.Events)
	hook.Secret, hook.Made = secret.New(), moment(now)
	next = d.clone()
	if next.Hooks == nil {
		next.Hooks = map[model.ID]*Hook{}
	}
	next.Hooks[id] = &hook
	return next, hook.Secret, nil
}

func (d *Directory) checkHook(hook *Hook) error {
	switch {
	case d.Accounts[hook.By] == nil:
		return ErrNobody
	case len(hook.URL) > 2000:
		return model.Reject("The address has %d characters; at most 2000 are allowed.", len(hook.URL))
	case len(hook.Events) == 0:
		return model.Reject("Choose at least one thing that the webhook tells of.")
	case !slices.Contains(HookForms, hook.Form):
		return model.Reject("%q is no form of a webhook: choose json or slack.", hook.Form)
	case len(d.HooksOf(hook.Model)) >= MaxHooks:
		return model.Reject("There are %d webhooks here, and no more are allowed: remove one first.", MaxHooks)
	}
	for _, event := range hook.Events {
		if !slices.Contains(Happenings, event) {
			return model.Reject("A webhook cannot tell of %q.", event)
		}
	}
	return nil
}

// RemoveHook removes a webhook. The error is ErrNobody if there is none.
func (d *Directory) RemoveHook(id model.ID) (*Directory, error) {
	if d.Hooks[id] == nil {
		return nil, ErrNobody
	}
	next := d.clone()
	delete(next.Hooks, id)
	return next, nil
}

// HooksOf returns the IDs of the webhooks of a model, or of those for all models (""),
// the newest first.
func (d *Directory) HooksOf(id string) (hooks []model.ID) {
	hooks = slices.Clone(d.index().hooks[id])
	slices.SortFunc(hooks, func(a, b model.ID) int {
		return cmp.Or(d.Hooks[b].Made.Compare(d.Hooks[a].Made), strings.Compare(string(a), string(b)))
	})
	return hooks
}

// HooksFor returns the IDs of the webhooks that report events of a model: its own, and those for
// all models. The webhooks of a disabled account are silent.
func (d *Directory) HooksFor(id string) (hooks []model.ID) {
	for _, key := range slices.Concat(d.HooksOf(id), d.HooksOf("")) {
		if by := d.Accounts[d.Hooks[key].By]; by != nil && !by.Disabled {
			hooks = append(hooks, key)
		}
	}
	return hooks
}
