package derivation

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
)

// Choices are the choices of a user in place of the proposals. Queries are named by their
// labels.
type Choices struct {
	Only     []string
	Without  []string
	Tables   []string
	Choose   map[string]string
	Subtypes map[string]string
	Path     map[string]string
	Store    map[string]string
	Split    map[string]string
	Own      []string
}

// ChoiceNames are the names of the choices, as flags and as parameters.
var ChoiceNames = []string{"only", "without", "tables", "choose", "subtypes", "path", "store", "split", "own"}

// choosing resolves the choices in a document. It collects what is wrong with them.
type choosing struct {
	Choices
	model  *model.Model
	errors []error
}

func (c *choosing) refuse(format string, arguments ...any) {
	c.errors = append(c.errors, fmt.Errorf(format, arguments...))
}

// err returns what is wrong as one error.
func (c *choosing) err() error {
	var messages []string
	for _, err := range c.errors {
		messages = append(messages, err.Error())
	}
	if len(messages) == 0 {
		return nil
	}
	return errors.New(strings.Join(messages, "; "))
}

// query finds a query by its label.
func (c *choosing) query(flag, label string) model.ID {
	var found []model.ID
	var labels []string
	for _, item := range model.Sorted(c.model.Workflow.Queries) {
		if strings.EqualFold(item.Value.Label, label) {
			found = append(found, item.ID)
		}
		labels = append(labels, item.Value.Label)
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		c.refuse("--%s: %d queries have the label %s", flag, len(found), label)
	case len(labels) == 0:
		c.refuse("--%s: the document has no queries", flag)
	default:
		c.refuse("--%s: no query %s; the document has %s", flag, label, strings.Join(labels, ", "))
	}
	return ""
}

func (c *choosing) queries(flag string, labels []string) []model.ID {
	var queries []model.ID
	for _, label := range labels {
		queries = append(queries, c.query(flag, label))
	}
	return queries
}

// left are the queries that are not derived.
func (c *choosing) left() model.IDSet {
	only, left := c.queries("only", c.Only), model.SetOfIDs(c.queries("without", c.Without)...)
	for id := range c.model.Workflow.Queries {
		if len(only) > 0 && !slices.Contains(only, id) {
			left[id] = true
		}
	}
	return left
}

// kept are the commands for the choices that the document keeps: how attributes are
// stored, and paths, which depend on nothing else.
func (c *choosing) kept() []edit.Command {
	var commands []edit.Command
	for _, name := range slices.Sorted(maps.Keys(c.Store)) {
		commands = append(commands, c.stored(name, c.Store[name])...)
	}
	for _, label := range slices.Sorted(maps.Keys(c.Path)) {
		if query := c.query("path", label); query != "" {
			commands = append(commands, c.path(query, label, c.Path[label])...)
		}
	}
	return commands
}

// path keeps one of the paths that are as short as each other. A path that the
// document has is chosen anew.
func (c *choosing) path(query model.ID, label, number string) []edit.Command {
	open := c.model.Clone()
	if !mapping.Explore(open, query).IsOpen() {
		open.Workflow.Queries[query].Path, open.Workflow.Queries[query].Ends = nil, nil
	}
	paths := mapping.Explore(open, query).Path.Alternatives()
	var words []string
	for i, path := range paths {
		words = append(words, fmt.Sprintf("%d %s", i+1, path.Words))
	}
	at, err := strconv.Atoi(number)
	switch {
	case len(paths) == 0:
		c.refuse("--path %s=%s: no two paths of %s are as short as each other", label, number, label)
	case err != nil || at < 1 || at > len(paths):
		c.refuse("--path %s=%s: want the number of a path: %s", label, number, strings.Join(words, ", "))
	default:
		return paths[at-1].Commands(query, c.model.Workflow.Queries[query])
	}
	return nil
}

// stored sets how an attribute is stored.
func (c *choosing) stored(name, form string) []edit.Command {
	var titles []string
	for element := range c.model.ElementsOf(model.AttributeKind) {
		attribute := element.Value.(*model.Attribute)
		forms := []string{"set", "list", "map", "rows"}
		if attribute.Derived {
			forms = []string{"immutable"}
		} else if !attribute.MultiValued {
			continue
		}
		title := c.model.Title(element.Parent) + "." + attribute.Name
		if !strings.EqualFold(title, name) {
			titles = append(titles, title)
			continue
		}
		if !slices.Contains(forms, form) {
			c.refuse("--store %s=%s: want %s", name, form, strings.Join(forms, ", "))
			return nil
		}
		set := edit.Set{Element: element.ID, Field: "stored_as", Value: form}
		if form == "immutable" {
			set.Field, set.Value = "immutable", "true"
		} else if form == "set" {
			set.Value = string(model.AsSet)
		}
		field, _ := edit.FieldOf(model.AttributeKind, set.Field)
		set.Was = field.Text(c.model, element)
		return []edit.Command{set}
	}
	slices.Sort(titles)
	if len(titles) == 0 {
		titles = []string{"none"}
	}
	c.refuse("--store: no attribute %s with several values or derived; the document has %s", name, strings.Join(titles, ", "))
	return nil
}

// choices are the alternatives chosen. The document has the kept choices.
func (c *choosing) choices(left model.IDSet) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for id := range left {
		choices[id] = mapping.Choice{Leave: true}
	}
	for _, query := range c.queries("own", c.Own) {
		choices[query] = mapping.Choice{Own: true, Leave: left[query]}
	}
	proposed := mapping.Derive(c.model, nil, choices)
	for _, flag := range []struct {
		name   string
		values map[string]string
		key    func(plan *mapping.Plan, value string) (string, error)
	}{{"choose", c.Choose, numbered}, {"subtypes", c.Subtypes, withSubtypes}} {
		for _, label := range slices.Sorted(maps.Keys(flag.values)) {
			query := c.query(flag.name, label)
			if query == "" {
				continue
			}
			if left[query] {
				c.refuse("--%s %s=%s: %s is left out", flag.name, label, flag.values[label], label)
				continue
			}
			key, err := flag.key(proposed.Plan(query), flag.values[label])
			switch choice := choices[query]; {
			case err != nil:
				c.refuse("--%s %s=%s: %w", flag.name, label, flag.values[label], err)
			case choice.Key != "" && choice.Key != key:
				c.refuse("--%s %s=%s: --choose names another alternative", flag.name, label, flag.values[label])
			default:
				choice.Key = key
				choices[query] = choice
			}
		}
	}
	return choices
}

// numbered returns the alternative with a number, from 1.
func numbered(plan *mapping.Plan, number string) (string, error) {
	if plan.Fatal() {
		return "", errors.New("no table can be derived for it")
	}
	var all []string
	for i := range plan.Alternatives {
		all = append(all, fmt.Sprintf("%d %s", i+1, plan.Alternatives[i].Signature()))
	}
	at, err := strconv.Atoi(number)
	if err != nil || at < 1 || at > len(all) {
		return "", fmt.Errorf("want the number of an alternative: %s", strings.Join(all, ", "))
	}
	return plan.Alternatives[at-1].Signature(), nil
}

// withSubtypes returns the best alternative with one table, or with one for each
// subtype.
func withSubtypes(plan *mapping.Plan, form string) (string, error) {
	if form != "one" && form != "each" {
		return "", errors.New("want one or each")
	}
	each := slices.IndexFunc(plan.Alternatives, func(a mapping.Alternative) bool { return a.Form == mapping.PerSubtype })
	one := slices.IndexFunc(plan.Alternatives, func(a mapping.Alternative) bool { return a.Form != mapping.PerSubtype })
	switch {
	case each < 0:
		return "", errors.New("it does not find several subtypes of one supertype, of which nothing is given or sorted")
	case form == "each":
		return plan.Alternatives[each].Signature(), nil
	}
	return plan.Alternatives[one].Signature(), nil
}

// leaves returns a function that reports whether a derived table is left out.
func (c *choosing) leaves(d *mapping.Derivation) func(*mapping.Proposal) bool {
	var names []string
	for _, proposal := range d.Proposals {
		names = append(names, proposal.Name)
	}
	for _, table := range c.Tables {
		if !slices.Contains(names, table) {
			c.refuse("--tables: no table %s is derived, but %s", table, strings.Join(names, ", "))
		}
	}
	return func(p *mapping.Proposal) bool { return len(c.Tables) > 0 && !slices.Contains(c.Tables, p.Name) }
}
