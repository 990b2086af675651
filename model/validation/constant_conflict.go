package validation

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// ConstantConflict is an attribute without a type of its own that queries and updates
// compare with constants that no type has together.
type ConstantConflict struct {
	Attribute model.ID
	// Type is the one that most of the constants fit.
	Type string
	Uses []ConstantUse
}

// ConstantUse is a constant with the query or update that compares with it.
type ConstantUse struct {
	Access   model.ID
	Constant model.Constant
	Fits     bool
}

// ConstantConflicts returns the attributes whose constants need different types, in
// reading order.
func ConstantConflicts(m *model.Model) []ConstantConflict {
	compared := comparedAttributes(m)
	if len(compared) == 0 {
		return nil
	}
	var conflicts []ConstantConflict
	for element := range m.ElementsOf(model.AttributeKind) {
		given, suggested := m.AttributeType(element.ID)
		if !compared[element.ID] || !suggested {
			continue
		}
		conflict := ConstantConflict{Attribute: element.ID, Type: m.TypeText(given)}
		for _, comparison := range m.Comparisons(element.ID, "") {
			for _, constant := range comparison.Constants {
				conflict.Uses = append(conflict.Uses, ConstantUse{comparison.Access, constant, constant.Fits(conflict.Type)})
			}
		}
		if slices.ContainsFunc(conflict.Uses, func(u ConstantUse) bool { return !u.Fits }) {
			conflicts = append(conflicts, conflict)
		}
	}
	return conflicts
}

// comparedAttributes returns the attributes that a condition compares with a constant.
func comparedAttributes(m *model.Model) model.IDSet {
	compared := model.IDSet{}
	add := func(conditions map[model.ID]*model.Given) {
		for _, given := range conditions {
			if given.Attribute != "" && given.Source == model.ConstantSource {
				compared[given.Attribute] = true
			}
		}
	}
	for _, query := range m.Workflow.Queries {
		add(query.Given)
	}
	for _, update := range m.Workflow.Updates {
		add(update.Given)
	}
	return compared
}

// Words describes the conflict: "Trial.phase is int by 2 (Q1), which 'x' (Q2) is not".
func (c ConstantConflict) Words(m *model.Model) string {
	var fit, other []string
	for _, use := range c.Uses {
		text := use.Constant.Text
		if use.Constant.Kind == model.StringConstant {
			text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
			if use.Constant.Text == "" {
				text = "a prefix"
			}
		}
		text += " (" + m.Title(use.Access) + ")"
		if use.Fits {
			fit = append(fit, text)
		} else {
			other = append(other, text)
		}
	}
	because := ""
	if len(fit) > 0 {
		because = " by " + strings.Join(fit[:min(len(fit), maxNamed)], ", ")
	}
	return fmt.Sprintf("%s is %s%s, which %s is not", m.ShortTitle(c.Attribute), c.Type, because, strings.Join(other[:min(len(other), maxNamed)], ", "))
}
