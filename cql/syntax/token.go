package syntax

import (
	"slices"
	"strings"

	"widerow/model/schema"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of token. A keyword is a Name with a Word. NaN and Infinity are
// Floats with a Word.
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

// Token is one token of the text.
type Token struct {
	Start Position
	// End is the offset after the token, EndLine the line in which it ends.
	End, EndLine int32
	Kind         Kind
	Number       wordNumber
	// Capitals means that an unquoted name has a capital letter.
	Capitals bool
}

// Word returns the keyword in capitals or the punctuation mark. It is empty for
// every other token, so a quoted name or a string is never taken for a keyword.
func (t Token) Word() string { return t.Number.Text() }

// keyword is the class of a word in the grammar.
type keyword uint8

const (
	// Reserved words are names only if they are quoted.
	Reserved keyword = iota + 1
	// unreserved words are names wherever a name is expected.
	unreserved
	// nativeType words are unreserved, but cannot name user-defined types.
	NativeWord
	// Contextual words are unreserved, but cannot name user-defined types or
	// functions.
	Contextual
	// constant words are not keywords: true, false, NaN and Infinity.
	constant
)

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

// word is a keyword in capitals and, as the name of a type, in lower case; or
// a punctuation mark.
type word struct {
	text, Lower string
	Kind        keyword
}

// wordNumber is the index of a word in words, 0 for none.
type wordNumber uint8

func (n wordNumber) Text() string { return Words[n].text }

// Class returns the class of a keyword, 0 for none.
func (n wordNumber) Class() keyword { return Words[n].Kind }

// Words are the keywords of Cassandra 5.0 (Lexer.g, Parser.g and
// reserved_keywords.txt of its sources) and the constant words, after the zero
// word, which means none. The punctuation marks follow.
var Words, keywordCount = makeWords()

// exprWord is one token in the grammar: it has no blank before the parenthesis.
const exprWord = "EXPR("

const marks = "( ) , ; < > = . : { } [ ] + - * / % ? <= >= != += -= .. " + exprWord + " -NAN -INFINITY"

func makeWords() (all [256]word, keywords int) {
	count := 1
	for kind, list := range []string{Reserved: schema.ReservedWords, unreserved: unreservedWords, NativeWord: nativeTypeWords,
		Contextual: contextualWords, constant: constantWords} {
		for text := range strings.FieldsSeq(list) {
			all[count] = word{text, strings.ToLower(text), keyword(kind)}
			count++
		}
	}
	keywords = count
	for text := range strings.FieldsSeq(marks) {
		all[count] = word{text: text}
		count++
	}
	return all, keywords
}

// packed holds the last twelve letters of a word in five bits each, ignoring
// case. An underscore differs from every letter; a digit does not.
type packed uint64

func (p packed) with(c byte) packed { return p<<5 | packed(c&0x1F) }

func pack(text string) (p packed) {
	for _, c := range []byte(text) {
		p = p.with(c)
	}
	return p
}

const slotCount = 1024

// slot is a hash function. Its factor leaves few collisions among keywords.
func (p packed) slot() uint { return uint(p*0x9E3779B97F4A7C15>>54) % slotCount }

// keywordSlots is a hash table of keywords with linear probing. Most slots are
// free. For a word in two lists the later list counts.
var keywordSlots = makeKeywordSlots()

type keywordSlot struct {
	letters packed
	number  wordNumber
}

func makeKeywordSlots() (slots [slotCount]keywordSlot) {
	for i := keywordCount - 1; i > 0; i-- {
		letters := pack(Words[i].text)
		slot := letters.slot()
		for slots[slot].number != 0 {
			slot = (slot + 1) % slotCount
		}
		slots[slot] = keywordSlot{letters, wordNumber(i)}
	}
	return slots
}

// LookupKeyword returns a keyword, ignoring case, or the zero word.
func LookupKeyword(text string) *word {
	if strings.ContainsFunc(text, func(r rune) bool { return r != '_' && !('A' <= r && r <= 'Z' || 'a' <= r && r <= 'z') }) {
		return &Words[0]
	}
	return &Words[keywordNumber(text, pack(text))]
}

// keywordNumber returns the number of a keyword, ignoring case, or 0. The text
// must not contain digits.
func keywordNumber(text string, letters packed) wordNumber {
	for slot := letters.slot(); ; slot = (slot + 1) % slotCount {
		switch found := &keywordSlots[slot]; {
		case found.number == 0:
			return 0
		case found.letters == letters && (len(text) <= 12 || strings.EqualFold(text, found.number.Text())):
			return found.number
		}
	}
}

// singleMarks are the numbers of the punctuation marks of one byte.
var singleMarks = makeSingleMarks()

func makeSingleMarks() (numbers [256]wordNumber) {
	for i := keywordCount; Words[i].text != ""; i++ {
		if mark := Words[i].text; len(mark) == 1 {
			numbers[mark[0]] = wordNumber(i)
		}
	}
	return numbers
}

// NumberOf returns the number of a word or mark written as in words.
func NumberOf(text string) wordNumber {
	return wordNumber(slices.IndexFunc(Words[1:], func(w word) bool { return w.text == text }) + 1)
}

var exprNumber = NumberOf(exprWord)
