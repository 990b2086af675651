package hint

import (
	"cmp"
	"slices"
	"strings"

	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model/access"
)

// RefusalHint returns what to do about a refusal of a statement on rows.
func RefusalHint(refusal *access.Refusal) string {
	return strings.TrimSpace(print.FillPlaceholders(refusal.Code.Hint, func(name string) string { return hintPart(refusal, name) }))
}

// hintPart returns the text for a placeholder of a hint: a part of the table's
// key, or of the refusal. Braces that are not a placeholder are left alone.
func hintPart(r *access.Refusal, name string) string {
	switch name {
	case "near":
		names, _ := keyPart(r.Table, "all")
		return DidYouMean(r.Column, names)
	case "filtering":
		return filteringHint(r)
	case "clause":
		if r.Statement == access.InsertStatement {
			return "the columns"
		}
		return "WHERE"
	case "nearest":
		return cmp.Or(r.Column, "the vector's column")
	}
	names, isKey := keyPart(r.Table, name)
	if isKey {
		return quotedNames(names)
	}
	if part := print.RefusalPart(r, name); part != "" {
		return part
	}
	return "{" + name + "}"
}

// keyPart returns the names of the columns in a part of the table's key.
func keyPart(t *access.Table, part string) (names []string, known bool) {
	if t == nil {
		return []string{"the key"}, part == "partition" || part == "clustering" || part == "key"
	}
	var columns []*access.Column
	switch part {
	case "partition":
		columns = t.Partition
	case "clustering":
		columns = t.Clustering
	case "key":
		columns = slices.Concat(t.Partition, t.Clustering)
	case "all":
		columns = slices.Concat(t.Partition, t.Clustering, t.Others)
	default:
		return nil, false
	}
	for _, column := range columns {
		names = append(names, column.Name)
	}
	return names, true
}

func quotedNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = syntax.QuoteName(name)
	}
	return strings.Join(quoted, ", ")
}

// filteringHint advises which parts of the key to restrict in a SELECT, and names the alternatives.
func filteringHint(r *access.Refusal) string {
	if r.Table == nil {
		return "Restrict the partition key, or add ALLOW FILTERING if the table is small."
	}
	partition, _ := keyPart(r.Table, "partition")
	advice := "Restrict the whole partition key (" + quotedNames(partition) + ") with `=`"
	if clustering, _ := keyPart(r.Table, "clustering"); len(clustering) > 0 {
		advice += ", and the clustering columns in their order (" + quotedNames(clustering) + ")"
	}
	return advice + "; or create a table with this query's columns as its key, or an index. ALLOW FILTERING " +
		"reads rows and drops them: use it only if they are few."
}
