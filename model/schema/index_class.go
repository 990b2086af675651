package schema

import (
	"slices"
	"strings"

	"widerow/model"
)

// saiTypes are the native types that a storage-attached index takes, beside
// frozen ones and vectors of float.
var saiTypes = []string{"ascii", "bigint", "boolean", "date", "decimal", "double", "float", "inet", "int", "smallint", "text",
	"time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"}

var (
	analysisOptions = []string{"case_sensitive", "normalize", "ascii"}
	vectorOptions   = []string{"similarity_function", "optimize_for", "source_model", "maximum_node_connections", "construction_beam_width"}
)

// checkSAI is StorageAttachedIndex.validateOptions.
func (b *indexBuilder) checkSAI() *Refusal {
	if len(b.built.targets) > 1 {
		names := make([]string, len(b.built.targets))
		for i, target := range b.built.targets {
			names[i] = target.Column
		}
		return refuse(Invalid, "", "A storage-attached index cannot be created over multiple columns: %s", quoted(names))
	}
	if len(b.built.targets) == 0 {
		return refuse(Invalid, "", "Failed to retrieve target column for: ")
	}
	target := b.built.targets[0]
	if b.relation.indexes[b.built.attachedKey()] != nil {
		return refuse(Invalid, target.Column, "Cannot create more than one storage-attached index on the same column: %s", target.Column)
	}
	if refusal := b.checkSAIType(target); refusal != nil {
		return refusal
	}
	return understood(b.built.options, slices.Concat(analysisOptions, vectorOptions), "StorageAttachedIndex")
}

// checkSAIType judges the type of what is indexed: the elements of a
// collection, otherwise the column.
func (b *indexBuilder) checkSAIType(target Target) *Refusal {
	column := b.relation.column(target.Column)
	analysed := b.analysis()
	if analysed && column.Role.InKey() {
		return refuse(Invalid, target.Column, "Analysis options are not supported on primary key columns, but found %s", javaMap(b.built.options))
	}
	for _, t := range indexedTypes(column.Type, target.Function) {
		if analysed && (t.Kind != model.NativeType || t.Name != "text" && t.Name != "ascii") {
			return refuse(Invalid, target.Column, "CQL type %s cannot be analyzed.", b.schema.text(t))
		}
		switch {
		case t.Kind == model.FrozenType, t.Kind == model.TupleType:
		case t.Kind == model.VectorType:
			if !t.Arguments[0].Equal(model.Native("float")) {
				return refuse(Invalid, target.Column, "SAI ANN indexes are only allowed on vector columns with float elements")
			}
			if t.Dimension == 1 && b.cosine() {
				return refuse(Invalid, target.Column, "Cosine similarity is not supported for single-dimension vectors")
			}
		case t.Kind != model.NativeType || !slices.Contains(saiTypes, t.Name):
			return refuse(Invalid, target.Column, "Unsupported type: %s", b.schema.text(t))
		}
		if t.Kind != model.VectorType && b.hasAny(vectorOptions) {
			return refuse(Invalid, target.Column, "CQL type %s cannot have vector options", b.schema.text(t))
		}
	}
	return nil
}

func (b *indexBuilder) analysis() bool { return b.hasAny(analysisOptions) }

func (b *indexBuilder) hasAny(names []string) bool {
	for _, name := range names {
		if _, found := b.built.options[name]; found {
			return true
		}
	}
	return false
}

func (b *indexBuilder) cosine() bool {
	function, found := b.built.options["similarity_function"]
	return !found || strings.EqualFold(function, "cosine")
}

// javaMap writes a map as Java does; of several entries the server's order
// varies.
func javaMap(options map[string]string) string {
	var entries []string
	for name, value := range options {
		entries = append(entries, "'"+name+"': '"+value+"'")
	}
	slices.Sort(entries)
	return "{" + quoted(entries) + "}"
}

func indexedTypes(t model.Type, function model.IndexTarget) []model.Type {
	switch function {
	case model.IndexValues:
		return t.Arguments[len(t.Arguments)-1:]
	case model.IndexKeys:
		return t.Arguments[:1]
	case model.IndexEntries:
		return t.Arguments
	}
	return []model.Type{t}
}

// checkSASI judges what SASIIndex.validateOptions asks of the column.
func (b *indexBuilder) checkSASI() *Refusal {
	for _, target := range b.built.targets {
		column := b.relation.column(target.Column)
		text := column.Type.Equal(model.Native("text")) || column.Type.Equal(model.Native("ascii"))
		switch {
		case isMultiCell(column.Type):
			return refuse(Config, target.Column, "complex columns are not yet supported by SASI")
		case column.Role == model.Partition:
			return refuse(Config, target.Column, "partition key columns are not yet supported by SASI")
		case text && strings.EqualFold(b.built.options["mode"], "SPARSE"):
			return refuse(Config, target.Column, "SPARSE mode is only supported on non-literal columns.")
		}
	}
	return nil
}
