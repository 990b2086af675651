package access

// Refusals of INSERT, UPDATE and DELETE.
var (
	ContainsInWrite = &Code{Text: "Cannot use {statement} with {operator}",
		Hint: "Write rows by their key: use `=`."}
	ExpressionInWrite = &Code{Text: "Custom index expressions cannot be used in WHERE clauses for UPDATE or DELETE statements",
		Hint: "Read the keys first, then write by key."}
	TokenInWrite = &Code{Text: "The token function cannot be used in WHERE clauses for {statement} statements",
		Hint: "Write rows by their key: {key}."}
	PartitionMissing = &Code{Text: "Some partition key parts are missing: {columns}",
		Hint: "A write must name its partition: add {columns} to {clause}."}
	PartitionSlice = &Code{Text: "Only EQ and IN relation are supported on the partition key (unless you use the token() function) for {statement} statements",
		Hint: "Name each partition with `=` or IN."}
	ClusteringMissing = &Code{Text: "Some clustering keys are missing: {columns}",
		Hint: "A write must name its rows: add {columns} to {clause}."}
	ClusteringSlice = &Code{Text: "Slice restrictions are not supported on the clustering columns in {statement} statements",
		Hint: "Name each row with `=` or IN; only a DELETE of whole rows takes a range."}
	NotPrimaryKey = &Code{Text: "Non PRIMARY KEY columns found in where clause: {columns} ",
		Hint: "WHERE of a write takes only the primary key: {key}. To check another column first, use IF."}
	StaticWriteClustering = &Code{Text: "Invalid restrictions on clustering columns since the {statement} statement modifies only static columns",
		Hint: "Remove the clustering columns: a static column belongs to the whole partition."}
	InsertCounter = &Code{Text: "INSERT statements are not allowed on counter tables, use UPDATE instead",
		Hint: ""}
	InsertUnmatched = &Code{Text: "Unmatched column names/values",
		Hint: "Give one value for each column."}
	InsertTwice = &Code{Text: "The column names contains duplicates",
		Hint: "Name each column once."}
	KeyInSet = &Code{Text: "PRIMARY KEY part {column} found in SET part",
		Hint: "A key cannot be changed: insert a new row and delete the old one."}
	KeyInDelete = &Code{Text: "Invalid identifier {column} for deletion (should not be a PRIMARY KEY part)",
		Hint: "Delete the row, or columns outside the key."}
	IncompatibleSet = &Code{Text: "Multiple incompatible setting of column {column}",
		Hint: "Set {column} once.", Syntax: true}
	SetCounter = &Code{Text: "Cannot set the value of counter column {column} (counters can only be incremented/decremented, not set)",
		Hint: "Write {column} = {column} + 1."}
	NotACounter = &Code{Text: "Invalid operation ({operation}) for non counter column {column}",
		Hint: "Only counters can be incremented: read the value first, or use a table of counters."}
	NotACollection = &Code{Text: "Invalid operation ({operation}) for non collection column {column}",
		Hint: "Only lists, sets and maps have elements: set the whole value."}
	FrozenCollection = &Code{Text: "Invalid operation ({operation}) for frozen collection column {column}",
		Hint: "Set the whole value, or use a collection that is not frozen."}
	SetByElement = &Code{Text: "Invalid operation ({operation}) for set column {column}",
		Hint: "Add with {column} + {…}, remove with {column} - {…}."}
	NotAUserType = &Code{Text: "Invalid operation ({operation}) for non-UDT column {column}",
		Hint: "Only a user-defined type has fields."}
	FrozenUserType = &Code{Text: "Invalid operation ({operation}) for frozen UDT column {column}",
		Hint: "Set the whole value, or use a type that is not frozen."}
	NoSuchField = &Code{Text: "UDT column {column} does not have a field named {other}",
		Hint: "Check the fields of the type."}
	AddToTuple = &Code{Text: "Invalid operation ({operation}) for tuple column {column}",
		Hint: "Set the whole tuple."}
	AddToOther = &Code{Text: "Invalid operation ({operation}) for non-numeric and non-text type {column}",
		Hint: "Read the value first and set the new one."}
	AddToMap = &Code{Text: "Value for a map addition has to be a map, but was: '{value}'",
		Hint: "Add a map: {key: value}."}
	SubtractFromMap = &Code{Text: "Value for a map substraction has to be a set, but was: '{value}'",
		Hint: "Remove keys: - {key, …}."}
	NotAList = &Code{Text: "Invalid operation ({operation}) for non list column {column}",
		Hint: "Only a list can be prepended to."}
	FrozenList = &Code{Text: "Invalid operation ({operation}) for frozen list column {column}",
		Hint: "Set the whole list, or use a list that is not frozen."}
	DeleteElementOfOther = &Code{Text: "Invalid deletion operation for non collection column {column}",
		Hint: "Delete the whole column."}
	DeleteFrozenElement = &Code{Text: "Invalid deletion operation for frozen collection column {column}",
		Hint: "Delete the whole column, or use a collection that is not frozen."}
	DeleteFieldOfOther = &Code{Text: "Invalid field deletion operation for non-UDT column {column}",
		Hint: "Only a user-defined type has fields."}
	DeleteFrozenField = &Code{Text: "Frozen UDT column {column} does not support field deletions",
		Hint: "Delete the whole column, or use a type that is not frozen."}
	NullMapKey = &Code{Text: "Invalid null map key",
		Hint: "Name a key of the map."}
	NullListIndex = &Code{Text: "Invalid null value for list index",
		Hint: "Name an index of the list, from 0."}
	NullSetElement = &Code{Text: "Invalid null set element",
		Hint: "Name an element of the set."}
	RangeOfColumns = &Code{Text: "Range deletions are not supported for specific columns",
		Hint: "Delete whole rows, or name each row."}
	CounterTimestamp = &Code{Text: "Cannot provide custom timestamp for counter updates",
		Hint: "Remove TIMESTAMP."}
	CounterTTL = &Code{Text: "Cannot provide custom TTL for counter updates",
		Hint: "Counters never expire: remove TTL."}
	NegativeTTL = &Code{Text: "A TTL must be greater or equal to 0, but was {text}",
		Hint: "Give seconds; 0 means never."}
	LargeTTL = &Code{Text: "ttl is too large. requested ({got}) maximum ({want})",
		Hint: "The maximum is 20 years: {want} seconds."}
	LateTTL = &Code{Text: "Request on table {table} with ttl of {got} seconds exceeds maximum supported expiration date of 2038-01-19T03:14:06+00:00. " +
		"In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. " +
		"See CASSANDRA-14092 and CASSANDRA-14227 for more details.",
		Hint: "With storage_compatibility_mode: NONE in cassandra.yaml the last date is in 2106."}
	LateDefault = &Code{Text: "Request on table {table} with default ttl of {got} seconds exceeds maximum " +
		"supported expiration date of 2038-01-19T03:14:06+00:00. " +
		"In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. " +
		"See CASSANDRA-14092 and CASSANDRA-14227 for more details.",
		Hint: "Lower default_time_to_live. With storage_compatibility_mode: NONE in cassandra.yaml the last date is in 2106."}
	CounterNegation = &Code{Text: "The negation of {text} overflows supported counter precision (signed 8 bytes integer)",
		Hint: "Subtract a number of 8 bytes whose negation has 8 bytes, too."}
	VectorNotFinite = &Code{Text: "The server fails on this with an error of its own",
		Hint: "The index of a vector takes no NaN, no Infinity and no number beyond 3.4e38."}
	VectorWithoutAngle = &Code{Text: "The server fails on this with an error of its own",
		Hint: "The cosine of an all-zero or very long vector is undefined: write another vector, or give the index another similarity_function."}
	TimestampBound = &Code{Text: "Out of bound timestamp, must be in [-9223372036854775807, 9223372036854775807]",
		Hint: "Give microseconds since 1970."}
	CompactValue = &Code{Text: "Column {column} is mandatory for this COMPACT STORAGE table",
		Hint: "Give {column} a value."}
	WriteView = &Code{Text: "Cannot directly modify a materialized view",
		Hint: "Write to the base table; the server updates the view."}
)
