package compare

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"widerow/model"
)

// beside compares what the document has beside its elements: the policy that it follows, what is accepted, and its lists of
// statements. All of it is about the model.
func (c *comparer) beside() {
	c.policy()
	each(c.before.Accepted, c.after.Accepted, func(key string, kind Kind, was, is *model.Accepted) {
		change := Change{Kind: kind, Type: "advice", Element: c.adviceTitle(key)}
		switch kind {
		case Added:
			change.After, change.Words = is.Reason, fmt.Sprintf("advice %s accepted: %s", change.Element, is.Reason)
		case Removed:
			change.Before, change.Words = was.Reason, fmt.Sprintf("advice %s no longer accepted", change.Element)
		case Changed:
			change.Before, change.After = was.Reason, is.Reason
			change.Words = fmt.Sprintf("advice %s accepted again: %s", change.Element, is.Reason)
		}
		c.add(change)
	})
	each(c.before.StatementLists, c.after.StatementLists, func(_ model.ID, kind Kind, was, is *model.StatementList) {
		change := Change{Kind: kind, Type: "statement list"}
		switch kind {
		case Added:
			change.Element = is.Name
		case Removed:
			change.Element = was.Name
		case Changed:
			c.list(was, is)
			return
		}
		c.add(change)
	})
}

// list compares the fields of a list of statements.
func (c *comparer) list(was, is *model.StatementList) {
	change := Change{Kind: Changed, Type: "statement list", Element: was.Name}
	field := func(name, before, after, words string) {
		if before != after {
			one := change
			one.Field, one.Before, one.After, one.Words = name, before, after, words
			c.add(one)
		}
	}
	field("name", was.Name, is.Name, "")
	field("keyspace", was.Keyspace, is.Keyspace, "")
	field("statements", was.Text, is.Text, fmt.Sprintf("statement list %s: statements changed", was.Name))
}

// policy compares the policies, a guardrail at a time.
func (c *comparer) policy() {
	was, is := c.before.Policy, c.after.Policy
	if was.Name != is.Name {
		title := func(name string) string {
			if name == "" {
				return "what is recommended"
			}
			return name
		}
		c.add(Change{Kind: Changed, Type: "policy", Field: "name", Before: was.Name, After: is.Name,
			Words: fmt.Sprintf("policy of advice changed from %s to %s", title(was.Name), title(is.Name))})
	}
	each(was.Guardrails, is.Guardrails, func(name string, kind Kind, before, after string) {
		c.add(Change{Kind: kind, Type: "guardrail", Element: name, Before: before, After: after, Words: fmt.Sprintf("guardrail %s %s", name, fromTo(before, after))})
	})
}

// adviceTitle names a finding by its key: option/gc-grace of users.
func (c *comparer) adviceTitle(key string) string {
	code, of, _ := strings.Cut(key, "@")
	of, _, _ = strings.Cut(of, "@")
	for _, m := range []*model.Model{c.after, c.before} {
		if title := m.Title(model.ID(of)); title != "" {
			return code + " of " + title
		}
	}
	return code
}

// each calls see for the keys whose values differ, in order.
func each[K ~string, V any](before, after map[K]V, see func(key K, kind Kind, was, is V)) {
	all := maps.Clone(before)
	if all == nil {
		all = map[K]V{}
	}
	maps.Copy(all, after)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		was, had := before[key]
		is, has := after[key]
		switch {
		case !had:
			see(key, Added, was, is)
		case !has:
			see(key, Removed, was, is)
		case !reflect.DeepEqual(was, is):
			see(key, Changed, was, is)
		}
	}
}
