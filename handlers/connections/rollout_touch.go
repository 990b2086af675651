package connections

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/connections/reach"
	"widerow/model"
	"widerow/model/rollouts"
	"widerow/model/sizing"
	"widerow/store/cluster"
	webconnections "widerow/web/connections"
)

// drops reports whether a statement of a plan removes something. Plans write keywords in capitals, and
// names that are like them in quotes.
func drops(statement string) bool {
	first, _, _ := strings.Cut(statement, "\n")
	return strings.HasPrefix(statement, "DROP ") || strings.HasPrefix(statement, "ALTER ") && strings.Contains(first, " DROP ")
}

func firstLine(statement string) string {
	line, _, _ := strings.Cut(statement, "\n")
	return strings.TrimSuffix(line, ";")
}

// sizeWords describes how large the tables are that an element has, is, or is in.
func sizeWords(sizes *cluster.Sizes, element string) string {
	if sizes == nil {
		return "how much is not known"
	}
	var partitions, bytes float64
	found := false
	for _, table := range sizes.Tables {
		name := table.Keyspace + "." + table.Table
		if name == element || strings.HasPrefix(element, name+".") || table.Keyspace == element {
			partitions, bytes, found = partitions+table.Partitions, bytes+table.DiskBytes, true
		}
	}
	switch {
	case !found:
		return ""
	case partitions == 0 && bytes == 0:
		return "nothing on disk, by the estimate of the nodes; rows in memory are not counted"
	}
	words := fmt.Sprintf("about %s partitions", sizing.FormatNumber(partitions))
	if bytes > 0 {
		words += ", " + sizing.FormatBytes(bytes) + " on disk"
	}
	if len(sizes.Missing) > 0 {
		words += fmt.Sprintf(", without %d of %d nodes, which did not answer", len(sizes.Missing), len(sizes.Missing)+len(sizes.Nodes))
	}
	return words
}

// confirms reports whether what was typed is the name of the connection.
func confirms(typed, name string) bool { return strings.TrimSpace(typed) == strings.TrimSpace(name) }

// touches describes what steps drop, with the sizes that the cluster estimates, if it does.
func (f *Feature) touches(c echo.Context, id model.ID, keyspaces []string, steps []*rollouts.Step, cleanup bool) []webconnections.Touch {
	var dropping []*rollouts.Step
	for _, step := range steps {
		if step.Cleanup == cleanup && drops(step.Statement) && !step.IsOver() {
			dropping = append(dropping, step)
		}
	}
	if len(dropping) == 0 {
		return nil
	}
	var sizes *cluster.Sizes
	if answer, err := f.Ask(c.Request().Context(), c, id, reach.Job{Sizes: true, Keyspaces: keyspaces}); err == nil {
		sizes = answer.Sizes
	}
	var touches []webconnections.Touch
	for _, step := range dropping {
		touches = append(touches, webconnections.Touch{Statement: firstLine(step.Statement), Size: sizeWords(sizes, step.Element)})
	}
	return touches
}
