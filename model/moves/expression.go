package moves

import (
	"slices"
	"strings"

	"widerow/model"
)

// The functions in this file write expressions as text. An empty text stands for an unknown
// expression; any operation on an unknown one is unknown.

// times multiplies two expressions.
func times(a, b string) string {
	switch {
	case a == "" || b == "":
		return ""
	case a == "1":
		return b
	case b == "1" && !model.Expression(a).IsPair():
		return a
	case b == "1":
		return grouped(a)
	}
	return grouped(a) + " * " + grouped(b)
}

// replaced divides an expression by one number and multiplies it by another:
// rooms * days over days times 31 is rooms * 31.
func replaced(a, by, with string) string {
	if a == "" || by == "" || with == "" {
		return ""
	}
	if factors, plain := factorsOf(a); plain {
		if i := slices.Index(factors, by); i >= 0 {
			factors = slices.Delete(factors, i, i+1)
			if with != "1" || len(factors) == 0 {
				factors = append(factors, with)
			}
			return strings.Join(factors, " * ")
		}
	}
	return times(a, with) + " / " + divisor(by)
}

// factorsOf returns the factors of a product of names and numbers.
func factorsOf(text string) (factors []string, plain bool) {
	if strings.ContainsAny(text, "+-/()") {
		return nil, false
	}
	for factor := range strings.SplitSeq(text, "*") {
		factors = append(factors, strings.TrimSpace(factor))
	}
	return factors, true
}

func grouped(text string) string {
	if strings.ContainsAny(text, "+-") || model.Expression(text).IsPair() {
		return "(" + text + ")"
	}
	return text
}

func divisor(text string) string {
	if strings.ContainsAny(text, "+-*/") {
		return "(" + text + ")"
	}
	return text
}
