package sample

import (
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/model"
)

// subject describes the value to generate: the words of its name, and its ordinal among the values.
type subject struct {
	words   []string
	ordinal uint64
	hash    uint64
	// apart demands that different ordinals have different values.
	apart bool
	of    *attribute // nil for a column without one
}

func (s subject) has(words ...string) bool {
	return slices.ContainsFunc(s.words, func(w string) bool { return slices.Contains(words, w) })
}

// scalar returns the value of a native type, and for any other type one of its shape.
func (w *world) scalar(t model.Type, s subject) any {
	t = t.Unfrozen()
	if t.Kind != model.NativeType && t.Kind != "" {
		return shape{t, s}
	}
	switch t.Name {
	case "uuid":
		return randomUUID(w.hash(hashOf("uuid"), s.idHash()))
	case "timeuuid":
		return timeUUID(w.time(s), s.hash)
	case "timestamp":
		return w.time(s).Truncate(time.Millisecond)
	case "date":
		return w.date(s)
	case "time":
		return timeOfDay(s)
	case "boolean":
		return s.ordinal%2 == 1
	case "tinyint", "smallint", "int", "bigint", "varint", "counter":
		return s.integer(t.Name)
	case "float", "double":
		return math.Round(s.real()*100) / 100
	case "decimal":
		return decimal{int64(math.Round(s.real() * 100)), 2}
	case "inet":
		return netip.AddrFrom4([4]byte{10, byte(s.place() >> 16), byte(s.place() >> 8), byte(s.place())})
	case "duration":
		return period{nanoseconds: int64(1+below(s.hash, 120)) * int64(time.Minute)}
	case "blob":
		return s.bytes()
	}
	return s.text(t.Name)
}

// idHash is the same for equal ordinals of an attribute.
func (s subject) idHash() uint64 { return s.hash }

// place is the ordinal, or for any number of values a number of the hash.
func (s subject) place() uint64 {
	if s.apart {
		return s.ordinal
	}
	return s.hash % (1 << 24)
}

func (w *world) time(s subject) time.Time {
	if s.of != nil {
		return w.moment(s.of, s.ordinal, s.hash)
	}
	return epoch.Add(time.Duration(unit(s.hash) * assumedSpan * float64(day))).Truncate(time.Millisecond)
}

func (w *world) date(s subject) time.Time {
	switch {
	case s.of != nil && (len(s.of.keys) > 0 || s.of.distinct > 0):
		return epoch.Add(time.Duration(s.ordinal%(1<<20)) * day)
	case s.has("birth", "birthday", "born"):
		return time.Date(1950, time.January, 1+below(s.hash, 55*365), 0, 0, 0, 0, time.UTC)
	}
	return epoch.Add(time.Duration(below(s.hash, assumedSpan)) * day)
}

// timeOfDay returns whole minutes; a key with few values gets them evenly over the day.
func timeOfDay(s subject) time.Duration {
	if s.of != nil && (len(s.of.keys) > 0 || s.of.distinct > 0) {
		step := time.Minute
		if s.of.distinct > 0 {
			step = time.Duration(float64(day) / max(1, s.of.distinct)).Truncate(time.Minute)
		}
		return time.Duration(s.ordinal) * max(step, time.Second) % day
	}
	return time.Duration(below(s.hash, 24*60)) * time.Minute
}

// ranges are the usual numbers by the words of a name.
var ranges = []struct {
	words     []string
	from, to  float64
	onlyReals bool
}{
	{[]string{"year"}, 1990, 2026, false},
	{[]string{"age"}, 18, 90, false},
	{[]string{"latitude", "lat"}, -90, 90, true},
	{[]string{"longitude", "lon", "lng"}, -180, 180, true},
	{[]string{"temperature"}, -10, 35, false},
	{[]string{"rating", "stars", "star"}, 1, 5, false},
	{[]string{"priority", "floor"}, 1, 9, false},
	{[]string{"quantity", "nights", "seats", "persons", "guests"}, 1, 9, false},
	{[]string{"percent", "percentage", "humidity"}, 0, 100, false},
	{[]string{"hour"}, 0, 24, false},
	{[]string{"minute", "second"}, 0, 60, false},
	{[]string{"month"}, 1, 13, false},
	{[]string{"seconds", "duration", "length"}, 30, 3600, false},
	{[]string{"price", "amount", "total", "subtotal", "cost", "fee", "balance", "salary", "vat", "discount", "tax"}, 1, 500, false},
	{[]string{"number", "count"}, 1, 100, false},
}

func (s subject) span() (from, to float64) {
	for _, r := range ranges {
		if s.has(r.words...) {
			return r.from, r.to
		}
	}
	return 0, 1000
}

func (s subject) real() float64 {
	if s.apart {
		return float64(s.ordinal)
	}
	from, to := s.span()
	return from + unit(mix(s.hash, 3))*(to-from)
}

// integer returns a number of the type. The ordinals of a key count from 1.
func (s subject) integer(name string) int64 {
	bits := map[string]int{"tinyint": 7, "smallint": 15, "int": 31}[name]
	if s.apart || s.of != nil && s.of.distinct > 0 {
		value := int64(s.ordinal%(1<<62)) + 1
		if s.has("year") {
			value += 1989
		}
		if bits > 0 && value >= 1<<bits { // the negative ones follow
			value -= 1 << (bits + 1)
		}
		return value
	}
	from, to := s.span()
	if bits == 7 {
		to = min(to, 100)
	}
	return int64(from + unit(mix(s.hash, 4))*(to-from))
}

// lengthOf is the wanted length of a text or a blob: that of the attribute, a quarter more or less.
func (s subject) lengthOf(assumed float64) int {
	length := assumed
	if s.of != nil && s.of.length > 0 {
		length = s.of.length
	}
	const longest = 1 << 20
	varied := length * (0.75 + unit(mix(s.hash, 5))/2)
	if length < 12 || s.apart {
		varied = length
	}
	return int(min(longest, max(1, math.Round(varied))))
}

func (s subject) bytes() []byte {
	made := make([]byte, s.lengthOf(assumedBlob))
	for i := range made {
		made[i] = byte(mix(s.hash, uint64(i)))
	}
	return made
}

// text returns a text that looks like what its name says, of about the wanted length.
func (s subject) text(typ string) string {
	length := s.lengthOf(assumedLength)
	var text string
	switch pool := poolOf(s.words, model.Native("text")); {
	case s.has("email", "emails", "mail") && !s.has("domain"):
		return s.email(length)
	case s.has("url", "uri", "link", "href", "picture", "image", "photo", "website"):
		return s.padded("https://example.com/"+s.slug(), length)
	case s.has("phone", "phones", "telephone", "mobile", "fax"):
		return "+1 555 " + digits(s.ordinalOrHash(), 7)
	case s.has("postal", "zip", "zipcode", "postcode"):
		return digits(s.ordinalOrHash(), max(5, min(length, 10)))
	case isIdentifier(s.words):
		return s.code(length)
	case pool != nil:
		return s.pooled(pool, length)
	case s.of != nil && s.of.isPerson && s.has("title"):
		return []string{"Ms", "Mr", "Dr", "Prof"}[s.hash%4]
	case s.of != nil && s.of.isPerson && s.has("name"):
		text = firstNames[below(mix(s.hash, 6), len(firstNames))] + " " + lastNames[below(mix(s.hash, 7), len(lastNames))]
	case s.has("name", "title", "label", "subject"):
		text = titled(nameWords, s.hash)
		for i := uint64(0); s.of != nil && s.of.length > 0 && len(text) < length-4; i++ {
			text += " " + titled(nameWords, mix(s.hash, 11, i))
		}
	default:
		text = sentence(s.hash, length)
	}
	if s.apart {
		text = shortened(text, length-len(s.suffix())) + s.suffix()
	}
	return s.fit(text, length)
}

// shortened cuts a text between words, if one fits.
func shortened(text string, length int) string {
	if len(text) <= length {
		return text
	}
	text = text[:max(1, length)]
	if at := strings.LastIndexByte(text, ' '); at > 0 {
		text = text[:at]
	}
	return strings.TrimRight(text, " ")
}

// suffix tells the texts of different ordinals apart.
func (s subject) suffix() string {
	if s.ordinal >= 1<<40 {
		return " " + strconv.FormatUint(s.ordinal, 36)
	}
	return " " + strconv.FormatUint(s.ordinal+1, 10)
}

func (s subject) ordinalOrHash() uint64 {
	if s.apart {
		return s.ordinal
	}
	return s.hash
}

// pooled returns a word of a list. Of more ordinals than the list has words, the further ones get a number.
func (s subject) pooled(pool []string, length int) string {
	word, round := pool[s.ordinal%uint64(len(pool))], s.ordinal/uint64(len(pool))
	if round > 0 && (s.apart || s.of != nil && s.of.distinct > 0) {
		if round >= 1<<40 {
			return word + " " + strconv.FormatUint(round, 36)
		}
		return word + " " + strconv.FormatUint(round+1, 10)
	}
	return word
}

// code returns an identifier such as CN000042.
func (s subject) code(length int) string {
	prefix := ""
	for _, word := range s.words {
		if word != "id" && len(prefix) < 2 {
			prefix += strings.ToUpper(word[:1])
		}
	}
	number := strconv.FormatUint(s.ordinalOrHash()+1, 36)
	if s.apart && s.ordinal < 1<<40 {
		number = strconv.FormatUint(s.ordinal+1, 10)
	}
	if missing := length - len(prefix) - len(number); missing > 0 {
		number = strings.Repeat("0", missing) + number
	}
	return prefix + number
}

func isIdentifier(words []string) bool {
	if len(words) == 0 {
		return false
	}
	return slices.Contains([]string{"id", "uuid", "key", "code", "number", "isbn", "ean", "sku", "no", "token", "version"}, words[len(words)-1])
}

// email returns an address at example.com, which belongs to nobody.
func (s subject) email(length int) string {
	const at = "@example.com"
	local := strings.ToLower(firstNames[below(mix(s.hash, 6), len(firstNames))] + "." + lastNames[below(mix(s.hash, 7), len(lastNames))])
	local += strconv.FormatUint(s.ordinalOrHash()%(1<<40), 36)
	if missing := length - len(local) - len(at); missing > 0 {
		local += "." + letters(s.hash, missing-1)
	}
	return local + at
}

func (s subject) slug() string { return strconv.FormatUint(s.ordinalOrHash(), 36) }

// padded adds letters up to the length.
func (s subject) padded(text string, length int) string {
	if missing := length - len(text); missing > 1 {
		return text + "/" + letters(s.hash, missing-1)
	}
	return text
}

// fit makes a text as long as wanted. The end of one that tells others apart stays.
func (s subject) fit(text string, length int) string {
	switch {
	case len(text) > length && !s.apart:
		return strings.TrimRight(text[:length], " ,")
	case s.apart && length-len(text) > 4:
		return shortened(titled(nameWords, mix(s.hash, 10)), length-len(text)-1) + " " + strings.TrimSpace(text)
	}
	return text
}

func digits(number uint64, count int) string {
	text := strconv.FormatUint(number, 10)
	if len(text) > count {
		return text[len(text)-count:]
	}
	return strings.Repeat("0", count-len(text)) + text
}

func letters(hash uint64, count int) string {
	made := make([]byte, max(0, count))
	for i := range made {
		made[i] = 'a' + byte(mix(hash, uint64(i))%26)
	}
	return string(made)
}
