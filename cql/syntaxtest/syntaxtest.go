// Package syntaxtest holds the texts that the tests of cql/syntax and of cql
// share. Only tests may import it.
package syntaxtest

import "testing"

// Seed adds all texts of the package to a fuzz test.
func Seed(f *testing.F) {
	for _, test := range GrammarCases {
		f.Add(test.Statement)
	}
	for _, test := range PrintCases {
		f.Add(test.Script)
	}
}
