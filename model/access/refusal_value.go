package access

// Refusals of values.
var (
	NullIncrement = &Code{Text: "Invalid null value for counter increment/decrement",
		Hint: "Give a number."}
	InvalidConstant = &Code{Text: `Invalid {kind} constant ({literal}) for "{column}" of type {type}`,
		Hint: "Write a value of type {type}. Texts, dates and times need single quotes, numbers and UUIDs none."}
	NotTimeUUID = &Code{Text: "TimeUUID supports only version 1 UUIDs",
		Hint: "Use a version 1 UUID, such as now() returns, or change the type of the column to uuid."}
	EarlyDate = &Code{Text: "Input date {literal} is less than min supported date -5877641-06-23T00:00Z",
		Hint: "Write a later date."}
	LateDate = &Code{Text: "Input date {literal} is greater than max supported date +5881580-07-11T00:00Z",
		Hint: "Write an earlier date."}
	DurationTwice = &Code{Text: "Invalid duration. The {text} are specified multiple times",
		Hint: "Give each unit once."}
	DurationOrder = &Code{Text: "Invalid duration. The {text} should be after {other}",
		Hint: "Write units from large to small: 1y2mo3d4h5m6s."}
	DurationTooLong = &Code{Text: "Invalid duration. The total number of {text} must be less or equal to 2147483647",
		Hint: "Write a shorter duration."}
	UnexpectedReceiver = &Code{Text: "Unexpected receiver type '{type}'; only list and vector are expected",
		Hint: "Brackets make a list or a vector: write a value of type {type}."}
	VectorSize = &Code{Text: "Invalid vector literal for {column} of type {type}; expected {want} elements, but given {got}",
		Hint: "Give {want} elements."}
	VectorElement = &Code{Text: "Invalid vector literal for {column}: value {value} is not of type {type}",
		Hint: "Write elements of the vector's type."}
	ListElement = &Code{Text: "Invalid list literal for {column}: value {value} is not of type {type}",
		Hint: "Write elements of the list's type."}
	ListMarker = &Code{Text: "Invalid list literal for {column}: bind variables are not supported inside collection literals",
		Hint: "Bind the whole list: `= ?`."}
	InvalidSet = &Code{Text: "Invalid set literal for {column} of type {type}",
		Hint: "Braces with single values make a set: write a value of type {type}."}
	SetElement = &Code{Text: "Invalid set literal for {column}: value {value} is not of type {type}",
		Hint: "Write elements of the set's type."}
	SetMarker = &Code{Text: "Invalid set literal for {column}: bind variables are not supported inside collection literals",
		Hint: "Bind the whole set: `= ?`."}
	InvalidMap = &Code{Text: "Invalid map literal for {column} of type {type}",
		Hint: "Braces with pairs make a map: write a value of type {type}."}
	MapKey = &Code{Text: "Invalid map literal for {column}: key {value} is not of type {type}",
		Hint: "Write keys of the map's type."}
	MapElement = &Code{Text: "Invalid map literal for {column}: value {value} is not of type {type}",
		Hint: "Write values of the map's type."}
	MapMarker = &Code{Text: "Invalid map literal for {column}: bind variables are not supported inside collection literals",
		Hint: "Bind the whole map: `= ?`."}
	NullInCollection = &Code{Text: "null is not supported inside collections",
		Hint: "Remove the element."}
	NullInVector = &Code{Text: "null is not supported inside vectors",
		Hint: "Give each element a number."}
	InvalidTuple = &Code{Text: "Invalid tuple type literal for {column} of type {type}",
		Hint: "Parentheses make a tuple: write a value of type {type}."}
	TupleSize = &Code{Text: "Invalid tuple literal for {column}: too many elements. Type {type} expects {want} but got {got}",
		Hint: "Give at most {want} values."}
	TupleTextSize = &Code{Text: "Invalid tuple literal: too many elements. Type {type} expects {want} but got {got}",
		Hint: "Give at most {want} values."}
	TupleComponent = &Code{Text: "Invalid tuple literal for {column}: component {got} is not of type {type}",
		Hint: "Write each value in the type of its position."}
	InvalidUserType = &Code{Text: "Invalid user type literal for {column} of type {type}",
		Hint: "Write {field: value} with the fields of the type."}
	UserTypeField = &Code{Text: "Invalid user type literal for {column}: field {other} is not of type {type}",
		Hint: "Write a value of the field's type."}
	UnknownField = &Code{Text: "Unknown field '{column}' in value of user defined type {usertype}",
		Hint: "Check the fields of the type {usertype}."}
	RefusedType = &Code{Text: "{text}",
		Hint: "Write a CQL type."}
	CannotCast = &Code{Text: "Cannot cast value {value} to type {text}",
		Hint: "Write a value of this type."}
	CannotAssign = &Code{Text: "Cannot assign value {value} to {column} of type {type}",
		Hint: "Write a value of type {type}, or cast it."}
)
