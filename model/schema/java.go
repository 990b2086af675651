package schema

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// ReservedWords are the words that are not names unless they are quoted
// (reserved_keywords.txt of Cassandra 5.0).
const ReservedWords = `ADD ALLOW ALTER AND APPLY ASC AUTHORIZE BATCH BEGIN BY COLUMNFAMILY CREATE DELETE DESC DESCRIBE DROP
	ENTRIES EXECUTE FROM FULL GRANT IF IN INDEX INFINITY INSERT INTO IS KEYSPACE LIMIT MATERIALIZED MODIFY NAN
	NORECURSIVE NOT NULL OF ON OR ORDER PRIMARY RENAME REVOKE SCHEMA SELECT SET TABLE TO TOKEN TRUNCATE UNLOGGED
	UPDATE USE USING VIEW WHERE WITH`

var (
	reservedWords = strings.Fields(strings.ToLower(ReservedWords))
	plainName     = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
)

// quoteName follows ColumnIdentifier.maybeQuote.
func quoteName(name string) string {
	if plainName.MatchString(name) && !slices.Contains(reservedWords, name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// javaSet sorts names in the iteration order of a java.util.HashSet. If two
// names are wrong, that decides which one the server refuses.
func javaSet(names []string, hash func(string) int32) []string {
	const smallest = 16
	buckets := smallest
	for len(names)*4 > buckets*3 {
		buckets *= 2
	}
	return inBuckets(names, buckets, hash)
}

// javaCopy sorts words in the iteration order of a java.util.HashMap that was
// created as a copy of a map with the given number of entries.
func javaCopy(names []string, entries int) []string {
	buckets := 1
	for buckets < entries*4/3+1 || buckets*3 < len(names)*4 {
		buckets *= 2
	}
	return inBuckets(names, buckets, stringHash)
}

// javaKeys returns the keys of a written map in the order of the server's
// HashMap, which is created with exactly their number as its capacity.
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

// bufferHash follows ByteBuffer.hashCode.
func bufferHash(name string) int32 {
	h := int32(1)
	for i := len(name) - 1; i >= 0; i-- {
		h = 31*h + int32(int8(name[i]))
	}
	return h
}

// stringHash follows String.hashCode. The name must be ASCII.
func stringHash(name string) int32 {
	h := int32(0)
	for _, c := range []byte(name) {
		h = 31*h + int32(c)
	}
	return h
}

// compareBuffers follows ByteBuffer.compareTo, which compares signed bytes:
// those above 127 come first.
func compareBuffers(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(int8(a[i])) - int(int8(b[i]))
		}
	}
	return len(a) - len(b)
}
