package access

// Refusals of the text of INSERT JSON.
var (
	JSONNull = &Code{Text: "Got null for INSERT JSON values",
		Hint: `Write an object: {"column": value}.`}
	JSONNotMap = &Code{Text: "Could not decode JSON string as a map: {text}. (String was: {other})",
		Hint: `Write an object: {"column": value}.`}
	JSONUnreadable = &Code{Text: "Error decoding JSON string: {text}",
		Hint: "Write JSON of a list or a map, or the list or map itself."}
	JSONUnknownColumn = &Code{Text: "JSON values map contains unrecognized column: {column}",
		Hint: `Look at the columns of the table; one with capitals has quotes of its own: "\"Name\"".`}
	JSONValue = &Code{Text: "Error decoding JSON value for {column}: {cause}",
		Hint: ""}
	JSONExpected = &Code{Text: "Expected {other}, but got a {text}",
		Hint: ""}
	JSONNullElement = &Code{Text: "Invalid null element in {text}",
		Hint: "Leave the element out."}
	JSONNullInMap = &Code{Text: "Invalid null value in map",
		Hint: "Leave the key out."}
	JSONVectorSize = &Code{Text: "List had incorrect size: expected {want} but given {got}; {text}",
		Hint: "Give {want} numbers."}
	JSONTupleExtra = &Code{Text: "Tuple contains extra items (expected {want}): {text}",
		Hint: "Give {want} parts."}
	JSONTupleMissing = &Code{Text: "Tuple is missing items (expected {want}): {text}",
		Hint: "Give {want} parts, null for what is not known."}
	JSONNotNumber = &Code{Text: "Value '{text}' is not a valid representation of a {other} value",
		Hint: "Write a number."}
	JSONNotBlob = &Code{Text: "Value '{text}' is not a valid blob representation: {other}",
		Hint: `Write hexadecimal in a string: "0xcafe".`}
)
