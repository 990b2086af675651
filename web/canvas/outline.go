package canvas

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/web"
)

// Outline lists the elements of a tab.
type Outline struct {
	Groups []OutlineGroup
	Find   string // what the search box finds
	// Recovers reports that there are tables without a query: queries and
	// concepts can be recovered from them.
	Recovers bool
}

// listsElements reports whether the outline lists an element.
func (o *Outline) listsElements() bool {
	return slices.ContainsFunc(o.Groups, func(group OutlineGroup) bool { return len(group.Items) > 0 })
}

// derives reports whether the outline offers to derive tables.
func derives(page web.WorkbenchPage) bool {
	return page.View.Tab == web.TabQueries || page.View.Tab == web.TabLogical
}

// OutlineGroup is a titled list of elements.
type OutlineGroup struct {
	Title, Suffix string
	Words         string // as in OutlineItem
	Kind          model.Kind
	Element       model.ID // of the title, if it is an element itself
	Href          string
	Selected      bool
	Items         []OutlineItem
	Add           *OutlineAdd // nil if nothing can be added
}

// OutlineAdd leads to the form that adds an element of a kind.
type OutlineAdd struct {
	Kind model.Kind
	One  string
	Href string
}

// Field is the ID of the form's first input.
func (a OutlineAdd) Field() string {
	names := map[model.Kind]string{model.HierarchyKind: "supertype", model.TransitionKind: "from", model.ArrowKind: "access", model.StatementKind: "text"}
	return "new-" + string(a.Kind) + "-" + cmp.Or(names[a.Kind], "name")
}

// OutlineItem is an element as a link.
type OutlineItem struct {
	ID        model.ID
	Kind      model.Kind
	Href      string
	Label     string
	Detail    string // at the right: a size, a type, a mark
	Title     string // of the detail, in full
	Words     string // what the diagram shows of it, for screen readers
	Level     string // ok, warn, bad, missing: draws a dot
	WorstOnly bool
	Italic    bool
	Depth     int  // of a part of a composite attribute, see [model.Model.AttributeDepth]
	Comments  int  // open threads on it, and on its parts unless they are listed
	New       bool // there are new comments among them
	Selected  bool
	Open      bool
	Parts     []OutlineItem
	// Action is shown while the item is open: "Pick for Q5".
	Action *web.Action
}

// found filters the group for users without scripts.
func (group OutlineGroup) found(page web.WorkbenchPage) []OutlineItem {
	wanted := strings.ToLower(strings.TrimSpace(page.View.Find))
	if wanted == "" {
		return group.Items
	}
	var items []OutlineItem
	for _, item := range group.Items {
		if item.matches(wanted) {
			items = append(items, item)
		}
	}
	return items
}

func (i OutlineItem) matches(wanted string) bool {
	if strings.Contains(strings.ToLower(i.Label), wanted) {
		return true
	}
	for _, part := range i.Parts {
		if part.matches(wanted) {
			return true
		}
	}
	return false
}
