package access

// Refusals of a condition by itself.
var (
	UndefinedColumn = &Code{Text: "Undefined column name {quoted} in table {table}",
		Hint: "{near}Names without double quotes are converted to lower case."}
	UnsupportedNotEqual = &Code{Text: `Unsupported "!=" relation: {condition}`,
		Hint: "WHERE has no `!=`: list the values that you want with IN, or filter in the application."}
	TokenNotEqual = &Code{Text: `Unsupported '!=' relation: {condition}`,
		Hint: "Use =, <, <=, > or >= with token()."}
	UnsupportedNotNull = &Code{Text: "Unsupported restriction: {condition}",
		Hint: "IS NOT NULL is only for materialized views."}
	ContainsOnOther = &Code{Text: "Cannot use {operator} on non-collection column {column}",
		Hint: "CONTAINS is for lists, sets and maps: use `=`."}
	ContainsKeyOnOther = &Code{Text: "Cannot use {operator} on non-map column {column}",
		Hint: "Only a map has keys: use CONTAINS."}
	ListEntryCondition = &Code{Text: "Indexes on list entries ({column}[index] = value) are not currently supported.",
		Hint: "Use CONTAINS, or a map from position to value."}
	NotAMap = &Code{Text: "Column {column} cannot be used as a map",
		Hint: "Only a map has entries: use `=` or CONTAINS."}
	FrozenMapEntry = &Code{Text: "Map-entry equality predicates on frozen map column {column} are not supported",
		Hint: "Compare the whole map, or use a map that is not frozen."}
	EntryOnlyEqual = &Code{Text: "Only EQ relations are supported on map entries",
		Hint: "Use `=` with the entry."}
	UserTypeCondition = &Code{Text: "Non-frozen UDT column '{column}' ({type}) cannot be restricted by any relation",
		Hint: "Freeze the type, or store the field in a column of its own."}
	CollectionCondition = &Code{Text: "Collection column '{column}' ({type}) cannot be restricted by a '{operator}' relation",
		Hint: "Use CONTAINS or CONTAINS KEY; only a frozen collection can be compared."}
	LikeWithoutIndex = &Code{Text: "LIKE restriction is only supported on properly indexed columns. {condition} is not valid.",
		Hint: "LIKE needs a SASI index on the column. To find a prefix, use a range: >= 'ab' AND < 'ac'."}
	NotForSeveral = &Code{Text: "{operator} cannot be used for multi-column relations",
		Hint: "Use =, <, <=, >, >= or IN with columns in parentheses."}
	TupleNotClustering = &Code{Text: "Multi-column relations can only be applied to clustering columns but was applied to: {column}",
		Hint: "Put only clustering columns in the parentheses: {clustering}."}
	TupleTwice = &Code{Text: `Column "{column}" appeared twice in a relation: {condition}`,
		Hint: "Name each column once."}
	TupleOrder = &Code{Text: "Clustering columns must appear in the PRIMARY KEY order in multi-column relations: {condition}",
		Hint: "Name them in the order of the key: {clustering}."}
	TupleValueSize = &Code{Text: "Expected {want} elements in value tuple, but got {got}: {value}",
		Hint: "Give {want} values."}
	NotForToken = &Code{Text: "{operator} cannot be used with the token function",
		Hint: "Use =, <, <=, > or >= with token()."}
	TokenOfSome = &Code{Text: "The token() function must be applied to all partition key components or none of them",
		Hint: "Write token({partition})."}
	TokenTwice = &Code{Text: "The token() function contains duplicate partition key components",
		Hint: "Write token({partition})."}
	TokenOfOthers = &Code{Text: "The token() function must contains only partition key components",
		Hint: "Write token({partition})."}
	TokenOrder = &Code{Text: "The token function arguments must be in the partition key order: {columns}",
		Hint: "Write token({partition})."}
	TwoExpressions = &Code{Text: "Multiple custom index expressions in a single query are not supported",
		Hint: "Keep one expr()."}
	NoSuchIndex = &Code{Text: "Invalid index expression, index {column} not found for {table}",
		Hint: "Name a custom index of the table."}
	ExpressionNotCustom = &Code{Text: "Only CUSTOM indexes may be used in custom index expressions, {column} is not valid",
		Hint: "Name a custom index, or restrict the column itself."}
	NoExpressions = &Code{Text: "Index {column} does not support custom expressions",
		Hint: "Restrict the column itself."}
)

// SliceOnDuration are the refusals of a range on a collection, tuple or
// user-defined type that contains a duration, and on a duration.
var SliceOnDuration = [4]*Code{
	{Text: "Slice restrictions are not supported on collections containing durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
	{Text: "Slice restrictions are not supported on tuples containing durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
	{Text: "Slice restrictions are not supported on UDTs containing durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
	{Text: "Slice restrictions are not supported on duration columns",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
}

// Refusals of several conditions on one column.
var (
	MoreThanOneEqual = &Code{Text: "{common} cannot be restricted by more than one relation if it includes an Equal",
		Hint: "Keep one condition on {common}: the `=`, or IN with all values."}
	MoreThanOneIn = &Code{Text: "{common} cannot be restricted by more than one relation if it includes a IN",
		Hint: "Keep one condition on {common}, and list all values in one IN."}
	MoreThanOneLike = &Code{Text: "{column} cannot be restricted by more than one relation if it includes a LIKE",
		Hint: "Keep one LIKE on {column}."}
	MoreThanOneNearest = &Code{Text: "{column} cannot be restricted by more than one relation in an ANN ordering",
		Hint: "Keep one ANN OF on {column}."}
	ContainsAndOther = &Code{Text: "Collection column {column} can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality",
		Hint: "Keep the CONTAINS, CONTAINS KEY or [key] = conditions only."}
	EqualAndSlice = &Code{Text: `Column "{common}" cannot be restricted by both an equality and an inequality relation`,
		Hint: "Keep the `=` or the range."}
	SlicesStartApart = &Code{Text: `Column "{column}" cannot be restricted by two inequalities not starting with the same column`,
		Hint: "Let both ends of the range begin with the same column."}
	TwoStarts = &Code{Text: "More than one restriction was found for the start bound on {common}",
		Hint: "Keep one of `>` and `>=` on {common}."}
	TwoEnds = &Code{Text: "More than one restriction was found for the end bound on {common}",
		Hint: "Keep one of `<` and `<=` on {common}."}
	TokenEqual = &Code{Text: "{columns} cannot be restricted by more than one relation if it includes an Equal",
		Hint: "Keep one condition on token({partition})."}
	TokenEqualAndSlice = &Code{Text: `Columns "{columns}" cannot be restricted by both an equality and an inequality relation`,
		Hint: "Keep the `=` or the range of token({partition})."}
	TokenTwoStarts = &Code{Text: "More than one restriction was found for the start bound on {columns}",
		Hint: "Keep one of `>` and `>=` on token({partition})."}
	TokenTwoEnds = &Code{Text: "More than one restriction was found for the end bound on {columns}",
		Hint: "Keep one of `<` and `<=` on token({partition})."}
)

// Refusals of the WHERE clause as a whole.
var (
	AfterSlice = &Code{Text: `Clustering column "{column}" cannot be restricted (preceding column "{other}" is restricted by a non-EQ relation)`,
		Hint: "Rows are sorted by {clustering}, so after a range they can only be filtered. Use `=` on {other}, or a table that is sorted by {column} first."}
	SliceBefore = &Code{Text: `PRIMARY KEY column "{column}" cannot be restricted (preceding column "{other}" is restricted by a non-EQ relation)`,
		Hint: "Rows are sorted by {clustering}, so after a range they can only be filtered. Use `=` on {other}, or a table that is sorted by {column} first."}
	PrecedingMissing = &Code{Text: `PRIMARY KEY column "{column}" cannot be restricted as preceding column "{other}" is not restricted`,
		Hint: "Rows are sorted by {clustering}: restrict {other} too, or use a table that is sorted by {column} first."}
	ClusteringContains = &Code{Text: "Clustering columns can only be restricted with CONTAINS with a secondary index or filtering",
		Hint: "Index the column, or add ALLOW FILTERING if the partition is small."}
	NeedsFiltering = &Code{Text: "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you " +
		"want to execute this query despite the performance unpredictability, use ALLOW FILTERING",
		Hint: "{filtering}"}
	IndexAndKeyIn = &Code{Text: "Select on indexed columns and with IN clause for the PRIMARY KEY are not supported",
		Hint: "Query one partition at a time, or remove the condition that uses the index."}
	VectorOnlyNearest = &Code{Text: "Vector indexes only support ANN queries",
		Hint: "Use ORDER BY … ANN OF with a LIMIT."}
	TupleSliceFilter = &Code{Text: "Multi-column slice restrictions cannot be used for filtering.",
		Hint: "Restrict the clustering columns before it, or compare column by column."}
	TupleInFilter = &Code{Text: "Multicolumn IN filters are not supported",
		Hint: "Restrict the clustering columns before it, or query each tuple on its own."}
	NullKey = &Code{Text: "Invalid null value in condition for column {column}",
		Hint: "A key is never null: remove the condition or give a value."}
	NullInTuple = &Code{Text: "Invalid null value for {column} in tuple ({columns})",
		Hint: "A key is never null: give values."}
	NullOfToken = &Code{Text: "Invalid null value for token({columns})",
		Hint: "Compare with a number or with the token of a key."}
	NullKeyOfMap = &Code{Text: "Invalid null map key for column {column}",
		Hint: "Name a key of the map."}
	NullOfEntry = &Code{Text: "Invalid null value for {column}[{value}]",
		Hint: "WHERE cannot find nulls: remove the condition."}
	UnsetKey = &Code{Text: "Invalid unset value for column {column}",
		Hint: "Give {column} a value: it is part of the key."}
	NullInKey = &Code{Text: "Invalid null value for column {column}",
		Hint: "A key is never null: give a value."}
	NullInKeys = &Code{Text: "Invalid null value in condition for columns: [{columns}]",
		Hint: "A key is never null: give values."}
	NullFilter = &Code{Text: "Unsupported null value for column {column}",
		Hint: "WHERE cannot find nulls: remove the condition."}
	NullEntryKey = &Code{Text: "Unsupported null map key for column {column}",
		Hint: "Name a key of the map."}
	NullEntryValue = &Code{Text: "Unsupported null map value for column {column}",
		Hint: "WHERE cannot find nulls: remove the condition."}
	NullToken = &Code{Text: "Invalid null token value",
		Hint: "Compare with a number or with the token of a key."}
	EmptyKey = &Code{Text: "Key may not be empty",
		Hint: "Give a text that is not empty."}
	EmptyLike = &Code{Text: "LIKE value can't be empty.",
		Hint: "Write some text besides `%`."}
	LikeForm = &Code{Text: "{column} {like} {literal} is only supported on properly indexed columns",
		Hint: "The mode of the SASI index decides which forms it answers: PREFIX answers 'abc%', CONTAINS also '%abc%'."}
)
