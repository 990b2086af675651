package feature

import "widerow/cql"

// Levels are the CSS classes of severities.
var Levels = map[cql.Severity]string{cql.Error: "bad", cql.Warning: "warn", cql.Info: "info"}

func LevelRank(level string) int {
	return map[string]int{"": 0, "info": 1, "warn": 2, "bad": 3}[level]
}
