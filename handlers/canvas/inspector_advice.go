package canvas

import (
	"net/url"
	"strings"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// adviceFields are the fields that cause the findings of rules, by kind of element and by code or family of codes.
var adviceFields = map[model.Kind]map[string]string{
	model.KeyspaceKind:       {"replication": "replication", "replication/durable": "options"},
	model.RelationElement:    {"option": "options", "ttl": "options", "schema/legacy": "options", "size": "rows", "schema/uncommented": "comment"},
	model.RelationColumnKind: {"type": "type", "key": "role"},
	model.IndexKind:          {"index": "column", "index/sasi": "class"},
	model.QueryKind:          {"query/page": "page_size", "query/no-consistency": "consistency"},
	model.UpdateElement:      {"write/lwt-contention": "conditional"},
	model.AttributeKind:      {"type": "type", "model/foreign-key": "name"},
}

// adviceField returns the field that causes a finding about an element, "" if it is none in particular.
func adviceField(kind model.Kind, code string) string {
	family, _, _ := strings.Cut(code, "/")
	fields := adviceFields[kind]
	if field := fields[code]; field != "" {
		return field
	}
	return fields[family]
}

// adviceAt are the errors and warnings of advice that a field causes.
func adviceAt(b *feature.Context, element model.Element, field string) (notices []web.Notice) {
	for _, finding := range b.AdviceOn()[element.ID] {
		if adviceField(element.Kind, finding.Code) == field {
			notices = append(notices, adviceNotice(b, finding))
		}
	}
	return notices
}

// adviceOn are the errors and warnings of advice about an element that no field of the form shows. Parts show theirs in
// their rows.
func adviceOn(b *feature.Context, inspector *webcanvas.Inspector, element model.Element) (notices []web.Notice) {
	shown := map[string]bool{}
	for _, fields := range [][]web.Field{inspector.Fields, inspector.Compact, inspector.More} {
		for _, field := range fields {
			shown[field.Name] = true
		}
	}
	for _, finding := range b.AdviceOn()[element.ID] {
		if !shown[adviceField(element.Kind, finding.Code)] {
			notices = append(notices, adviceNotice(b, finding))
		}
	}
	return notices
}

// adviceNotice shows a finding with the way to its rule.
func adviceNotice(b *feature.Context, finding advice.Finding) web.Notice {
	level := "warn"
	if finding.Level == advice.Error {
		level = "bad"
	}
	address := string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabAdvice, Revision: b.View.Revision}))
	address += string("?&"[min(strings.Count(address, "?"), 1)]) + "rule=" + url.QueryEscape(finding.Code)
	return web.Notice{Level: level, Text: finding.Message + ".", Link: "Why?", Href: web.SafeHref(address)}
}
