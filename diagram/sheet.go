package diagram

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// look is how an item is painted: what style.css says of it, in a theme.
type look struct {
	fill, stroke string // a colour as #rrggbb, "none" or a hatch
	width        float64
	dash         []float64
}

// unstyled is what SVG takes for an item that no rule names.
var unstyled = look{fill: "#000000", stroke: none, width: 1}

const none = "none"

// rule is a selector of the style sheet with its declarations. Rules for
// what a pointer or the keyboard does are the browser's alone.
type rule struct {
	selector    string
	parts       []part // from the item outwards
	specificity int
	body        []property
}

// part is one element that a selector names. child says that the next part
// is its parent and not any ancestor.
type part struct {
	node
	child bool
}

// node is an element of the picture: its tag and its classes.
type node struct {
	tag     string
	classes []string
}

type property struct{ name, value string }

var (
	ruleText    = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	interactive = regexp.MustCompile(`:(hover|focus)|\[|@`)
)

// sheet is style.css, weaker rules before stronger ones.
var sheet = sync.OnceValue(func() []rule {
	var rules []rule
	for _, match := range ruleText.FindAllStringSubmatch(styleSheet, -1) {
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

// is reports whether the rule's part names an element.
func (p part) is(n node) bool {
	return (p.tag == "" || p.tag == n.tag) && !slices.ContainsFunc(p.classes, func(class string) bool {
		return !slices.Contains(n.classes, class)
	})
}

// matches reports whether the rule is for the last element of the path.
func (r *rule) matches(path []node) bool {
	last := len(path) - 1
	return r.parts[0].is(path[last]) && ancestors(r.parts, path[:last])
}

// ancestors looks for the rest of the parts among the ancestors.
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

// styler gives the looks of one picture's items.
type styler struct {
	theme Theme
	known map[string]*styled
}

// styled is an element of the picture with its look.
type styled struct {
	key  string
	path []node
	look look
}

func newStyler(theme Theme) *styler { return &styler{theme: theme, known: map[string]*styled{}} }

// root is the picture itself.
func (s *styler) root(scene *Scene) *styled {
	return s.style("", nil, unstyled, "svg", scene.class())
}

// in is an element within another one.
func (s *styler) in(parent *styled, tag, class string) *styled {
	return s.style(parent.key, parent.path, parent.look, tag, class)
}

func (s *styler) style(above string, path []node, inherited look, tag, class string) *styled {
	key := above + "/" + tag + "." + class
	if found, ok := s.known[key]; ok {
		return found
	}
	found := &styled{key, append(slices.Clone(path), node{tag, strings.Fields(class)}), inherited}
	for _, rule := range sheet() {
		if rule.matches(found.path) {
			found.look.take(rule.body, s.theme)
		}
	}
	s.known[key] = found
	return found
}

// take puts a rule's declarations over what was there.
func (l *look) take(body []property, theme Theme) {
	for _, p := range body {
		value := inTheme(p.value, theme)
		switch p.name {
		case "fill":
			l.fill = value
		case "stroke":
			l.stroke = value
		case "stroke-width":
			l.width = lengths(value)[0]
		case "stroke-dasharray":
			l.dash = lengths(value)
		}
	}
}

// lengths reads the numbers of our own style sheet; "none" is no number.
func lengths(value string) []float64 {
	if value == none {
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
