package cql_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unreachableRows are the messages about statements on rows that no recorded
// statement provokes, with the reason.
var unreachableRows = map[string]string{
	"Input date {literal} is greater than max supported date +5881580-07-11T00:00Z": "The server reads a year of so many digits as a date only if it is before Christ.",
	"No receiver keyspace has been specified for function system.token":             "Wherever a function is allowed, there is a table.",
	"Only column names and monotonic scalar functions are supported in the GROUP BY clause.": "The server fails on anything that is neither a name nor a function, " +
		"and aggregates have a message of their own.",
	"The server fails on this with an error of its own":                                               "It is our text for a Java error.",
	"Type error: cannot assign result of operation {text} (type {returns}) to {column} (type {type})": "The server fails earlier: it finds no operation that returns another type.",
	"{column} cannot be restricted by more than one relation in an ANN ordering":                      "The server rejects another relation on the vector with another message.",
	"{operator} cannot be used for multi-column relations":                                            "The grammar allows no such operator there, and `!=` has another message.",
	"{operator} cannot be used with the token function":                                               "The grammar allows no such operator there, and `!=` has another message.",
	"Unable to make double from '{literal}'":                                                          notRecorded,
	"unable to make int from '{literal}'":                                                             notRecorded,
	"Invalid null map key for column {column}":                                                        "A fresh statement of Cassandra 6.0 gives it, no recorded one.",
	"Invalid null value for token({columns})":                                                         "A fresh statement of Cassandra 6.0 gives it, no recorded one.",
	"Invalid null value for {column} in tuple ({columns})":                                            "A fresh statement of Cassandra 6.0 gives it, no recorded one.",
	"{value} is not a valid field identifier of type {usertype} ": "In place of the value the server prints the address of a Java object, " +
		"which differs each time.",
}

const notRecorded = "The server accepts such a literal everywhere but in a tuple written as a string, for which no statement is recorded."

// TestEveryRowMessageIsHit: a recorded statement provokes each message about
// statements on rows, or the message is listed as unreachable.
func TestEveryRowMessageIsHit(t *testing.T) {
	given := map[string]bool{}
	for _, name := range accessFiles {
		for _, rule := range readVerdicts(t, accessFolder+name) {
			if _, message, refused := strings.Cut(rule.verdict, ": "); refused {
				given[message] = true
			}
		}
	}
	for _, rule := range slices.Concat(readRules(t), readVerdicts(t, mixedFile), readVerdicts(t, sixFile)) { // masks are checked like calls
		if _, message, refused := strings.Cut(rule.verdict, ": "); refused {
			given[message] = true
		}
	}
	verdicts := slices.Collect(maps.Keys(given))
	messages := rowMessages(t)
	for _, message := range messages {
		hit := slices.ContainsFunc(verdicts, rowPattern(message).MatchString)
		_, excused := unreachableRows[message]
		switch {
		case !hit && !excused:
			t.Errorf("nothing gives the message %q", message)
		case hit && excused:
			t.Errorf("the message %q is listed as unreachable, but it is given", message)
		}
	}
	for message := range unreachableRows {
		if !slices.Contains(messages, message) {
			t.Errorf("the unreachable message %q is none", message)
		}
	}
}

var rowPlace = regexp.MustCompile(`\{\w+\}`)

// rowPattern matches a message, or a part of one, with any text for its
// placeholders.
func rowPattern(message string) *regexp.Regexp {
	parts := rowPlace.Split(message, -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile(strings.Join(parts, "(?s:.*)"))
}

// rowMessages returns the texts of the codes of package access.
func rowMessages(t *testing.T) []string {
	var messages []string
	for _, code := range declaredCodes(t) {
		if text, _ := stringOf(code.fields["Text"]); strings.Contains(text, " ") {
			messages = append(messages, text)
		}
	}
	slices.Sort(messages)
	return slices.Compact(messages)
}
