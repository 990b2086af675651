package verb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"widerow/cql/guardrails"
	"widerow/model"
	"widerow/model/advice"
)

// Policy is a policy of advice: the name of a preset, or a file with guardrails.
type Policy struct {
	Source string // as it was given, an absolute path for a file
	name   string
	lines  map[string]string // nil for none, empty for a preset
}

// UnmarshalText reads the flag. kong calls it.
func (p *Policy) UnmarshalText(text []byte) error {
	name := string(text)
	if _, found := advice.Preset(name, ""); found {
		p.Source, p.name, p.lines = name, strings.ToLower(name), map[string]string{}
		return nil
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("%s is no file, and no preset: %s", name, strings.Join(advice.Presets(), ", "))
	}
	if p.Source, err = filepath.Abs(name); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	p.name = filepath.Base(name)
	if p.lines, err = guardrails.Read(content); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if policy := advice.FromGuardrails(p.name, p.lines, ""); !policy.HasGuardrails() && len(policy.Wrong)+len(policy.Unknown)+len(policy.Unchecked) == 0 {
		return fmt.Errorf("%s has no guardrail, such as tables_fail_threshold: 150", name)
	}
	return nil
}

// Given reports whether there is a policy.
func (p *Policy) Given() bool { return p.lines != nil }

// Of returns the policy for a target, nil for none.
func (p *Policy) Of(target model.Target) *advice.Policy {
	if !p.Given() {
		return nil
	}
	if policy, found := advice.Preset(p.name, target); found && len(p.lines) == 0 {
		return policy
	}
	return advice.FromGuardrails(p.name, p.lines, target)
}

// SetHouse makes the policy that of all models that follow none of their own.
func (p *Policy) SetHouse() {
	if p.Given() {
		advice.SetHouse(p.Of)
	}
}

// Warn lists guardrails that are not known, and those whose value cannot be read.
func (p *Policy) Warn(console *Console) {
	policy := p.Of("")
	if policy == nil {
		return
	}
	if len(policy.Unknown) > 0 {
		fmt.Fprintf(console.Stderr, "widerow: --policy: no rule knows %s\n", Visible(strings.Join(policy.Unknown, ", ")))
	}
	if len(policy.Unchecked) > 0 {
		fmt.Fprintf(console.Stderr, "widerow: --policy: not checked, since only a running server knows: %s\n", Visible(strings.Join(policy.Unchecked, ", ")))
	}
	for _, wrong := range policy.Wrong {
		fmt.Fprintf(console.Stderr, "widerow: --policy: passed over %s\n", Visible(wrong))
	}
}
