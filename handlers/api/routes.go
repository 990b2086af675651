package api

import (
	"net/http"

	"widerow/diagram"
	"widerow/handlers/feature"
)

// Routes are the addresses of the API.
func Routes(site feature.Site, services Services) []feature.Route {
	a := &api{site, services}
	routes := []feature.Route{
		feature.Get("/models", a.models),
		feature.Post("/models", a.createModel),
		feature.Get(model, a.model),
		{Method: http.MethodPatch, Path: model, Handle: a.changeModel},
		{Method: http.MethodDelete, Path: model, Handle: a.deleteModel},
		feature.Get(model+"/document", a.document),
		{Method: http.MethodPut, Path: model + "/document", Handle: a.Weighed(a.saveDocument)},
		feature.Get(model+"/cql", a.script),
		feature.Get(model+"/check", a.check),
		feature.Get(model+"/sizes", a.sizes),
		feature.Get(model+"/derive", a.derive),
		feature.Get(model+"/compare", a.compare),
		feature.Get(model+"/revisions", a.revisions),
		feature.Get(model+"/revisions/:revision", a.revision),
		feature.Get(model+"/revisions/:revision/document", a.revisionDocument),
		feature.Post(model+"/revisions/:revision/restore", a.Weighed(a.restore)),
		feature.Get(model+"/comments", a.comments),
		feature.Post(model+"/comments", a.comment),
		feature.Get(model+"/comments/:thread", a.thread),
		feature.Post(model+"/comments/:thread", a.comment),
		feature.Post(model+"/comments/:thread/resolve", a.settle(true)),
		feature.Post(model+"/comments/:thread/reopen", a.settle(false)),
		feature.Get(model+"/proposals", a.proposals),
		feature.Post(model+"/proposals", a.Weighed(a.propose)),
		feature.Get(proposal, a.proposal),
		{Method: http.MethodPatch, Path: proposal, Handle: a.changeProposal},
		feature.Get(proposal+"/comments", a.comments),
		feature.Post(proposal+"/comments", a.comment),
		feature.Get("/search", a.search),
		feature.Get("/openapi.json", describe),
	}
	for _, do := range []string{"approve", "changes", "merge", "ready", "draft", "close", "reopen"} {
		routes = append(routes, feature.Post(proposal+"/"+do, a.Weighed(a.act(do))))
	}
	for i := range routes {
		routes[i].Path = Prefix + routes[i].Path
	}
	for _, tab := range feature.Tabs {
		for _, format := range diagram.Formats {
			if tab.Diagram != "" {
				routes = append(routes, feature.Get(PicturePath(tab.Diagram, format), a.Picture(tab.Diagram, format)))
			}
		}
	}
	for i := range routes {
		routes[i].Handle = a.counted(routes[i].Handle)
	}
	return routes
}

// HelpRoute is the page that explains the API.
func HelpRoute(site feature.Site, services Services) feature.Route {
	return feature.Get(HelpPath, (&api{site, services}).help)
}
