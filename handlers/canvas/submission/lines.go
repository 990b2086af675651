package submission

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// linedKinds are the kinds of parts of which several can be added at once: each
// line of the text new.KIND.lines is one part.
var linedKinds = []model.Kind{model.RelationColumnKind, model.ColumnKind, model.AttributeKind, model.TypeFieldKind}

// Lined reports whether parts of a kind can be added several at once.
func Lined(kind model.Kind) bool { return slices.Contains(linedKinds, kind) }

// LinesField is the name of that text.
const LinesField = "lines"

// addLines makes a command for each line that is not blank.
func (f *Form) addLines(ids model.IDs, kind model.Kind, parent model.ID) error {
	if !Lined(kind) {
		return badForm(fmt.Errorf("lines of %q", kind))
	}
	f.lines = map[model.ID]int{}
	text := NormalLines(f.Values.Get("new." + string(kind) + "." + LinesField))
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		f.added = ids.New()
		f.lines[f.added] = number
		f.commands = append(f.commands, edit.Add{Kind: kind, Parent: parent, ID: f.added, Values: lineValues(kind, line)})
	}
	if len(f.lines) == 0 {
		return badForm(fmt.Errorf("no lines of %q", kind))
	}
	if len(f.commands) > MaxCommands {
		return ErrManyLines
	}
	return nil
}

// Numbered returns the problems of added lines as problems of the text, each with
// the number of its line.
func (f *Form) Numbered(problems []model.Problem) []model.Problem {
	numbered := slices.Clone(problems)
	for i, problem := range numbered {
		if number := f.lines[problem.Element]; number > 0 {
			numbered[i].Element, numbered[i].Field = "", LinesField
			numbered[i].Message = fmt.Sprintf("Line %d: %s", number, problem.Message)
		}
	}
	return numbered
}

// lineValues reads a line of a text, a spreadsheet or CREATE TABLE: a name, then
// a type and a mark, if any. A name in double quotes may contain spaces.
func lineValues(kind model.Kind, line string) map[string]string {
	cells := lineCells(strings.TrimRight(strings.TrimSpace(line), ", \t"))
	values := map[string]string{}
	if strings.Contains(line, "\t") && len(cells) > 1 && markValues(kind, cells[0], values) {
		cells = cells[1:]
	}
	values["name"] = cells[0]
	for len(cells) > 1 && (cells[len(cells)-1] == "" || markValues(kind, cells[len(cells)-1], values)) {
		cells = cells[:len(cells)-1]
	}
	if rest := strings.Join(cells[1:], " "); rest != "" {
		values["type"] = strings.TrimSpace(rest)
	}
	return values
}

// lineCells divides a line at its tabs or, without tabs, after its name and
// before a mark at its end.
func lineCells(line string) []string {
	if strings.Contains(line, "\t") {
		var cells []string
		for cell := range strings.SplitSeq(line, "\t") {
			cells = append(cells, strings.Trim(strings.TrimSpace(cell), `"`))
		}
		return cells
	}
	name, rest, _ := strings.Cut(line, " ")
	if quoted, found := strings.CutPrefix(line, `"`); found {
		if inside, after, closed := strings.Cut(quoted, `"`); closed {
			name, rest = inside, after
		}
	}
	rest = strings.TrimSpace(rest)
	if body, found := cutSuffixFold(rest, "primary key"); found {
		return []string{name, body, "K"}
	}
	cells := []string{name}
	if at := strings.LastIndexByte(rest, ' '); at > 0 {
		return append(cells, rest[:at], rest[at+1:])
	}
	return append(cells, rest)
}

func cutSuffixFold(text, suffix string) (before string, found bool) {
	if len(text) < len(suffix) || !strings.EqualFold(text[len(text)-len(suffix):], suffix) {
		return text, false
	}
	return strings.TrimSpace(text[:len(text)-len(suffix)]), true
}

// markValues sets the role and the direction of a mark. Fields of
// types have none.
func markValues(kind model.Kind, mark string, values map[string]string) bool {
	switch kind {
	case model.AttributeKind:
		key, found := map[string]model.KeyKind{"K": model.Key, "(K)": model.PartialKey}[mark]
		if found {
			values["key"] = string(key)
		}
		return found
	case model.ColumnKind, model.RelationColumnKind:
		role, found := map[string]model.Role{
			"K": model.Partition, "C": model.Clustering, "C↑": model.Clustering, "C↓": model.Clustering,
			"S": model.Static, "static": model.Static, "STATIC": model.Static, "++": model.RoleCounter,
		}[mark]
		if found {
			values["role"] = string(role)
		}
		if mark == "C↓" {
			values["descending"] = "true"
		}
		return found
	}
	return false
}
