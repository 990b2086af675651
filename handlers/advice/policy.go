package advice

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"widerow/cql/guardrails"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/edit"
	webadvice "widerow/web/advice"
)

// ownPolicy is the name of a policy that was pasted.
const ownPolicy = "cassandra.yaml"

var policyTitles = map[string]string{
	"": "Recommended for the target", "cassandra": "Cassandra’s defaults", "axonops": "AxonOps recommended", "astra": "Astra DB",
	"keyspaces": "Amazon Keyspaces",
}

// policy shows which policy the model follows.
func (l *listing) policy() *webadvice.Policy {
	follows := l.Model.Policy
	titleOf := func(name string) string {
		if house := advice.House(l.Model.Target); house != nil && name == "" {
			return cmp.Or(policyTitles[house.Name], house.Name) + ", the policy of this server"
		}
		return cmp.Or(policyTitles[name], name)
	}
	view := &webadvice.Policy{Title: titleOf(follows.Name)}
	for _, name := range append([]string{""}, advice.Presets()...) {
		view.Choices = append(view.Choices, edit.Choice{Value: name, Label: titleOf(name)})
	}
	view.Chosen = follows.Name
	if len(follows.Guardrails) > 0 {
		view.Chosen = ""
		read := advice.PolicyOf(l.Model)
		view.Unknown, view.Unchecked, view.Wrong = read.Unknown, read.Unchecked, read.Wrong
	}
	if l.form.Values.Get("do") == "policy" && l.form.Problem != "" {
		view.Problem, view.Text = l.form.Problem, l.form.Values.Get("guardrails")
	}
	return view
}

// policyCommand reads the form that chooses a policy: pasted guardrails, or a preset.
func policyCommand(values url.Values) (edit.Command, error) {
	text := values.Get("guardrails")
	if strings.TrimSpace(text) == "" {
		return edit.FollowPolicy{Policy: model.Policy{Name: values.Get("policy")}}, nil
	}
	lines, err := guardrails.Read([]byte(text))
	if err != nil {
		return nil, wrong("The guardrails cannot be read: %v", err)
	}
	read := advice.FromGuardrails(ownPolicy, lines, "")
	if !read.HasGuardrails() && len(read.Wrong)+len(read.Unknown)+len(read.Unchecked) == 0 {
		return nil, wrong("There is no guardrail in this text: a line is such as tables_warn_threshold: 100")
	}
	kept := map[string]string{}
	for name, value := range lines {
		if isGuardrail(name, value) {
			kept[name] = value
		}
	}
	return edit.FollowPolicy{Policy: model.Policy{Name: ownPolicy, Guardrails: kept}}, nil
}

// isGuardrail reports whether a line of cassandra.yaml is a guardrail, known or not: the document keeps no other settings,
// such as addresses and passwords.
func isGuardrail(name, value string) bool {
	read := advice.FromGuardrails(ownPolicy, map[string]string{name: value}, "")
	return read.HasGuardrails() || len(read.Wrong)+len(read.Unknown)+len(read.Unchecked) > 0
}

func wrong(format string, arguments ...any) error {
	return &edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Field: "guardrails", Message: fmt.Sprintf(format, arguments...)}}}
}
