package canvas

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
)

// Parts is a list of an element's parts of one kind.
type Parts struct {
	Kind       model.Kind
	Parent     model.ID
	Title, One string
	Rows       []PartRow
	New        []web.Field
	Lines      *Lines // nil if parts are added one by one only
	Readonly   bool
}

// Lines adds several parts at once, one a line.
type Lines struct {
	Value, Problem string
}

// PartRow is one part with the fields that fit in a row.
type PartRow struct {
	Element     model.ID
	Title       string
	Href        string
	Fields      []web.Field
	Added       bool // in the physical design
	Depth       int  // of a part of a composite attribute, see [model.Model.AttributeDepth]
	Selected    bool
	First, Last bool
	Problems    []string // beside those of its fields
	Removal     *Removal // asks before the part is removed
}

// says reports whether the row shows the field as a link to the part's form instead
// of a list: the attribute of a part rarely changes, and the list would contain the
// whole model.
func (r PartRow) says(f web.Field) bool {
	about := f.Name == "attribute" || f.Name == "element"
	return about && f.Input == edit.ReferenceInput && f.Value != "" && f.Problem == "" && !f.LacksValue()
}

// LengthClass marks a row whose fields do not fit side by side: "long" in details of the default width,
// "long-on-phone" where the text is larger. The signs of an attribute take the room of two letters each.
func (r PartRow) LengthClass() string {
	var name, kind, number int
	nameRoom, room := 15, 14
	for _, f := range r.Fields {
		switch length := utf8.RuneCountInString(f.Shown(f.Value)); f.Name {
		case "name":
			name = length
		case "type":
			kind = max(kind, length)
		case "collection": // a list as wide as the name
			nameRoom, kind = 12, max(kind, 1)
			if f.Value != "" {
				kind = max(kind, length)
			}
		case "typical", "worst":
			number = max(number, length)
		case "multi_valued", "derived":
			room = min(room, 11)
			if f.Value == "yes" {
				room -= 3
			}
		}
	}
	switch {
	case kind > 0 && (name > nameRoom || kind > room), number > 18:
		return "long"
	case kind > 0 && (name > 12 || kind > 10):
		return "long-on-phone"
	}
	return ""
}

// Do is the value of the button in the row for a new part.
func (p Parts) Do() string { return "add:" + string(p.Kind) + ":" + string(p.Parent) }

// DoLines is the value of the button that adds several parts.
func (p Parts) DoLines() string { return "add-lines:" + string(p.Kind) + ":" + string(p.Parent) }

// LinesName is the name of the text with several parts.
func (p Parts) LinesName() string { return "new." + string(p.Kind) + ".lines" }

// linesID is the id of that text in the page.
func (p Parts) linesID() string { return "new-" + string(p.Kind) + "-lines" }

// gridded reports whether each part is one line of a grid: mark, name, type,
// order.
func (p Parts) gridded() bool {
	switch p.Kind {
	case model.RelationColumnKind, model.ColumnKind, model.AttributeKind, model.TypeFieldKind:
		return true
	}
	return false
}

// inLine returns the fields of the first line, in a grid the mark before the
// name.
func (p Parts) inLine(fields []web.Field) []web.Field {
	if !p.gridded() {
		return fields
	}
	var marks, others []web.Field
	for _, field := range fields {
		if isMark(field) {
			marks = append(marks, field)
		} else if !p.inSecond(field) {
			others = append(others, field)
		}
	}
	return append(marks, others...)
}

// second returns the fields of the second line.
func (p Parts) second(fields []web.Field) []web.Field {
	return slices.DeleteFunc(slices.Clone(fields), func(f web.Field) bool { return !p.inSecond(f) })
}

func (p Parts) inSecond(f web.Field) bool {
	return p.Kind == model.AttributeKind && slices.Contains([]string{"length", "multi_valued", "derived"}, f.Name)
}

// suggests reports whether a row has no type but the one that its name suggests.
func (p Parts) suggests() bool {
	return p.Kind == model.AttributeKind && slices.ContainsFunc(p.Rows, func(row PartRow) bool {
		return slices.ContainsFunc(row.Fields, func(f web.Field) bool {
			return f.Name == "type" && f.Value == "" && strings.HasSuffix(f.Placeholder, "?")
		})
	})
}

// depthClass indents a part of a composite attribute. Deeper parts have the indent of a part of a part.
func depthClass(depth int) string {
	if depth == 0 {
		return ""
	}
	return fmt.Sprintf("depth-%d", min(depth, 2))
}

// signed reports whether the rows may show signs in place of words.
func (p Parts) signed() bool { return p.Kind == model.AttributeKind && len(p.Rows) > 0 }

// isMark reports whether the field is the role of a column or the key of an
// attribute, which a grid shows as its letter.
func isMark(f web.Field) bool {
	return f.Input == edit.ChoiceInput && (f.Name == "role" || f.Name == "key")
}

// isOrder reports whether the field is the direction of a clustering column.
func isOrder(f web.Field) bool { return f.Input == edit.CheckboxInput && f.Name == "descending" }

// letter is the mark of a role or of a kind of key.
func letter(value string) string {
	switch value {
	case string(model.Key):
		return "K"
	case string(model.PartialKey):
		return "(K)"
	case string(model.Clustering):
		return "C"
	}
	return web.RoleMark(model.Role(value), false)
}

// linesHint explains the form of a line in a text of several parts.
func linesHint(kind model.Kind) string {
	switch kind {
	case model.ColumnKind:
		return "Name, then K, C, C↓ or S. Rows of a spreadsheet can be pasted."
	case model.AttributeKind:
		return "Name, then type, then K for a key. Rows of a spreadsheet can be pasted."
	case model.TypeFieldKind:
		return "Name, then type. Rows of a spreadsheet can be pasted."
	}
	return "Name, then type, then K, C, C↓ or S. Rows of a spreadsheet or of CREATE TABLE can be pasted."
}
