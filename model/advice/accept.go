package advice

import (
	"fmt"
	"math"
	"time"

	"widerow/model"
)

// Accept returns the command that accepts a finding, with its numbers of today.
func Accept(f *Finding, who, reason string, now time.Time) model.Accept {
	accepted := model.Acceptance{Code: f.Code, Element: f.Element, Reason: reason, Who: who, When: now.UTC().Format(time.DateOnly)}
	for _, number := range f.Numbers {
		if accepted.Numbers == nil {
			accepted.Numbers = map[string]float64{}
		}
		accepted.Numbers[number.Name] = number.Value
	}
	return model.Accept{Key: f.Key(), Acceptance: accepted}
}

// applyAcceptances marks the findings that somebody has accepted, unless their numbers have changed by more than a half.
func (p *Pass) applyAcceptances() {
	for i := range p.findings {
		f := &p.findings[i]
		accepted := p.Model.Accepted[f.Key()]
		if accepted == nil || accepted.Code != f.Code {
			continue
		}
		if f.Lifted = lifted(f, accepted); f.Lifted == "" {
			f.Accepted = accepted
		}
	}
}

// lifted says which number has changed by more than a half, "" for none.
func lifted(f *Finding, accepted *model.Acceptance) string {
	for _, number := range f.Numbers {
		was, known := accepted.Numbers[number.Name]
		if known && math.Abs(number.Value-was) > math.Abs(was)/2 {
			return fmt.Sprintf("accepted by %s on %s with %s %s, now %s", orNobody(accepted.Who), accepted.When, number.Name, figure(was), figure(number.Value))
		}
	}
	return ""
}

func orNobody(who string) string {
	if who == "" {
		return "somebody"
	}
	return who
}

func figure(number float64) string {
	if math.Abs(number) >= 1e6 {
		return fmt.Sprintf("%.3g", number)
	}
	return fmt.Sprintf("%.6g", number)
}
