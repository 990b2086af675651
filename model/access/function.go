package access

import (
	"slices"

	"widerow/model"
)

// Signature is the signature of a function or an aggregate.
type Signature struct {
	// Keyspace is the keyspace of a user's function, or "system" for one of the
	// server's.
	Keyspace, Name string
	Arguments      []model.Type
	Returns        model.Type
	Aggregate      bool
	// generic reports whether a factory made the signature for the arguments of
	// a call.
	generic bool
}

// UserFunction returns the signature of a user's function or aggregate.
func UserFunction(s model.Signature) *Signature {
	return &Signature{Keyspace: s.Keyspace, Name: s.Name, Arguments: canonicalAll(s.Arguments, false),
		Returns: canonical(s.Returns, false), Aggregate: s.Aggregate}
}

// systemKeyspace is the keyspace of the server's own functions.
const systemKeyspace = "system"

// FunctionName is the name of a function as a call writes it.
type FunctionName struct{ Keyspace, Name string }

// operatorFunctions are the names of the functions that evaluate the operators.
var operatorFunctions = map[string]string{"+": "_add", "-": "_substract", "*": "_multiply", "/": "_divide", "%": "_modulo"}

const negationFunction = "_negate"

// nativeFunctions are the server's functions by name, several under one name if
// it is overloaded.
var nativeFunctions = makeNativeFunctions()

// sixFunctions are those that Cassandra 6.0 adds.
var sixFunctions = makeSixFunctions()

func makeSixFunctions() functionTable {
	f := functionTable{}
	f.add("length", "int", "text")
	for _, name := range slices.Concat(model.NativeTypes, []string{"empty"}) {
		f.add("octet_length", "int", name)
	}
	f.add("transformation_kind", "text", "int")
	return f
}

type functionTable map[string][]*Signature

func (f functionTable) add(name, returns string, arguments ...string) {
	function := &Signature{Keyspace: systemKeyspace, Name: name, Returns: model.Native(returns)}
	for _, argument := range arguments {
		function.Arguments = append(function.Arguments, model.Native(argument))
	}
	f[name] = append(f[name], function)
}

// addBoth adds a function under its name and under the name that it had before
// Cassandra 5.0.
func (f functionTable) addBoth(name, legacy, returns string, arguments ...string) {
	f.add(name, returns, arguments...)
	f.add(legacy, returns, arguments...)
}

func makeNativeFunctions() functionTable {
	f := functionTable{}
	f.addCasts()
	f.addTimes()
	f.addOperations()
	f.addAggregates()
	f.addBlobs()
	f.add("uuid", "uuid")
	for _, name := range []string{"abs", "exp", "log", "log10", "round"} {
		for _, number := range numbers {
			f.add(name, number, number)
		}
	}
	return f
}

// numbers are the numeric types. A number can be cast to all of them except
// counter.
var numbers = []string{"tinyint", "smallint", "int", "bigint", "float", "double", "decimal", "varint", "counter"}

func isNumber(t model.Type) bool {
	return t.Kind == model.NativeType && slices.Contains(numbers, t.Name)
}

func (f functionTable) addCasts() {
	cast := func(from, to string) {
		f.addBoth("cast_as_"+to, "castAs"+capitalized(to), to, from)
	}
	for _, from := range numbers {
		for _, to := range numbers[:len(numbers)-1] {
			if from != to {
				cast(from, to)
			}
		}
	}
	cast("timeuuid", "date")
	cast("timeuuid", "timestamp")
	cast("timestamp", "date")
	cast("date", "timestamp")
	cast("ascii", "text")
	for _, from := range slices.Concat(numbers, []string{"inet", "boolean", "timeuuid", "timestamp", "date", "time", "uuid"}) {
		cast(from, "ascii")
		cast(from, "text")
	}
}

func capitalized(word string) string { return string(word[0]-'a'+'A') + word[1:] }

func (f functionTable) addTimes() {
	f.add("now", "timeuuid")
	f.addBoth("current_timeuuid", "currenttimeuuid", "timeuuid")
	f.addBoth("current_timestamp", "currenttimestamp", "timestamp")
	f.addBoth("current_date", "currentdate", "date")
	f.addBoth("current_time", "currenttime", "time")
	f.addBoth("min_timeuuid", "mintimeuuid", "timeuuid", "timestamp")
	f.addBoth("max_timeuuid", "maxtimeuuid", "timeuuid", "timestamp")
	f.addBoth("to_date", "todate", "date", "timeuuid")
	f.addBoth("to_date", "todate", "date", "timestamp")
	f.addBoth("to_timestamp", "totimestamp", "timestamp", "timeuuid")
	f.addBoth("to_timestamp", "totimestamp", "timestamp", "date")
	for _, from := range []string{"timeuuid", "timestamp", "date"} {
		f.addBoth("to_unix_timestamp", "tounixtimestamp", "bigint", from)
	}
	for _, floor := range [][2]string{{"timestamp", "timestamp"}, {"timestamp", "timeuuid"}, {"date", "date"}} {
		f.add("floor", floor[0], floor[1], "duration")
		f.add("floor", floor[0], floor[1], "duration", floor[0])
	}
	f.add("floor", "time", "time", "duration")
}

// numberBytes are the sizes of the numeric types in bytes. varint and decimal
// have no limit.
var numberBytes = map[string]int{"tinyint": 1, "smallint": 2, "int": 4, "bigint": 8, "counter": 8, "float": 4, "double": 8}

// operationType returns the type of the result of an operation on two numbers.
func operationType(left, right string) string {
	isFloat := func(name string) bool { return name == "float" || name == "double" || name == "decimal" }
	size := max(numberBytes[left], numberBytes[right])
	if numberBytes[left] == 0 || numberBytes[right] == 0 {
		size = 0
	}
	if isFloat(left) || isFloat(right) {
		return map[int]string{4: "float", 8: "double", 0: "decimal"}[size]
	}
	return map[int]string{1: "tinyint", 2: "smallint", 4: "int", 8: "bigint", 0: "varint"}[size]
}

func (f functionTable) addOperations() {
	// Several functions can match exactly, and the server takes any of them. With
	// int first, the constants of `5 / (300 - 299)` are not taken for bytes.
	order := slices.Concat([]string{"int", "bigint"},
		slices.DeleteFunc(slices.Clone(numbers),
			func(name string) bool { return name == "int" || name == "bigint" }))
	for _, left := range order {
		for _, right := range order {
			for _, name := range operatorFunctions {
				f.add(name, operationType(left, right), left, right)
			}
		}
		f.add(negationFunction, left, left)
	}
	for _, moment := range []string{"timestamp", "date"} {
		f.add("_add", moment, moment, "duration")
		f.add("_substract", moment, moment, "duration")
	}
	f.add("_add", "text", "text", "text")
	f.add("_add", "ascii", "ascii", "ascii")
	f.add("_add", "text", "ascii", "text")
	f.add("_add", "text", "text", "ascii")
}

func (f functionTable) addAggregates() {
	f.addBoth("count_rows", "countRows", "bigint")
	f.add("count", "bigint", "blob")
	for _, number := range numbers {
		f.add("sum", number, number)
		f.add("avg", number, number)
	}
	for _, name := range []string{"count_rows", "countRows", "count", "sum", "avg"} {
		for _, function := range f[name] {
			function.Aggregate = true
		}
	}
}

func (f functionTable) addBlobs() {
	for _, name := range slices.Concat(model.NativeTypes, []string{"varchar", "empty"}) {
		t := name
		if name == "varchar" {
			t = "text"
		}
		if name != "blob" {
			f.addBoth(name+"_as_blob", name+"asblob", "blob", t)
			f.addBoth("blob_as_"+name, "blobas"+name, t, "blob")
		}
	}
}
