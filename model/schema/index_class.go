package schema

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// saiTypes are the native types that a storage-attached index accepts. It also
// accepts frozen types and vectors of float.
var saiTypes = []string{"ascii", "bigint", "boolean", "date", "decimal", "double", "float", "inet", "int", "smallint", "text",
	"time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"}

var (
	analysisOptions = []string{"case_sensitive", "normalize", "ascii"}
	vectorOptions   = []string{"similarity_function", "optimize_for", "maximum_node_connections", "construction_beam_width"}
)

// checkSAI follows StorageAttachedIndex.validateOptions.
func (b *indexBuilder) checkSAI() *Refusal {
	// The server's map also has the class and the target.
	names := javaSet(append(sortedKeys(b.built.options), "class_name", "target"), stringHash)
	if unknown := unknownNames(names, slices.Concat([]string{"class_name", "target"}, analysisOptions, vectorOptions)); len(unknown) > 0 {
		return refuse(Config, "", "Properties specified [%s] are not understood by StorageAttachedIndex", quoted(unknown)).
			Advise("The options are case_sensitive, normalize, ascii, and similarity_function and optimize_for of " +
				"vectors.")
	}
	if len(b.built.targets) > 1 {
		return refuse(Invalid, "", "A storage-attached index cannot be created over multiple columns: %s", quoted(b.targetTexts())).
			Advise("Create one index for each column; a query can use several.")
	}
	if len(b.built.targets) == 0 {
		return refuse(Invalid, "", "Failed to retrieve target column for: ").
			Advise("Name the column in parentheses.")
	}
	target := b.built.targets[0]
	column := b.relation.column(target.Column)
	analysis := b.analysis()
	if len(analysis) > 0 && column.Role.InKey() {
		return refuse(Invalid, target.Column, "Analysis options are not supported on primary key columns, but found %s", sortedMap(analysis)).
			Advise("Remove the options, or index a column outside the key.")
	}
	term := indexedType(column.Type, target.Function)
	for _, check := range []func(model.Type, string) *Refusal{b.checkAnalysis, b.checkVectorOptions, b.checkTerm} {
		if refusal := check(term, target.Column); refusal != nil {
			return refusal
		}
	}
	return nil
}

// targetTexts returns the targets as the server stores them: a column, or a
// function of one.
func (b *indexBuilder) targetTexts() []string {
	texts := make([]string, len(b.built.targets))
	for i, target := range b.built.targets {
		texts[i] = quoteName(target.Column)
		if target.Function != model.IndexColumn {
			texts[i] = string(target.Function) + "(" + texts[i] + ")"
		}
	}
	return texts
}

// checkAnalysis checks the options of an analyzer. Only text can be analyzed.
func (b *indexBuilder) checkAnalysis(term model.Type, column string) *Refusal {
	analysis := b.analysis()
	if len(analysis) > 0 && !isText(term) {
		return refuse(Invalid, column, "CQL type %s cannot be analyzed.", b.termText(term)).
			Advise("The options case_sensitive, normalize and ascii are for text.")
	}
	for _, name := range javaSet(sortedKeys(analysis), stringHash) {
		switch text := analysis[name]; {
		case text == "":
			return refuse(Invalid, column, "Empty value for boolean option '%s'", name).
				Advise(hintBoolean)
		case !isBoolean(text):
			return refuse(Invalid, column, "Illegal value for boolean option '%s': %s", name, text).
				Advise(hintBoolean)
		}
	}
	return nil
}

func isText(t model.Type) bool {
	return t.Equal(model.Native("text")) || t.Equal(model.Native("ascii"))
}

// checkVectorOptions follows IndexWriterConfig.fromOptions, which does not know
// the index's name yet.
func (b *indexBuilder) checkVectorOptions(term model.Type, column string) *Refusal {
	if !slices.ContainsFunc(vectorOptions, b.has) {
		return nil
	}
	function, method := strings.ToUpper(b.built.options["similarity_function"]), strings.ToUpper(b.built.options["optimize_for"])
	switch {
	case term.Unfrozen().Kind != model.VectorType:
		return refuse(Invalid, column, "CQL type %s cannot have vector options", b.termText(term)).
			Advise("similarity_function is for vectors.")
	case b.has("maximum_node_connections"):
		return refuse(Invalid, column, "Maximum node connections cannot be set without enabling SAI_VECTOR_ALLOW_CUSTOM_PARAMETERS").
			Advise("Remove maximum_node_connections.")
	case b.has("construction_beam_width"):
		return refuse(Invalid, column, "Construction beam width cannot be set without enabling SAI_VECTOR_ALLOW_CUSTOM_PARAMETERS").
			Advise("Remove construction_beam_width.")
	case b.has("similarity_function") && !slices.Contains([]string{"EUCLIDEAN", "DOT_PRODUCT", "COSINE"}, function):
		return refuse(Invalid, column, "Similarity function %s was not recognized for index null. Valid values are: EUCLIDEAN, DOT_PRODUCT, COSINE", function)
	case b.has("optimize_for") && method != "LATENCY" && method != "RECALL":
		return refuse(Invalid, column, "optimize_for '%s' was not recognized for index null. Valid values are: LATENCY, RECALL", method)
	}
	return nil
}

// checkTerm checks the indexed type. For an index on entries it checks both the
// keys and the values.
func (b *indexBuilder) checkTerm(term model.Type, column string) *Refusal {
	parts := []model.Type{term}
	if isMultiCell(term) {
		parts = term.Arguments
	}
	for _, t := range parts {
		if t.Unfrozen().Kind == model.VectorType {
			t = t.Unfrozen()
		}
		switch {
		case t.Kind == model.FrozenType, t.Kind == model.TupleType, t.Kind == model.VectorType && isMultiCell(term):
		case t.Kind == model.VectorType && !t.Arguments[0].Equal(model.Native("float")):
			return refuse(Invalid, column, "SAI ANN indexes are only allowed on vector columns with float elements").
				Advise("Change the type to vector<float, n>.")
		case t.Kind == model.VectorType && t.Dimension == 1 && b.cosine():
			return refuse(Invalid, column, "Cosine similarity is not supported for single-dimension vectors").
				Advise("Set 'similarity_function' to 'euclidean' or 'dot_product'.")
		case t.Kind == model.VectorType:
		case t.Kind != model.NativeType || !slices.Contains(saiTypes, t.Name):
			return refuse(Invalid, column, "Unsupported type: %s", b.schema.storedText(t)).
				Advise("Freeze the type to index its whole value, or use a secondary index.")
		}
	}
	return nil
}

func (b *indexBuilder) has(name string) bool {
	_, found := b.built.options[name]
	return found
}

func (b *indexBuilder) analysis() map[string]string {
	found := map[string]string{}
	for _, name := range analysisOptions {
		if b.has(name) {
			found[name] = b.built.options[name]
		}
	}
	return found
}

func (b *indexBuilder) cosine() bool {
	return !b.has("similarity_function") || strings.EqualFold(b.built.options["similarity_function"], "cosine")
}

// storedText formats a type like CQL3Type.toString.
func (s *Schema) storedText(t model.Type) string { return s.cqlText(t.Effective()) }

// sortedMap follows CqlBuilder.append of a map.
func sortedMap(options map[string]string) string {
	var entries []string
	for _, name := range sortedKeys(options) {
		entries = append(entries, "'"+name+"': '"+options[name]+"'")
	}
	return "{" + quoted(entries) + "}"
}

// termText formats the indexed type. An entry of a map is one composite of its
// key and value.
func (b *indexBuilder) termText(term model.Type) string {
	if term.Kind != model.MapType {
		return b.schema.storedText(term)
	}
	key, value := b.schema.internalText(term.Arguments[0]), b.schema.internalText(term.Arguments[1])
	return "'" + marshalPackage + "CompositeType(" + key + "," + value + ")'"
}

// indexedType returns the type of one term of the index: that of the elements,
// or the map for an index on entries.
func indexedType(t model.Type, function model.IndexTarget) model.Type {
	switch function {
	case model.IndexValues:
		return t.Arguments[len(t.Arguments)-1]
	case model.IndexKeys:
		return t.Arguments[0]
	}
	return t
}

// sasiPackage is the package of the server's own analyzers. sasiAnalyzers are
// the types that each accepts.
const sasiPackage = "org.apache.cassandra.index.sasi.analyzer."

var sasiAnalyzers = map[string]func(model.Type) bool{
	"NonTokenizingAnalyzer": isText,
	"StandardAnalyzer":      isText,
	"DelimiterAnalyzer":     isText,
	"NoOpAnalyzer":          func(model.Type) bool { return true },
}

// checkSASI follows SASIIndex.validateOptions.
func (b *indexBuilder) checkSASI() *Refusal {
	if len(b.built.targets) != 1 {
		return refuse(Config, "", "failed to retrieve target column for: %s", quoted(b.targetTexts())).
			Advise("Name the column in parentheses.")
	}
	target := b.built.targets[0]
	column := b.relation.column(target.Column)
	switch {
	case isMultiCell(column.Type):
		return refuse(Config, target.Column, "complex columns are not yet supported by SASI").
			Advise("SASI supports neither collections nor types that are not frozen: use SAI.")
	case column.Role == model.Partition:
		return refuse(Config, target.Column, "partition key columns are not yet supported by SASI").
			Advise("Use SAI.")
	}
	if refusal := b.checkAnalyzer(column); refusal != nil {
		return refusal
	}
	return b.checkSASIMode(column)
}

// checkAnalyzer follows IndexMode.validateAnalyzer.
func (b *indexBuilder) checkAnalyzer(column *model.Column) *Refusal {
	if !b.has("analyzer_class") {
		return nil
	}
	class := b.built.options["analyzer_class"]
	name, inPackage := strings.CutPrefix(class, sasiPackage)
	takes, known := sasiAnalyzers[name]
	switch {
	case isForeign(class):
		return nil
	case !inPackage || !known:
		return refuse(Config, column.Name, "Unable to find analyzer class '%s'", class).
			Advise("The analyzers are StandardAnalyzer and NonTokenizingAnalyzer of " +
				"org.apache.cassandra.index.sasi.analyzer.")
	case !takes(column.Type):
		return refuse(Config, column.Name, "%s does not support type %s", name, b.schema.storedText(column.Type)).
			Advise("Analyzers are for text.")
	case name == "NonTokenizingAnalyzer" && b.has("case_sensitive") && (b.has("normalize_lowercase") || b.has("normalize_uppercase")):
		return refuse(Config, column.Name, "case_sensitive option cannot be specified together with either normalize_lowercase or normalize_uppercase").
			Advise("Keep one of them.")
	}
	return nil
}

// checkSASIMode follows IndexMode.getMode, and checks what SPARSE demands.
func (b *indexBuilder) checkSASIMode(column *model.Column) *Refusal {
	mode, given := b.built.options["mode"]
	isTrue := func(name string, otherwise bool) bool {
		if !b.has(name) {
			return otherwise
		}
		return strings.EqualFold(b.built.options[name], "true")
	}
	if given && !slices.Contains([]string{"PREFIX", "CONTAINS", "SPARSE"}, strings.ToUpper(mode)) {
		return refuse(Config, column.Name, "Incorrect index mode: %s", mode).
			Advise("The modes are PREFIX, CONTAINS and SPARSE.")
	}
	if refusal := b.checkSASIMemory(); refusal != nil {
		return refusal
	}
	switch {
	case !strings.EqualFold(mode, "SPARSE"):
	case isTrue("is_literal", isText(column.Type)):
		return refuse(Config, column.Name, "SPARSE mode is only supported on non-literal columns.").
			Advise("Use the mode PREFIX or CONTAINS for text.")
	case isTrue("analyzed", b.has("analyzer_class")):
		return refuse(Config, column.Name, "SPARSE mode doesn't support analyzers.").
			Advise("Remove the analyzer: SPARSE is for numbers.")
	}
	return nil
}

// checkSASIMemory refuses a memory size that is not a number. The server fails
// on it and prints all options as Java formats a map.
func (b *indexBuilder) checkSASIMemory() *Refusal {
	text, given := b.built.options["max_compaction_flush_memory_in_mb"]
	if _, err := strconv.ParseInt(text, 10, 64); !given || err == nil {
		return nil
	}
	options := maps.Clone(b.built.options)
	options["class_name"], options["target"] = b.built.class, quoted(b.targetTexts())
	var entries []string
	for _, name := range b.optionNames() {
		entries = append(entries, name+"="+options[name])
	}
	return refuse(Config, "", "Failed to validate custom indexer options: {%s}", quoted(entries)).
		Advise("Check the options for typing errors: they depend on the class.")
}

// optionNames returns the options in the order of the server's HashMap. The
// server adds the class to a copy of the written options, and the target to a
// copy of that.
func (b *indexBuilder) optionNames() []string {
	var names []string
	for _, option := range b.declared.Options {
		names = option.Value.javaKeys()
	}
	for _, added := range []string{"class_name", "target"} {
		names = javaCopy(append(names, added), len(names))
	}
	return names
}
