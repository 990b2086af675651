package webhooks

import (
	"encoding/json"
	"fmt"
	"strings"

	"widerow/model/people"
)

// message is the body that is sent of an event.
func message(event Event, form people.HookForm) ([]byte, error) {
	if form == people.SlackForm {
		return json.Marshal(map[string]string{"text": sentence(event)})
	}
	return json.Marshal(event)
}

// sentence describes an event in the markup of Slack.
func sentence(event Event) string {
	by, model := plain(event.By.Name), link(event.Model.URL, event.Model.Title)
	proposal := ""
	if p := event.Proposal; p != nil {
		proposal = link(p.URL, strings.TrimSpace(fmt.Sprintf("#%d %s", p.Number, p.Title))) + " of " + model
	}
	switch event.Event {
	case people.ProposalOpened:
		return by + " opened the proposal " + proposal
	case people.ProposalApproved:
		return by + " approved the proposal " + proposal + quoted(event.Comment)
	case people.ProposalMerged:
		return by + " merged the proposal " + proposal
	case people.ProposalCommented:
		return by + " commented on the proposal " + proposal + quoted(event.Comment)
	case people.ModelCommented:
		return by + " commented on " + model + quoted(event.Comment)
	case people.ModelChanged:
		return changes(event, model)
	}
	return by + " tries this webhook of " + model
}

// shownChanges bounds the changes that a text lists.
const shownChanges = 5

func changes(event Event, model string) string {
	lines := []string{}
	for _, change := range event.Changes[max(0, len(event.Changes)-shownChanges):] {
		lines = append(lines, plain(change.By.Name)+" "+plain(change.Words))
	}
	switch len(event.Changes) {
	case 1:
		return model + ": " + lines[0]
	case len(lines):
		return fmt.Sprintf("%s: %d changes\n• %s", model, len(event.Changes), strings.Join(lines, "\n• "))
	}
	return fmt.Sprintf("%s: %d changes, the last ones:\n• %s", model, len(event.Changes), strings.Join(lines, "\n• "))
}

func quoted(comment *Comment) string {
	if comment == nil {
		return ""
	}
	return ":\n> " + strings.ReplaceAll(plain(comment.Text), "\n", "\n> ")
}

// plain escapes what has a meaning in Slack's markup, such as a mention of everyone.
func plain(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func link(address, text string) string {
	return "<" + plain(address) + "|" + strings.ReplaceAll(plain(text), "|", "¦") + ">"
}
