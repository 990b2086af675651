package moves

import "widerow/model"

// conversion makes a number of a value with a unit: time is the power of the second in it.
type conversion struct {
	time int
	by   string
}

var (
	inDays    = conversion{1, " / 1 day"}
	perSecond = conversion{-1, " * 1 second"}
)

// InDays returns an expression of the number of days that a text means: "7", or "10 minutes".
func InDays(m *model.Model, text string) string { return plain(m, text, inDays) }

// PerSecond returns an expression of the number a second that a text means: "5", or "3 / 1 minute".
func PerSecond(m *model.Model, text string) string { return plain(m, text, perSecond) }

func plain(m *model.Model, text string, to conversion) string {
	if _, time, missing, err := m.EvaluateUnit(m.BindExpression(text)); err == nil && len(missing) == 0 && time == to.time {
		return "(" + text + ")" + to.by
	}
	return text
}
