package access

// Refusals of the text of INSERT JSON.
var (
	JSONNull = &Code{Text: "Got null for INSERT JSON values",
		Hint: `Write an object: {"column": value}.`}
	JSONNotMap = &Code{Text: "Could not decode JSON string as a map: {text}. (String was: {other})",
		Hint: `Write an object: {"column": value}.`}
	JSONUnreadable = &Code{Text: "Error decoding JSON string: {text}",
		Hint: "Write a JSON list or map, or a string that contains one."}
	JSONUnknownColumn = &Code{Text: "JSON values map contains unrecognized column: {column}",
		Hint: `Check the columns of the table. A name with capitals needs its own quotes: "\"Name\"".`}
	JSONValue = &Code{Text: "Error decoding JSON value for {column}: {cause}",
		Hint: ""}
	JSONExpected = &Code{Text: "Expected {other}, but got a {text}",
		Hint: ""}
	JSONNullElement = &Code{Text: "Invalid null element in {text}",
		Hint: "Remove the element."}
	JSONNullInMap = &Code{Text: "Invalid null value in map",
		Hint: "Remove the key."}
	JSONVectorSize = &Code{Text: "List had incorrect size: expected {want} but given {got}; {text}",
		Hint: "Give {want} numbers."}
	JSONTupleExtra = &Code{Text: "Tuple contains extra items (expected {want}): {text}",
		Hint: "Give {want} values."}
	JSONTupleMissing = &Code{Text: "Tuple is missing items (expected {want}): {text}",
		Hint: "Give {want} values, null for those that are unknown."}
	JSONArgument = &Code{Text: "execution of '{function}[text]' failed: Could not decode JSON string '{other}': {text}",
		Hint: `Write JSON: 5, "text", [1, 2] or {"key": "value"}.`}
	JSONResult = &Code{Text: "org.apache.cassandra.serializers.MarshalException: {cause}",
		Hint: "Write JSON of the type that the value is for."}
	JSONNotNumber = &Code{Text: "Value '{text}' is not a valid representation of a {other} value",
		Hint: "Write a number."}
	JSONNotBlob = &Code{Text: "Value '{text}' is not a valid blob representation: {other}",
		Hint: `Write hexadecimal in a string: "0xcafe".`}
)
