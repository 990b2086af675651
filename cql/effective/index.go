package effective

import (
	"slices"
	"strings"
	"widerow/cql/parse"
	"widerow/model"
	"widerow/model/access"
)

// normalIndex writes out what an index covers: an index on a collection covers its values
// by default (CreateIndexStatement). Its class stays as it is written, since
// not every target knows each spelling: see [access.ClassOf].
func normalIndex(table *model.Relation, index *model.Index) {
	index.Target = target(table, index.Column, index.Target)
	index.More = slices.Clone(index.More)
	for i, part := range index.More {
		index.More[i].Target = target(table, part.Column, part.Target)
	}
	for name, given := range index.Options {
		if value, isValue := parse.ParseValue(given); isValue && !value.IsMap() && len(value.Terms) == 0 {
			index.Options[name] = text(indexEntry(value.Text)).String()
		}
	}
	if access.ClassOf(index) == "sai" {
		leaveOut(index.Options, saiDefaults)
	}
	if len(index.Options) == 0 {
		index.Options = nil
	}
}

func target(table *model.Relation, column model.ID, target model.IndexTarget) model.IndexTarget {
	indexed := table.Columns[column]
	if target != model.IndexColumn || indexed == nil {
		return target
	}
	switch indexed.Type.Kind {
	case model.ListType, model.SetType, model.MapType:
		return model.IndexValues
	}
	return target
}

// saiDefaults are the options of an index without any (IndexTermType, IndexWriterConfig).
var saiDefaults = map[string]string{"ascii": "'false'", "case_sensitive": "'true'", "construction_beam_width": "'100'",
	"maximum_node_connections": "'16'", "normalize": "'false'", "optimize_for": "'LATENCY'", "similarity_function": "'COSINE'"}

// indexEntry returns the value of an index's option in one spelling: names of functions
// and modes do not depend on case, names of classes do.
func indexEntry(value string) string {
	switch lower := strings.ToLower(value); {
	case lower == "true" || lower == "false":
		return lower
	case strings.Contains(value, "."):
		return numberText(value)
	}
	return strings.ToUpper(numberText(value))
}
