package access

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A time zone is an offset or a name. An offset with a colon must follow the
// time directly, unless a blank comes before it. Of the names we know the
// common ones.
const (
	offsetForm = `[+-](?:0\d|1[0-7])(?:[0-5]\d)?|[+-]18(?:00)?`
	colonForm  = `[+-](?:0\d|1[0-7]):[0-5]\d|[+-]18:00`
	regionForm = `(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Canada|Etc|Europe|Indian|Pacific|US)/[A-Za-z_/+-]+`
	nameForm   = `UTC|GMT|UT|(?:UTC|GMT|UT)(?:` + colonForm + `)|[PMCE][SD]T|AK[SD]T|HST|BST|IST|[CEWM]ES?T|EEST|WEST|CEST|MSK|JST|KST|SGT|HKT|` +
		`A[CE][SD]T|AWST|NZ[SD]T|[A-Z][a-z]+(?: [A-Z][a-z]+)* Time`
	zoneForm = `(?: ?(?:Z|` + offsetForm + `)|` + colonForm + `| (?:` + colonForm + `|` + nameForm + `|` + regionForm + `))?`
)

var (
	momentForm = regexp.MustCompile(`^(\d{1,9})-(\d{1,9})-(\d{1,9})[T ](\d{1,9}):(\d{1,9})(?::(\d{1,9})(?:[.]\d{0,9})?)?` + zoneForm + `$`)
	dayForm    = regexp.MustCompile(`^(\d{4}|[+]\d{5,9}|-\d{4,9})-(\d{2})-(\d{2})(?:z|` + zoneForm + `)$`)
	dateForm   = regexp.MustCompile(`^(\d{4}|[+]\d{5,9}|-\d{4,9})-(\d{2})-(\d{2})$`)
)

// isTimestamp reports whether a text is a timestamp. Like the server it accepts
// days up to 31 in every month.
func isTimestamp(text string) bool {
	switch {
	case isWhole(text):
		return integerOf(64)(text)
	case strings.EqualFold(text, "now"):
		return true
	}
	if day := dayOf(dayForm, text); day != nil {
		return inRange(day[1:], 1, 12, 1, 31)
	}
	moment := numbersOf(momentForm, text)
	if moment == nil {
		return false
	}
	midnight := moment[3] == 24 && moment[4] == 0 && moment[5] == 0
	return moment[0] > 0 && inRange(moment[1:], 1, 12, 1, 31) && (midnight || inRange(moment[3:], 0, 23, 0, 59, 0, 59))
}

// numbersOf returns the numbers in the groups of a form, 0 for an empty group,
// or nil if the text does not match.
func numbersOf(form *regexp.Regexp, text string) []int {
	groups := form.FindStringSubmatch(text)
	if groups == nil {
		return nil
	}
	numbers := make([]int, len(groups)-1)
	for i, group := range groups[1:] {
		numbers[i], _ = strconv.Atoi(group)
	}
	return numbers
}

// dayOf returns the year, month and day of a text in the form, or nil. It
// parses the common form, 2024-12-31, without the pattern.
func dayOf(form *regexp.Regexp, text string) []int {
	const plain = "2024-12-31"
	if len(text) != len(plain) || text[4] != '-' || text[7] != '-' {
		return numbersOf(form, text)
	}
	year, errYear := strconv.ParseUint(text[:4], 10, 16)
	month, errMonth := strconv.ParseUint(text[5:7], 10, 16)
	day, errDay := strconv.ParseUint(text[8:], 10, 16)
	if errors.Join(errYear, errMonth, errDay) != nil {
		return numbersOf(form, text)
	}
	return []int{int(year), int(month), int(day)}
}

// isWhole reports whether a text is a whole number with an optional minus sign.
func isWhole(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// inRange reports whether each number is within its limits, given as pairs of a
// lower and an upper limit.
func inRange(numbers []int, limits ...int) bool {
	for i := 0; i < len(limits); i += 2 {
		if numbers[i/2] < limits[i] || numbers[i/2] > limits[i+1] {
			return false
		}
	}
	return true
}

// maxMillisecondsYear is the last year whose milliseconds since 1970 fit into
// 64 bits.
const maxMillisecondsYear = 292278994

// readDate checks a calendar day, or a number of days counted from 2³¹ days
// before 1970.
func readDate(v *Value, to receiver) *Refusal {
	if isWhole(v.Text) {
		if number, err := strconv.ParseInt(v.Text, 10, 64); err != nil || number < 0 || number > math.MaxUint32 {
			return to.refuseLiteral(v)
		}
		return nil
	}
	day := dayOf(dateForm, v.Text)
	if day == nil || !inRange(day, -maxMillisecondsYear, maxMillisecondsYear, 1, 12, 1, 31) || day[2] > daysOf(day[0], day[1]) {
		return to.refuseLiteral(v)
	}
	switch days := dayNumber(day[0], day[1], day[2]); {
	case days < math.MinInt32:
		return to.refuse(EarlyDate, v)
	case days > math.MaxInt32:
		return to.refuse(LateDate, v)
	}
	return nil
}

// dayNumber returns the days since 1970 in the Gregorian calendar. It counts
// years from March, so that a leap day is the last day of its year.
func dayNumber(year, month, day int) int {
	if month < 3 {
		year, month = year-1, month+12
	}
	leapDays := floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400)
	return 365*year + leapDays + (153*(month-3)+2)/5 + day - 719469
}

func floorDivide(number, by int) int {
	quotient := number / by
	if number%by < 0 {
		quotient--
	}
	return quotient
}

func daysOf(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// isTime reports whether a text is a time of day, or a number of nanoseconds
// since midnight.
func isTime(text string) bool {
	if isWhole(text) {
		number, err := strconv.ParseInt(text, 10, 64)
		return err == nil && number >= 0 && number < 86_400_000_000_000
	}
	hour, rest, _ := strings.Cut(strings.TrimFunc(text, func(c rune) bool { return c <= ' ' }), ":")
	minute, second, found := strings.Cut(rest, ":")
	second, fraction, hasFraction := strings.Cut(second, ".")
	if !found || !isBelow(hour, 24) || !isBelow(minute, 60) || !isBelow(second, 60) {
		return false
	}
	return !hasFraction || len(fraction) <= 9 && fraction != "" && strings.Trim(fraction, "0123456789") == ""
}

// isBelow reports whether an integer is from 0 up to but not including limit.
// Like Java it accepts a sign.
func isBelow(text string, limit int) bool {
	number, err := strconv.ParseInt(text, 10, 32)
	return err == nil && number >= 0 && int(number) < limit
}
