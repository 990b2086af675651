package scene

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Look is the paint of an item: the declarations of style.css that apply to it, in a theme.
type Look struct {
	Fill, Stroke string // #rrggbb, "none" or a hatch
	Width        float64
	Dash         []float64
}

// Unstyled is SVG's default for an item that no rule selects.
var Unstyled = Look{Fill: "#000000", Stroke: None, Width: 1}

// None is the paint that leaves an area or a line undrawn.
const None = "none"

// rule is a selector of the style sheet with its declarations. Rules for
// pointers and the keyboard are left to the browser.
type rule struct {
	selector    string
	parts       []part // from the item to its ancestors
	specificity int
	body        []property
}

// part is one compound selector. child means that the next part must match its
// parent rather than any ancestor.
type part struct {
	node
	child bool
}

// node is an element of the diagram: its tag and its classes.
type node struct {
	tag     string
	classes []string
}

type property struct{ name, value string }

var (
	ruleText    = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	interactive = regexp.MustCompile(`:(hover|focus)|\[|@`)
)

// sheet is the parsed style.css, sorted by increasing specificity.
var sheet = sync.OnceValue(func() []rule {
	var rules []rule
	for _, match := range ruleText.FindAllStringSubmatch(StyleSheet, -1) {
		body := properties(match[2])
		for selector := range strings.SplitSeq(match[1], ",") {
			if selector = strings.TrimSpace(selector); !interactive.MatchString(selector) {
				rules = append(rules, newRule(selector, body))
			}
		}
	}
	slices.SortStableFunc(rules, func(a, b rule) int { return a.specificity - b.specificity })
	return rules
})

func properties(body string) []property {
	var list []property
	for declaration := range strings.SplitSeq(body, ";") {
		if name, value, found := strings.Cut(declaration, ":"); found {
			list = append(list, property{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return list
}

func newRule(selector string, body []property) rule {
	r := rule{selector: selector, body: body}
	words := strings.Fields(strings.ReplaceAll(selector, ">", " > "))
	child := false
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == ">" {
			child = true
			continue
		}
		if child {
			r.parts[len(r.parts)-1].child, child = true, false
		}
		tag, classes, _ := strings.Cut(words[i], ".")
		p := part{node: node{tag: tag}}
		if classes != "" {
			p.classes = strings.Split(classes, ".")
		}
		r.parts = append(r.parts, p)
		r.specificity += 100 * len(p.classes)
		if tag != "" {
			r.specificity++
		}
	}
	return r
}

// is reports whether the part matches an element.
func (p part) is(n node) bool {
	return (p.tag == "" || p.tag == n.tag) && !slices.ContainsFunc(p.classes, func(class string) bool {
		return !slices.Contains(n.classes, class)
	})
}

// matches reports whether the rule selects the last element of the path.
func (r *rule) matches(path []node) bool {
	last := len(path) - 1
	return r.parts[0].is(path[last]) && ancestors(r.parts, path[:last])
}

// ancestors reports whether the remaining parts match ancestors.
func ancestors(parts []part, path []node) bool {
	if len(parts) == 1 {
		return true
	}
	for i := len(path) - 1; i >= 0; i-- {
		if parts[1].is(path[i]) && ancestors(parts[1:], path[:i]) {
			return true
		}
		if parts[0].child {
			return false
		}
	}
	return false
}

// Styler computes the looks of one diagram's items.
type Styler struct {
	theme Theme
	known map[string]*Styled
}

// Styled is an element of the diagram with its look.
type Styled struct {
	key  string
	path []node
	Look Look
}

// NewStyler returns a styler for a theme.
func NewStyler(theme Theme) *Styler { return &Styler{theme: theme, known: map[string]*Styled{}} }

// Root returns the element of the whole diagram.
func (s *Styler) Root(scene *Scene) *Styled {
	return s.style("", nil, Unstyled, "svg", scene.Class())
}

// In returns an element within another one.
func (s *Styler) In(parent *Styled, tag, class string) *Styled {
	return s.style(parent.key, parent.path, parent.Look, tag, class)
}

func (s *Styler) style(above string, path []node, inherited Look, tag, class string) *Styled {
	key := above + "/" + tag + "." + class
	if found, ok := s.known[key]; ok {
		return found
	}
	found := &Styled{key, append(slices.Clone(path), node{tag, strings.Fields(class)}), inherited}
	for _, rule := range sheet() {
		if rule.matches(found.path) {
			found.Look.take(rule.body, s.theme)
		}
	}
	s.known[key] = found
	return found
}

// take applies a rule's declarations.
func (l *Look) take(body []property, theme Theme) {
	for _, p := range body {
		value := inTheme(p.value, theme)
		switch p.name {
		case "fill":
			l.Fill = value
		case "stroke":
			l.Stroke = value
		case "stroke-width":
			l.Width = lengths(value)[0]
		case "stroke-dasharray":
			l.Dash = lengths(value)
		}
	}
}

// lengths parses the lengths of style.css; "none" yields none.
func lengths(value string) []float64 {
	if value == None {
		return nil
	}
	var list []float64
	for word := range strings.FieldsSeq(strings.ReplaceAll(value, "px", "")) {
		length, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic(fmt.Sprintf("style.css: %q is no length", value))
		}
		list = append(list, length)
	}
	return list
}
