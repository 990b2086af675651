package handlers

import (
	"widerow/diagram"
	"widerow/handlers/api"
	"widerow/handlers/feature"
)

// apiAccess adds the needs of the addresses for programs.
func apiAccess(add func(what need, routes ...string)) {
	of := func(what need, method string, paths ...string) {
		for _, path := range paths {
			add(what, method+" "+api.Prefix+path)
		}
	}
	add(forEveryone, "GET "+api.HelpPath)
	of(forEveryone, "GET", "/openapi.json")
	of(forMembers, "GET", "/models", "/search")
	of(forMembers, "POST", "/models")
	of(toView, "GET", "/models/:model", "/models/:model/document", "/models/:model/cql", "/models/:model/check", "/models/:model/sizes", "/models/:model/derive",
		"/models/:model/compare", "/models/:model/revisions", "/models/:model/revisions/:revision", "/models/:model/revisions/:revision/document",
		"/models/:model/comments", "/models/:model/comments/:thread", "/models/:model/proposals",
		"/models/:model/proposals/:number", "/models/:model/proposals/:number/comments")
	of(toComment, "POST", "/models/:model/comments", "/models/:model/comments/:thread",
		"/models/:model/comments/:thread/resolve", "/models/:model/comments/:thread/reopen",
		"/models/:model/proposals", "/models/:model/proposals/:number/comments",
		"/models/:model/proposals/:number/approve", "/models/:model/proposals/:number/changes")
	of(toEdit, "PATCH", "/models/:model/proposals/:number")
	of(toEdit, "POST", "/models/:model/revisions/:revision/restore", "/models/:model/proposals/:number/ready", "/models/:model/proposals/:number/draft",
		"/models/:model/proposals/:number/close", "/models/:model/proposals/:number/reopen")
	of(toMerge, "POST", "/models/:model/proposals/:number/merge")
	of(toEdit, "PATCH", "/models/:model")
	of(toEdit, "PUT", "/models/:model/document")
	of(toOwn, "DELETE", "/models/:model")
	for _, tab := range feature.Tabs {
		for _, format := range diagram.Formats {
			if tab.Diagram != "" {
				add(toView, "GET "+api.PicturePath(tab.Diagram, format))
			}
		}
	}
}
