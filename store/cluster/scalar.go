package cluster

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// writeScalar returns the literal of a value of a native type.
func writeScalar(t *columnType, data []byte) (string, bool) {
	switch t.code {
	case gocql.TypeAscii, gocql.TypeText, gocql.TypeVarchar:
		return quoteText(string(data)), utf8.Valid(data)
	case gocql.TypeBlob:
		return blob(data), true
	}
	if len(data) == 0 {
		return emptyOf(t), true
	}
	switch t.code {
	case gocql.TypeBoolean:
		return strconv.FormatBool(data[0] != 0), len(data) == 1
	case gocql.TypeTinyInt, gocql.TypeSmallInt, gocql.TypeInt, gocql.TypeBigInt, gocql.TypeCounter:
		n, ok := integer(t.code, data)
		return strconv.FormatInt(n, 10), ok
	case gocql.TypeVarint:
		return writeVarint(data), true
	case gocql.TypeDecimal:
		return writeDecimal(data)
	case gocql.TypeFloat, gocql.TypeDouble:
		return writeFloat(data)
	case gocql.TypeUUID, gocql.TypeTimeUUID:
		return writeUUID(data)
	case gocql.TypeInet:
		address, ok := netip.AddrFromSlice(data)
		return quoteText(address.String()), ok
	case gocql.TypeDuration:
		return writeDuration(data)
	}
	return writeMoment(t.code, data)
}

func integer(code gocql.Type, data []byte) (int64, bool) {
	sizes := map[gocql.Type]int{gocql.TypeTinyInt: 1, gocql.TypeSmallInt: 2, gocql.TypeInt: 4, gocql.TypeBigInt: 8, gocql.TypeCounter: 8}
	if len(data) != sizes[code] {
		return 0, false
	}
	n := int64(int8(data[0]))
	for _, b := range data[1:] {
		n = n<<8 | int64(b)
	}
	return n, true
}

// longestVarint bounds the bytes of an integer that is written in decimal, which takes
// quadratic time.
const longestVarint = 2048

func writeVarint(data []byte) string {
	if len(data) > longestVarint {
		return "blobAsVarint(" + blob(data) + ")"
	}
	return varint(data).String()
}

// varint reads an integer in two's complement.
func varint(data []byte) *big.Int {
	n := new(big.Int).SetBytes(data)
	if len(data) > 0 && data[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(data))*8))
	}
	return n
}

// writeDecimal writes a scale and an integer as Java's BigDecimal does: with an exponent
// where the digits would be many zeros.
func writeDecimal(data []byte) (string, bool) {
	if len(data) < 5 {
		return "", false
	}
	if len(data) > longestVarint {
		return "blobAsDecimal(" + blob(data) + ")", true
	}
	scale := int64(int32(binary.BigEndian.Uint32(data)))
	digits := varint(data[4:]).String()
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	const mostZeros = 6
	exponent := int64(len(digits)) - 1 - scale
	switch {
	case scale == 0:
		return sign + digits, true
	case scale < 0 || exponent < -mostZeros:
		if len(digits) > 1 {
			digits = digits[:1] + "." + digits[1:]
		}
		return sign + digits + "E" + strconv.FormatInt(exponent, 10), true
	case int64(len(digits)) > scale:
		point := int64(len(digits)) - scale
		return sign + digits[:point] + "." + digits[point:], true
	}
	return sign + "0." + strings.Repeat("0", int(scale)-len(digits)) + digits, true
}

func writeFloat(data []byte) (string, bool) {
	var value float64
	size := 64
	switch len(data) {
	case 4:
		value, size = float64(math.Float32frombits(binary.BigEndian.Uint32(data))), 32
	case 8:
		value = math.Float64frombits(binary.BigEndian.Uint64(data))
	default:
		return "", false
	}
	switch {
	case math.IsNaN(value):
		return "NaN", true
	case math.IsInf(value, 1):
		return "Infinity", true
	case math.IsInf(value, -1):
		return "-Infinity", true
	}
	return strconv.FormatFloat(value, 'g', -1, size), true
}

func writeUUID(data []byte) (string, bool) {
	if len(data) != 16 {
		return "", false
	}
	digits := hex.EncodeToString(data)
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-"), true
}

// writeDuration writes months, days and nanoseconds in the units of CQL: 1y2mo3d4h.
func writeDuration(data []byte) (string, bool) {
	var parts [3]int64
	for i := range parts {
		value, size := unsignedVarint(data)
		if size == 0 {
			return "", false
		}
		parts[i], data = int64(value>>1)^-int64(value&1), data[size:]
	}
	var text strings.Builder
	units := func(value int64, divisors []int64, names []string) {
		rest := uint64(value)
		if value < 0 {
			if text.Len() == 0 {
				text.WriteByte('-')
			}
			rest = -rest
		}
		for i, divisor := range divisors {
			if n := rest / uint64(divisor); n > 0 {
				text.WriteString(strconv.FormatUint(n, 10) + names[i])
			}
			rest %= uint64(divisor)
		}
	}
	units(parts[0], []int64{12, 1}, []string{"y", "mo"})
	units(parts[1], []int64{1}, []string{"d"})
	units(parts[2], []int64{int64(time.Hour), int64(time.Minute), int64(time.Second), int64(time.Millisecond), int64(time.Microsecond), 1},
		[]string{"h", "m", "s", "ms", "us", "ns"})
	if text.Len() == 0 {
		return "0s", true
	}
	return text.String(), true
}

// writeMoment writes a timestamp, a date or a time. One outside the years that CQL
// writes is the number that it accepts as well.
func writeMoment(code gocql.Type, data []byte) (string, bool) {
	const firstYear, lastYear, dayZero = 0, 9999, 1 << 31
	readable := func(t time.Time) bool { return t.Year() >= firstYear && t.Year() <= lastYear }
	switch {
	case code == gocql.TypeTimestamp && len(data) == 8:
		milliseconds := int64(binary.BigEndian.Uint64(data))
		if t := time.UnixMilli(milliseconds).UTC(); readable(t) {
			return quoteText(t.Format("2006-01-02 15:04:05.000-0700")), true
		}
		return strconv.FormatInt(milliseconds, 10), true
	case code == gocql.TypeDate && len(data) == 4:
		days := int64(binary.BigEndian.Uint32(data))
		if t := time.Unix((days-dayZero)*24*60*60, 0).UTC(); readable(t) {
			return quoteText(t.Format(time.DateOnly)), true
		}
		return strconv.FormatInt(days, 10), true
	case code == gocql.TypeTime && len(data) == 8:
		nanoseconds := int64(binary.BigEndian.Uint64(data))
		if nanoseconds < 0 || nanoseconds >= int64(24*time.Hour) {
			return strconv.FormatInt(nanoseconds, 10), true
		}
		return quoteText(time.Unix(0, nanoseconds).UTC().Format("15:04:05.000000000")), true
	}
	return "", false
}
