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
	Kind Kind
	// keyword is its place among the keywords, 0 for none.
	keyword uint8
	// capitals: an unquoted name has a capital letter.
	capitals bool
	Word     string
	Start    Position
	// End is the offset behind it, EndLine the line that it ends in.
	End, EndLine int32
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
	// constant words are no keywords: true, false, NaN and Infinity.
	constant
)

// keywords are those of Cassandra 5.0 (Lexer.g, Parser.g and
// reserved_keywords.txt of its sources), and the constant words, behind the
// zero word, which is none.
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
	constantWords   = `FALSE INFINITY NAN TRUE`
)

// word is a keyword in capitals and, as the name of a type, in lower case.
type word struct {
	text, lower string
	kind        keyword
}

func makeKeywords() []word {
	all := []word{{}}
	for kind, words := range []string{reserved: schema.ReservedWords, unreserved: unreservedWords, nativeType: nativeTypeWords,
		contextual: contextualWords, constant: constantWords} {
		for _, text := range strings.Fields(words) {
			all = append(all, word{text, strings.ToLower(text), keyword(kind)})
		}
	}
	return all
}

const slotCount = 1024

// keywordSlots is a hash table of the indexes of keywords. Most slots are
// free, so a word that is no keyword is seldom compared with one; one that is
// taken sends on to the next. Of a word in two lists the later list counts.
var keywordSlots = makeKeywordSlots()

func makeKeywordSlots() (slots [slotCount]uint8) {
	for i := len(keywords) - 1; i > 0; i-- {
		slot := keywordSlot(keywords[i].text)
		for slots[slot] != 0 {
			slot = (slot + 1) % slotCount
		}
		slots[slot] = uint8(i)
	}
	return slots
}

// keywordSlot is the same for letters of either case. With these factors, one
// slot only is wanted by two keywords.
func keywordSlot(text string) int {
	const letter = 0x1F // the bits that capitals and small letters share
	first, middle, last := text[0]&letter, text[len(text)/2]&letter, text[len(text)-1]&letter
	return (len(text)*103 + int(first) + int(middle)*32 + int(last)*213) % slotCount
}

// lookupKeyword finds a keyword in any case, or the zero word.
func lookupKeyword(text string) *word { return &keywords[keywordIndex(text)] }

// keywordIndex is the place of a keyword, 0 for none.
func keywordIndex(text string) uint8 {
	if text == "" {
		return 0
	}
	for slot := keywordSlot(text); ; slot = (slot + 1) % slotCount {
		if i := keywordSlots[slot]; i == 0 || keywords[i].is(text) {
			return i
		}
	}
}

// is compares with what is likely first: a word in letters of one case.
func (w *word) is(text string) bool {
	likely := w.text
	if text[0] >= 'a' {
		likely = w.lower
	}
	return text == likely || len(text) == len(likely) && strings.EqualFold(text, likely)
}

// class tells what kind of keyword a token is, 0 for none.
func (t Token) class() keyword { return keywords[t.keyword].kind }
