package access

// Refusals of functions and of what is selected.
var (
	UnknownFunction = &Code{Text: "Unknown function '{called}'",
		Hint: "Write a function of your own as keyspace.function."}
	UnknownFunctionCalled = &Code{Text: "Unknown function {called} called",
		Hint: "Write a function of your own as keyspace.function."}
	FunctionArity = &Code{Text: "Invalid number of arguments in call to function {function}: {want} required but {got} provided",
		Hint: "Give {want} arguments."}
	FunctionArgument = &Code{Text: "Type error: {value} cannot be passed as argument {got} of function {function} of type {type}",
		Hint: "Pass a value of type {type}, or cast it: CAST(… AS type) or (type) value."}
	FunctionResult = &Code{Text: "Type error: cannot assign result of function {function} (type {returns}) to {column} (type {type})",
		Hint: "Cast the result, or use a function that returns {type}."}
	OperationResult = &Code{Text: "Type error: cannot assign result of operation {text} (type {returns}) to {column} (type {type})",
		Hint: "Cast the result to {type}."}
	DivisionByZero = &Code{Text: "the operation '{operands}' failed: / by zero",
		Hint: "Divide by another number."}
	BigDivisionByZero = &Code{Text: "the operation '{operands}' failed: BigInteger divide by zero",
		Hint: "Divide by another number."}
	DecimalModuloZero = &Code{Text: "the operation '{operands}' failed: Division by zero",
		Hint: "Divide by another number."}
	NoFunctionMatches = &Code{Text: "Invalid call to function {called}, none of its type signatures match (known type signatures: {signatures})",
		Hint: "Pass arguments of one of these types."}
	NoOperation = &Code{Text: "the '{text}' operation is not supported between {value} and {second}",
		Hint: "Operators take numbers, and a date or time with a duration."}
	AmbiguousCall = &Code{Text: "Ambiguous call to function {called} (can be matched by following signatures: {signatures}): use type casts to disambiguate",
		Hint: ""}
	AmbiguousNegation = &Code{Text: "Ambiguous negation: use type casts to disambiguate",
		Hint: "Cast the operand: -(int) ?."}
	AmbiguousOperation = &Code{Text: "Ambiguous '{text}' operation with args {value} and {second}: use type hint to disambiguate, example '(int) ?'",
		Hint: ""}
	AggregateInWhere = &Code{Text: "Aggregation function are not supported in the where clause",
		Hint: "Run the aggregate in a query of its own and pass the result."}
	FactoryArity = &Code{Text: "Invalid number of arguments for function {native}({text})",
		Hint: "Give the arguments that the message lists."}
	OpenArgument = &Code{Text: "Cannot infer type of argument {value} in call to function {native}({text}): use type casts to disambiguate",
		Hint: "Cast the value: (int) ?."}
	OtherArgument = &Code{Text: "Function {native} requires an argument of type {text}, but found argument {value} of type {type}",
		Hint: "Pass a value of type {text}."}
	NotCollectionArgument = &Code{Text: "Function {native} requires a collection argument, but found argument {value} of type {type}",
		Hint: "Pass a list, set or map."}
	NotSetOrListArgument = &Code{Text: "Function {native} requires a set or list argument, but found argument {value} of type {type}",
		Hint: "Pass a list or a set."}
	NotNumericArgument = &Code{Text: "Function {native} requires a numeric set/list argument, but found argument {value} of type {type}",
		Hint: "Pass a list or set of numbers."}
	NotMapArgument = &Code{Text: "Function {native} requires a map argument, but found argument {value} of type {type}",
		Hint: "Pass a map."}
	NotVectorArgument = &Code{Text: "Function {native} requires a float vector argument, but found argument {value} of type {type}",
		Hint: "Pass a vector of floats."}
	VectorDimensions = &Code{Text: "All arguments must have the same vector dimensions",
		Hint: "Pass vectors of the same length."}
	FromJSONSelected = &Code{Text: "{called}() cannot be used in the selection clause of a SELECT statement",
		Hint: "fromJson() is for values: in INSERT, SET and WHERE."}
	TokenNowhere = &Code{Text: "No receiver keyspace has been specified for function system.token",
		Hint: "Use token() with the columns of the partition key."}
	ReferenceType = &Code{Text: "Invalid reference type {text} for \"{column}\" of type {type}",
		Hint: "Read a column of the same type."}
	UnknownSizeUnit = &Code{Text: "Unsupported data storage unit: {text}. Supported units are: B, KiB, MiB, GiB", Hint: ""}
	UnknownTimeUnit = &Code{Text: "Unsupported time unit: {text}. Supported units are: ns, us, ms, s, m, h, d", Hint: ""}
	NegativeAmount  = &Code{Text: "value must be non-negative",
		Hint: "Write zero or more."}
	NotLong = &Code{Text: "unable to convert string '{text}' to a value of type long",
		Hint: "Write a whole number."}
	NotBytesOf = &Code{Text: "In call to function {function}, value {value} is not a valid binary representation for type {text}",
		Hint: "Write the bytes as the type stores them."}
	OpenTerm = &Code{Text: "Cannot infer type for term {value} in selection clause (try using a cast to force a type)",
		Hint: "Cast the value: (int) ?."}
	DurationInSet = &Code{Text: "Durations are not allowed inside sets: {type}",
		Hint: "Use a list."}
	DurationAsKey = &Code{Text: "Durations are not allowed as map keys: {type}",
		Hint: "Use seconds as bigint for the key."}
	VectorSelector = &Code{Text: "Unable to create a vector selector of type {type} from {got} elements",
		Hint: "Give as many elements as the vector has."}
	NoField = &Code{Text: "{value} is not a valid field identifier of type {usertype} ",
		Hint: "Check the fields of the type {usertype}."}
	FieldOfNone = &Code{Text: "Invalid field selection: {value} of type {type} is not a user type",
		Hint: "Only a user-defined type has fields."}
	FieldUnknown = &Code{Text: "{value} of type {type} has no field {other}",
		Hint: "Check the fields of the type."}
	ElementOfNone = &Code{Text: "Invalid element selection: {value} is of type {type} is not a collection",
		Hint: "Only sets and maps have elements to select."}
	SliceOfNone = &Code{Text: "Invalid slice selection: {value} of type {type} is not a collection",
		Hint: "Only sets and maps have slices to select."}
	ElementOfList = &Code{Text: "{text} selection is only allowed on sets and maps, but {value} is a list",
		Hint: "Select the whole list, or use a map from position to value."}
	NullAsElement = &Code{Text: "Invalid null value for element selection on {value}",
		Hint: "Give the key."}
	NullInSlice = &Code{Text: "Invalid null value for slice selection on {value}",
		Hint: "Omit the end: [from ..]."}
	CannotAssignSelected = &Code{Text: "Cannot assign value {value} to {value} of type {type}",
		Hint: "Cast the value: (type) value."}
	NoCast = &Code{Text: "{column} cannot be cast to {text}",
		Hint: "Cast to text first, or select the column without a cast."}
	AggregateOfAggregate = &Code{Text: "aggregate functions cannot be used as arguments of aggregate functions",
		Hint: "Run the inner aggregate in a query of its own."}
	// ServerFails replaces a Java error, for which the server gives no
	// reason.
	ServerFails = &Code{Text: "The server fails on this with an error of its own",
		Hint: "Rewrite the statement: the server fails on this form."}
)

// Refusals of masks.
var (
	MaskUnknown = &Code{Text: "Unable to find masking function for {column}, no declared function matches the signature {mask}",
		Hint: "The masks are mask_default, mask_null, mask_replace, mask_inner, mask_outer and mask_hash. Write a function of your own as keyspace.function."}
	MaskToken = &Code{Text: "The receiver table {place} specified by call to function system.token hasn't been found",
		Hint: "Use one of the mask functions."}
	MaskAggregate = &Code{Text: "Aggregate function {mask} cannot be used for masking table columns",
		Hint: "Use one of the mask functions."}
	MaskOther = &Code{Text: "Not-masking function {mask} cannot be used for masking table columns",
		Hint: "Use one of the mask functions, or a function of your own that takes the column first."}
	MaskForeign = &Code{Text: "Masking function {mask} doesn't belong to the same keyspace as the table {place}",
		Hint: "Create the function in the keyspace of the table."}
	MaskReturns = &Code{Text: "Masking function {mask} return type is {returns}. This is different to the type of the masked column {column} of " +
		"type {type}. Masking functions can only be attached to table columns if they return the same data type as the masked column.",
		Hint: "Use a mask that returns {type}: mask_null, mask_default and mask_replace keep the type."}
)
