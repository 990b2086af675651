package schema

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// ReservedWords are the words that cannot be names without quotes
// (reserved_keywords.txt of Cassandra 5.0).
const ReservedWords = `ADD ALLOW ALTER AND APPLY ASC AUTHORIZE BATCH BEGIN BY COLUMNFAMILY CREATE DELETE DESC DESCRIBE DROP
	ENTRIES EXECUTE FROM FULL GRANT IF IN INDEX INFINITY INSERT INTO IS KEYSPACE LIMIT MATERIALIZED MODIFY NAN
	NORECURSIVE NOT NULL OF ON OR ORDER PRIMARY RENAME REVOKE SCHEMA SELECT SET TABLE TO TOKEN TRUNCATE UNLOGGED
	UPDATE USE USING VIEW WHERE WITH`

var (
	reservedWords = strings.Fields(strings.ToLower(ReservedWords))
	plainName     = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
)

// quoteName is ColumnIdentifier.maybeQuote.
func quoteName(name string) string {
	if plainName.MatchString(name) && !slices.Contains(reservedWords, name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// javaSet lists names as a HashSet of Java does that they were put into; with
// two of them wrong, it decides which one the server complains about.
func javaSet(names []string, hash func(string) int32) []string {
	const smallest = 16
	buckets := smallest
	for len(names)*4 > buckets*3 {
		buckets *= 2
	}
	return inBuckets(names, buckets, hash)
}

// javaCopy lists words as a HashMap of Java does that was made as a copy of
// one with so many entries, and may have grown or shrunk.
func javaCopy(names []string, entries int) []string {
	buckets := 1
	for buckets < entries*4/3+1 || buckets*3 < len(names)*4 {
		buckets *= 2
	}
	return inBuckets(names, buckets, stringHash)
}

// javaKeys lists the keys of a written map as the server's HashMap does, which
// has room for just so many.
func (v Value) javaKeys() []string {
	keys := make([]string, len(v.Entries))
	for i, entry := range v.Entries {
		keys[i] = entry.Key
	}
	buckets := 1
	for buckets*3 < len(keys)*4 {
		buckets *= 2
	}
	return inBuckets(keys, buckets, stringHash)
}

func sortedKeys(options map[string]string) []string { return slices.Sorted(maps.Keys(options)) }

func inBuckets(names []string, buckets int, hash func(string) int32) []string {
	set := make([]string, 0, len(names))
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			set = append(set, name)
		}
		seen[name] = true
	}
	bucket := func(name string) int {
		h := uint32(hash(name))
		return int((h ^ h>>16) & uint32(buckets-1))
	}
	slices.SortStableFunc(set, func(a, b string) int { return bucket(a) - bucket(b) })
	return set
}

// bufferHash is ByteBuffer.hashCode.
func bufferHash(name string) int32 {
	h := int32(1)
	for i := len(name) - 1; i >= 0; i-- {
		h = 31*h + int32(int8(name[i]))
	}
	return h
}

// stringHash is String.hashCode of names that are words.
func stringHash(name string) int32 {
	h := int32(0)
	for _, c := range []byte(name) {
		h = 31*h + int32(c)
	}
	return h
}

// compareBuffers is ByteBuffer.compareTo: bytes above 127 come first.
func compareBuffers(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(int8(a[i])) - int(int8(b[i]))
		}
	}
	return len(a) - len(b)
}
