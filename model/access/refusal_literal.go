package access

// unreadable are the refusals of a literal that a native type cannot parse, by
// the type.
var unreadable = map[string]*Code{
	"ascii": {Text: "Invalid ASCII character in string literal: java.nio.charset.UnmappableCharacterException: Input length = 1",
		Hint: "Write a value that {type} can hold."},
	"bigint": {Text: "Unable to make long from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"blob": {Text: "cannot parse '{literal}' as hex bytes",
		Hint: "Write a value that {type} can hold."},
	"boolean": {Text: "Unable to make boolean from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"counter": {Text: "Unable to make long from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"date": {Text: "Unable to coerce '{literal}' to a formatted date (long)",
		Hint: "Write a value that {type} can hold."},
	"decimal": {Text: "unable to make BigDecimal from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"double": {Text: "Unable to make double from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"duration": {Text: "Unable to convert '{literal}' to a duration",
		Hint: "Write a value that {type} can hold."},
	"float": {Text: "Unable to make float from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"inet": {Text: "Unable to make inet address from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"int": {Text: "Unable to make int from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"smallint": {Text: "Unable to make short from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"time": {Text: "(TimeType) Unable to coerce '{literal}' to a formatted time (long)",
		Hint: "Write a value that {type} can hold."},
	"timestamp": {Text: "Unable to parse a date/time from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"timeuuid": {Text: "Unknown timeuuid representation: {literal}",
		Hint: "Write a value that {type} can hold."},
	"tinyint": {Text: "Unable to make byte from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"uuid": {Text: "Unable to make UUID from '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"varint": {Text: "unable to make int from '{literal}'",
		Hint: "Write a value that {type} can hold."},
}

// unreadableNumber are the refusals of a whole number for a type that also has
// values in another form.
var unreadableNumber = map[string]*Code{
	"date": {Text: "Unable to make unsigned int (for date) from: '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"time": {Text: "Unable to make long (for time) from: '{literal}'",
		Hint: "Write a value that {type} can hold."},
	"timestamp": {Text: "Unable to make long (for date) from: '{literal}'",
		Hint: "Write a value that {type} can hold."},
}
