package access

// Refusals of IF.
var (
	KeyInIf = &Code{Text: "PRIMARY KEY column '{column}' cannot have IF conditions",
		Hint: "Move {column} to WHERE."}
	IfOnCounter = &Code{Text: "Conditions on counters are not supported",
		Hint: "Counters have no conditional updates: remove IF."}
	ElementOfOther = &Code{Text: "Invalid element access syntax for non-collection column {column}",
		Hint: "Only lists and maps have elements: compare the column."}
	ElementOfSet = &Code{Text: "Invalid element access syntax for set column {column}",
		Hint: "Compare the whole set, or use a map."}
	IfFieldUnknown = &Code{Text: "Unknown field {other} for column {column}",
		Hint: "Check the fields of the type."}
	NegativeIndex = &Code{Text: "Invalid negative list index {text}",
		Hint: "The first element has the index 0; a list cannot be read from its end."}
	NullElement = &Code{Text: "Invalid null value for {text} element access",
		Hint: "Name a key or an index."}
	NullComparison = &Code{Text: `Invalid comparison with null for operator "{operator}"`,
		Hint: "Null cannot be ordered: compare with `=` or `!=`."}
	EmptyComparison = &Code{Text: `Invalid comparison with an empty {text} for operator "{operator}"`,
		Hint: "An empty collection cannot be ordered: compare with `=` or `!=`."}
	ConditionalCounter = &Code{Text: "Conditional updates are not supported on counter tables",
		Hint: "Remove IF."}
	ConditionalTimestamp = &Code{Text: "Cannot provide custom timestamp for conditional updates",
		Hint: "Remove TIMESTAMP: the server chooses the timestamp of conditional writes."}
	ConditionalKeyIn = &Code{Text: "IN on the partition key is not supported with conditional {writes}",
		Hint: "Write one partition at a time."}
	ConditionalClusteringIn = &Code{Text: "IN on the clustering key columns is not supported with conditional {writes}",
		Hint: "Write one row at a time."}
	DeleteIfRegular = &Code{Text: "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns",
		Hint: "Restrict the whole key with `=`: {key}."}
	DeleteIfCondition = &Code{Text: "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to use IF condition on " +
		"non static columns",
		Hint: "Restrict the whole key with `=`: {key}."}
)

// IfOnDuration are the refusals of a range in IF on a collection, tuple or
// user-defined type that contains a duration, and on a duration.
var IfOnDuration = [4]*Code{
	{Text: "Slice conditions are not supported on collections containing durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
	{Text: "Slice conditions are not supported on tuples containing durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
	{Text: "Slice conditions are not supported on UDTs containing durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
	{Text: "Slice conditions ( {operator} ) are not supported on durations",
		Hint: "Durations cannot be ordered: use `=`, or store seconds as bigint."},
}

// Refusals of batches.
var (
	BatchTTL = &Code{Text: "Global TTL on the BATCH statement is not supported.",
		Hint: "Put USING TTL on the individual statements."}
	BatchConditionalTimestamp = &Code{Text: "Cannot provide custom timestamp for conditional BATCH",
		Hint: "Remove TIMESTAMP."}
	BatchCounterTimestamp = &Code{Text: "Cannot provide custom timestamp for counter BATCH",
		Hint: "Remove TIMESTAMP."}
	BatchTwoTimestamps = &Code{Text: "Timestamp must be set either on BATCH or individual statements",
		Hint: "Keep one: on the batch, or on the statements."}
	BatchOfCountersTimestamp = &Code{Text: "Cannot provide custom timestamp for a BATCH containing counters",
		Hint: "Remove TIMESTAMP."}
	BatchNotCounter = &Code{Text: "Cannot include non-counter statement in a counter batch",
		Hint: "Move it to a batch of its own."}
	BatchMixed = &Code{Text: "Counter and non-counter mutations cannot exist in the same batch",
		Hint: "Make two batches."}
	BatchLoggedCounter = &Code{Text: "Cannot include a counter statement in a logged batch",
		Hint: "Write BEGIN COUNTER BATCH."}
	BatchTables = &Code{Text: "Batch with conditions cannot span multiple tables",
		Hint: "Make a batch for each table, or remove IF."}
	BatchPartitions = &Code{Text: "Batch with conditions cannot span multiple partitions",
		Hint: "Make a batch for each partition, or remove IF."}
	BatchKeyIn = &Code{Text: "Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)",
		Hint: "Name one partition with `=`."}
	BatchMixedExists = &Code{Text: "Cannot mix IF EXISTS and IF NOT EXISTS conditions for the same row",
		Hint: "Put one of the two statements into a batch of its own."}
	BatchMixedConditions = &Code{Text: "Cannot mix IF conditions and {text} for the same row",
		Hint: "Put one of the two statements into a batch of its own."}
)
