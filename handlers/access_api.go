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
	of(forMembers, "GET", "/models")
	of(forMembers, "POST", "/models")
	of(toView, "GET", "/models/:model", "/models/:model/document", "/models/:model/cql", "/models/:model/check", "/models/:model/sizes")
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
