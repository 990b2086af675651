package check

import "widerow/cql"

// New returns the findings of after that are not in before. It ignores places in a
// text, since lines above move them. If findings are otherwise equal, the surplus
// ones are new.
func New(before, after []Finding) []Finding {
	known := map[identity]int{}
	for _, finding := range before {
		known[identityOf(finding)]++
	}
	fresh := []Finding{}
	for _, finding := range after {
		if known[identityOf(finding)]--; known[identityOf(finding)] < 0 {
			fresh = append(fresh, finding)
		}
	}
	return fresh
}

// identity is what two findings about the same thing have in common.
type identity struct {
	severity               cql.Severity
	code, message, element string
}

func identityOf(f Finding) identity { return identity{f.Severity, f.Code, f.Message, f.Element} }
