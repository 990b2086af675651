package cql

import (
	"strings"

	"widerow/model/schema"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of token. A keyword is a Name with a Word; so are NaN and
// Infinity, which are Floats with a Word.
const (
	EndOfText Kind = iota
	Name
	QuotedName
	String
	Integer
	Float
	Boolean
	UUID
	Hex
	Duration
	Punctuation
	Comment
	Illegal
)

// Token is one word of the text. Word is the keyword in capitals, or the
// punctuation mark; it is empty for all else, so a quoted name or a string
// never looks like a keyword.
type Token struct {
	Kind  Kind
	Word  string
	Start Position
	End   int32
}

// keyword is what the grammar knows about a word.
type keyword uint8

const (
	// reserved words are no names unless they are quoted.
	reserved keyword = iota + 1
	// unreserved words are names wherever a name is wanted.
	unreserved
	// nativeType words are unreserved, but no names of user-defined types.
	nativeType
	// contextual words are unreserved, but no names of user-defined types
	// or functions.
	contextual
)

// keywords are those of Cassandra 5.0 (Lexer.g, Parser.g and
// reserved_keywords.txt of its sources). true and false are no keywords: they
// are scanned as Booleans.
var keywords = makeKeywords()

const (
	unreservedWords = `ACCESS AGGREGATE AGGREGATES ALL ANN AS CALLED CIDRS CLUSTER CLUSTERING COLUMNFAMILIES COMPACT
		CONTAINS CUSTOM DATACENTERS DEFAULT EXISTS FILTERING FINALFUNC FROZEN FUNCTION FUNCTIONS GROUP HASHED IDENTITY
		INITCOND INPUT INTERNALS KEYS KEYSPACES LANGUAGE LIKE LIST LOGIN MAP MASKED MBEAN MBEANS NOLOGIN NOSUPERUSER
		ONLY OPTIONS PARTITION PASSWORD PER PERMISSION PERMISSIONS REPLACE RETURNS ROLE ROLES SELECT_MASKED SFUNC
		STATIC STORAGE STYPE SUPERUSER TABLES TRIGGER TUPLE TYPE TYPES UNMASK UNSET USER USERS VALUES VECTOR`
	nativeTypeWords = `ASCII BIGINT BLOB BOOLEAN COUNTER DATE DECIMAL DOUBLE DURATION FLOAT INET INT SMALLINT TEXT TIME
		TIMESTAMP TIMEUUID TINYINT UUID VARCHAR VARINT`
	contextualWords = `CAST COUNT DISTINCT JSON KEY MAXWRITETIME TTL WRITETIME`
)

type word struct {
	text string
	kind keyword
}

func makeKeywords() map[string]word {
	all := map[string]word{}
	for kind, words := range map[keyword]string{
		reserved: schema.ReservedWords, unreserved: unreservedWords, nativeType: nativeTypeWords, contextual: contextualWords,
	} {
		for _, text := range strings.Fields(words) {
			all[text] = word{text, kind}
		}
	}
	return all
}

// longestKeyword is the length of COLUMNFAMILIES.
const longestKeyword = 14

// lookupKeyword finds a keyword in any case.
func lookupKeyword(text string) (word, bool) {
	if len(text) < 2 || len(text) > longestKeyword {
		return word{}, false
	}
	var upper [longestKeyword]byte
	for i := range len(text) {
		c := text[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	found, ok := keywords[string(upper[:len(text)])]
	return found, ok
}

// class tells what kind of keyword a token is, 0 for none.
func (t Token) class() keyword {
	if t.Kind != Name || t.Word == "" {
		return 0
	}
	return keywords[t.Word].kind
}
