package assist

import (
	"strings"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// functionInfo describes functions in one line each. Casts and conversions to
// and from bytes are described by their names.
var functionInfo = map[string]string{
	"now": "The coordinator's time as a new timeuuid.", "uuid": "A random UUID.",
	"current_date": "Today.", "current_time": "The time of day.",
	"current_timestamp": "The moment.", "current_timeuuid": "The moment as a new timeuuid.",
	"min_timeuuid": "The smallest timeuuid of a moment.", "max_timeuuid": "The largest timeuuid of a moment.",
	"to_date": "The day of a moment.", "to_timestamp": "The moment of a timeuuid or a day.",
	"to_unix_timestamp": "Milliseconds since 1970.",
	"floor":             "The start of the span of time that a moment is in; spans are counted from 1970 or from the third argument.",
	"token":             "The hash of the partition key.", "writetime": "When the column was written, in microseconds.",
	"maxwritetime": "When the newest of its elements was written.", "ttl": "Seconds until the column expires.",
	"to_json": "A value as JSON.", "from_json": "A value from JSON.",
	"similarity_cosine":      "How near two vectors are, by their angle.",
	"similarity_euclidean":   "How near two vectors are, by their distance.",
	"similarity_dot_product": "How near two vectors are, by their product.",
	"abs":                    "Without its sign.", "round": "The nearest whole number.",
	"exp": "e to that power.", "log": "The natural logarithm.", "log10": "The decimal logarithm.",
	"map_keys": "The keys of a map.", "map_values": "The values of a map.",
	"collection_count": "How many elements there are.", "collection_min": "The smallest element.", "collection_max": "The largest element.",
	"collection_sum": "The sum of the elements.", "collection_avg": "The average of the elements.",
	"mask_default": "A fixed value of the column's type.", "mask_null": "Always null.", "mask_replace": "Always the second argument.",
	"mask_inner": "All but so many characters at each end replaced, by * or the last argument.",
	"mask_outer": "So many characters at each end replaced, by * or the last argument.",
	"mask_hash":  "The hash of the value, by SHA-256 or the algorithm that is named.",
	"count":      "How many rows, or values.", "count_rows": "How many rows.", "min": "The smallest value.", "max": "The largest value.",
	"length": "How many characters a text has.", "octet_length": "How many bytes a value has.",
	"format_bytes":        "A number of bytes with its unit; the arguments after it are its unit and the one to write.",
	"format_time":         "A duration with its unit; the arguments after it are its unit and the one to write.",
	"transformation_kind": "The name of a change of the cluster's metadata by its number.",
	"sum":                 "The sum.", "avg": "The average, of the column's own type.",
}

// columnFunctions return metadata of a column's value. They are part of the
// grammar: their argument is a column, not a value.
var columnFunctions = []access.Native{
	{Name: "writetime", Forms: []access.Form{{Parameters: []string{"column"}, Returns: "bigint"}}},
	{Name: "maxwritetime", Forms: []access.Form{{Parameters: []string{"column"}, Returns: "bigint"}}},
	{Name: "ttl", Forms: []access.Form{{Parameters: []string{"column"}, Returns: "int"}}},
}

// natives are the server's functions by both of their names.
var natives = makeNatives()

func makeNatives() map[string]access.Native {
	byName := map[string]access.Native{}
	for _, native := range append(access.Natives(), columnFunctions...) {
		byName[native.Name] = native
		if native.Former != "" {
			byName[native.Former] = native
		}
	}
	return byName
}

// functions returns the functions defined in the text, and those of the
// target's server.
func (c *completer) functions(aggregate bool) []Item {
	items := c.ownFunctions(aggregate)
	for _, native := range append(access.Natives(), columnFunctions...) {
		name, there := nameFor(c.target, native)
		if native.Aggregate == aggregate && there && !strings.HasPrefix(native.Name, "cast_as_") {
			items = append(items, Item{Label: name, Kind: nativeKind(native), Detail: native.Forms[0].String(), Info: nativeInfo(native), Insert: name + "("})
		}
	}
	return items
}

// ownFunctions returns the functions defined in the text.
func (c *completer) ownFunctions(aggregate bool) []Item {
	var items []Item
	for _, f := range c.names.functions {
		if f.aggregate == aggregate {
			items = append(items, Item{Label: syntax.QuoteName(f.name), Kind: "function", Detail: f.detail})
		}
	}
	return items
}

// nativeKind separates the many conversions to and from bytes, which are listed
// last.
func nativeKind(native access.Native) string {
	if strings.HasPrefix(native.Name, "blob_as_") || strings.HasSuffix(native.Name, "_as_blob") {
		return "conversion"
	}
	return "function"
}

// nameFor returns the name of a function in a database, and reports whether the
// database has it.
func nameFor(target model.Target, native access.Native) (name string, there bool) {
	for _, name := range []string{native.Name, native.Former} {
		if name != "" && !cql.LacksFunction(target, name) {
			return name, true
		}
	}
	return "", false
}

// nativeInfo describes a function and lists its other names.
func nativeInfo(native access.Native) string {
	return strings.Join(append(nativeLines(native), otherForms(native)...), "\n")
}

func nativeLines(native access.Native) []string {
	if info := functionInfo[native.Name]; info != "" {
		return []string{info}
	}
	return nil
}

// otherForms returns all forms but the first.
func otherForms(native access.Native) []string {
	var forms []string
	for _, form := range native.Forms[1:] {
		forms = append(forms, native.Name+form.String())
	}
	return forms
}

// tellFunction adds the description of a server function to a hover.
func (h *Hover) tellFunction(name string) {
	native := natives[name]
	h.Title, h.Detail = name, native.Forms[0].String()
	h.Lines = append(h.Lines, nativeLines(native)...)
	if name == native.Former {
		h.Lines = append(h.Lines, "Called "+native.Name+" since Cassandra 5.0.")
	}
	h.Lines = append(h.Lines, otherForms(native)...)
}
