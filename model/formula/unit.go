package formula

import (
	"fmt"
	"strings"
)

// unit is the factor of a number: "30 kB" is 30,000, "2 days" 172,800 seconds. time is the exponent
// of the second: 1 for a duration, -1 for "per day", 0 for bytes.
type unit struct {
	factor float64
	time   int
}

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
	year   = 365 * day
)

// units are the words behind a number. A month is a twelfth of a year.
var units = map[string]unit{
	"B": {1, 0}, "byte": {1, 0}, "bytes": {1, 0}, "kB": {1e3, 0}, "MB": {1e6, 0}, "GB": {1e9, 0}, "TB": {1e12, 0},
	"KiB": {1 << 10, 0}, "MiB": {1 << 20, 0}, "GiB": {1 << 30, 0}, "TiB": {1 << 40, 0},
	"second": {1, 1}, "seconds": {1, 1}, "minute": {minute, 1}, "minutes": {minute, 1}, "hour": {hour, 1}, "hours": {hour, 1},
	"day": {day, 1}, "days": {day, 1}, "week": {7 * day, 1}, "weeks": {7 * day, 1}, "month": {year / 12, 1},
	"months": {year / 12, 1}, "year": {year, 1}, "years": {year, 1},
}

// per precedes a unit of time: "100 per second".
const per = "per"

func isUnitWord(word string) bool {
	_, found := units[word]
	return found || word == per
}

// nearUnits holds common misspellings of units and powers of ten, each with its correction.
var nearUnits = map[string]string{
	"kb": "kB is 1,000 bytes, KiB 1,024", "k": "write 1e3, or kB for 1,000 bytes", "kib": "KiB is 1,024 bytes",
	"m": "write 1e6, or MB for 1,000,000 bytes", "mb": "MB is 1,000,000 bytes, MiB 1,048,576",
	"mib": "MiB is 1,048,576 bytes", "g": "write 1e9, or GB for 1,000,000,000 bytes",
	"gb": "GB is 1,000,000,000 bytes", "gib": "GiB is 1,073,741,824 bytes",
	"tb": "TB is 1,000,000,000,000 bytes",
	"b":  "B is a byte", "s": "write seconds", "sec": "write seconds", "h": "write hours", "hr": "write hours",
	"hrs": "write hours", "d": "write days", "w": "write weeks", "y": "write years", "yr": "write years",
	"yrs": "write years",
}

// noUnit returns the correction of a word behind a number that is no unit, or "".
func noUnit(word string) string {
	if near, found := nearUnits[strings.ToLower(word)]; found {
		return fmt.Sprintf("%q is no unit: %s", excerpt(word), near)
	}
	return ""
}

// unit = { ( "%" | word | "per" word ) } behind a factor.
func (p *parser) unit(of *term) *term {
	for {
		token := p.next()
		switch {
		case token.kind == signToken && token.text == "%":
			p.take()
			of = withUnit(of, p.character(token.at), unit{0.01, 0})
		case token.kind == unitToken && token.text == per:
			p.take()
			at := p.next()
			time, found := units[at.text]
			if !found || time.time != 1 {
				return p.fail("wanted a time after per, such as second or day")
			}
			p.take()
			of = withUnit(of, p.character(token.at), unit{1 / time.factor, -1})
		case token.kind == unitToken:
			p.take()
			of = withUnit(of, p.character(token.at), units[token.text])
		default:
			return of
		}
	}
}

func withUnit(of *term, at int, by unit) *term {
	return &term{kind: unitTerm, at: at, unit: by, arguments: []*term{of}}
}

// timeWords names a power of the second.
func timeWords(time int) string {
	switch time {
	case 0:
		return "a number"
	case 1:
		return "a time"
	case -1:
		return "a rate"
	}
	return fmt.Sprintf("in seconds to the power of %d", time)
}
