package cql_test

import (
	"fmt"
	"strings"
)

func (w *ddlWriter) functionName() string { return w.inOrSystem(w.pick("fn0", "fn1", "fn2", `"Fn 3"`)) }

func (w *ddlWriter) aggregateName() string { return w.inOrSystem(w.pick("ag0", "ag1", "ag2", "fn0")) }

// inOrSystem sometimes qualifies a name with a keyspace of the server itself, which
// accepts functions.
func (w *ddlWriter) inOrSystem(name string) string {
	if w.fault(6) {
		return w.pick("system_traces", "system_traces", "system_auth") + "." + name
	}
	return w.in(name)
}

// argumentType is usually int, so that functions fit each other.
func (w *ddlWriter) argumentType() string {
	switch {
	case w.chance(70):
		return "int"
	case w.fault(6):
		return w.pick("frozen<list<int>>", "frozen<u0>", "counter", "nosuch", "list<list<int>>", "frozen<int>", "list<counter>")
	}
	return w.pick("text", "varchar", "bigint", "list<int>", "u0", "tuple<int, text>", "map<text, int>", "vector<float, 2>")
}

// body returns null, which fits every type, or the argument of an int.
func (w *ddlWriter) createFunction() string {
	var arguments []string
	for i := range w.IntN(4) {
		name := fmt.Sprintf("a%d", i)
		if w.fault(3) {
			name = "a0"
		}
		arguments = append(arguments, name+" "+w.argumentType())
	}
	head := "CREATE " + w.either(25, "OR REPLACE ", "") + "FUNCTION " + w.ifNotExists()
	return fmt.Sprintf("%s%s (%s) %s ON NULL INPUT RETURNS %s LANGUAGE %s AS 'return null;'", head, w.functionName(), strings.Join(arguments, ", "),
		"CALLED", w.argumentType(), w.faulty(3, "javascript", "java"))
}

func (w *ddlWriter) createAggregate() string {
	var arguments []string
	for range w.IntN(3) {
		arguments = append(arguments, w.argumentType())
	}
	text := fmt.Sprintf("CREATE %sAGGREGATE %s%s (%s) SFUNC %s STYPE %s", w.either(20, "OR REPLACE ", ""), w.ifNotExists(), w.aggregateName(),
		strings.Join(arguments, ", "), w.pick("fn0", "fn1", "fn2"), w.argumentType())
	if w.chance(30) {
		text += " FINALFUNC " + w.pick("fn0", "fn1")
	}
	if w.chance(40) {
		text += " INITCOND " + w.pick("1", "1", "null", "'x'", "{}", "[1]")
	}
	return text
}

func (w *ddlWriter) dropFunction() string {
	kind, name := "FUNCTION", w.functionName()
	if w.chance(40) {
		kind, name = "AGGREGATE", w.aggregateName()
	}
	return "DROP " + kind + " " + w.ifExists() + name + w.pick("", "", "(int)", "(int, int)", "()", "(text)")
}
