package queries

import (
	"fmt"

	"widerow/handlers/feature"
	"widerow/web"
)

// queriesBadge counts the queries that a table serves.
func queriesBadge(b *feature.Context) web.TabBadge {
	results := b.Proofs()
	if len(results) == 0 {
		return web.TabBadge{}
	}
	served, level := 0, "ok"
	for i := range results {
		if results[i].Served() {
			served++
		}
		if feature.ProofLevel(&results[i]) == "bad" || feature.ProofLevel(&results[i]) == "warn" {
			level = "warn"
		}
	}
	if served < len(results) && len(b.Model.Logical.Tables)+len(b.Model.Physical.Relations) > 0 {
		level = "bad"
	}
	return web.TabBadge{Text: fmt.Sprintf("%d/%d", served, len(results)), Level: level,
		Title: fmt.Sprintf("%d of %d queries are served by a table", served, len(results))}
}
