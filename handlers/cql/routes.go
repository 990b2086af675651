// Package cql answers for the CQL of a model: the script of its schema, which can be changed
// and applied, and statements that are judged against it. It answers the questions of the
// editors while somebody types.
//
// Read script.go (the tab), form.go and apply.go (what its buttons do), statements.go (the
// other pane), list.go (the statements that are kept) and assist.go (the editors).
package cql

import (
	"widerow/handlers/feature"
	"widerow/web"
)

// Contents fill the tab and its other pane.
var Contents = map[web.Tab]feature.Content{web.TabCQL: scriptContent, web.TabStatements: statementsContent,
	web.TabStatementLists: listContent}

// Routes are the forms of both panes, the questions of their editors, and the script as a
// file.
func Routes(server feature.Site) []feature.Route {
	s := &site{server}
	routes := []feature.Route{
		feature.Post("/m/:model/cql/preview", s.Held(s.changeScript)),
		feature.Post("/m/:model/statements", s.Held(s.judgeStatements)),
		feature.Get("/m/:model/schema.cql", s.exportScript),
		feature.Get("/m/:model/stress.zip", s.exportStress),
		feature.Post("/m/:model/statement-lists", s.Held(s.Weighed(s.changeList))),
		feature.Get("/m/:model/statement-lists.csv", s.exportList("csv")),
		feature.Get("/m/:model/statement-lists.json", s.exportList("json")),
	}
	for _, tab := range []web.Tab{web.TabCQL, web.TabStatements, web.TabConsole} {
		for _, ask := range questions {
			routes = append(routes, feature.Post("/m/:model/"+string(tab)+"/"+ask.name, s.Held(s.assistant(tab, ask.answer))))
		}
	}
	return routes
}
