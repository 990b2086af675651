package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"widerow/cql"
	"widerow/model"
)

// targetFlag is the name of a target database, or empty.
type targetFlag model.Target

// Validate returns an error if the name is unknown. kong calls it.
func (t targetFlag) Validate() error {
	if !slices.Contains(cql.Targets(), model.Target(t)) && t != "" {
		return fmt.Errorf("unknown target %q: want one of %s", string(t), targetList())
	}
	return nil
}

func targetList() string {
	names := make([]string, len(cql.Targets()))
	for i, target := range cql.Targets() {
		names[i] = string(target)
	}
	return strings.Join(names, ", ")
}

// targetVariables provides the names of the targets to the help texts.
func targetVariables() kong.Vars { return kong.Vars{"targets": targetList()} }
