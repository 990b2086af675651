package cli

import (
	"bytes"
	"fmt"
	"strings"

	"widerow/cli/verb"
	"widerow/model/advice"
)

// adviceCommand prints the rules of advice.
type adviceCommand struct {
	Code string `arg:"" optional:"" help:"A rule's code, such as option/gc-grace. Without one, all rules are listed."`
}

func (a *adviceCommand) Run(console *verb.Console) error {
	if a.Code == "" {
		var out bytes.Buffer
		for _, rule := range advice.Rules {
			fmt.Fprintf(&out, "%-28s %s\n", rule.Code, rule.Title)
		}
		return console.Write(out.Bytes())
	}
	rule := advice.Find(a.Code)
	if rule == nil {
		fmt.Fprintf(console.Stderr, "widerow: there is no rule %s%s; widerow advice lists them\n", verb.Visible(a.Code), likely(a.Code))
		return verb.ExitCode(verb.Misused)
	}
	return console.Write([]byte(ruleText(rule)))
}

func ruleText(rule *advice.Rule) string {
	text := fmt.Sprintf("%s: %s\n\n%s\n\nInstead: %s\n\n", rule.Code, rule.Title, rule.Why, rule.Do)
	if example, found := advice.Examples[rule.Code]; found {
		text += "Fires on:\n\n" + indented(example.Bad) + "\nSilent on:\n\n" + indented(example.Good) + "\n"
	}
	return text + "Source: " + rule.Source + "\n"
}

// likely names the rules whose code has a part of what was typed.
func likely(code string) string {
	_, name, found := strings.Cut(code, "/")
	if !found {
		name = code
	}
	var codes []string
	for _, rule := range advice.Rules {
		if name != "" && strings.Contains(rule.Code, name) {
			codes = append(codes, rule.Code)
		}
	}
	if len(codes) == 0 {
		return ""
	}
	return ": did you mean " + strings.Join(codes, " or ") + "?"
}

func indented(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n" }
