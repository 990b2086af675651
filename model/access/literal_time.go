package access

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

const zoneForm = `(?: ?(?:Z|[+-]\d{2}(?:\d{2})?)|[+-]\d{2}:\d{2}| [A-Z]{3,4}| (?:UTC|GMT|UT)?[+-]\d{1,2}(?::?\d{2})?| [A-Za-z_]+/[A-Za-z_/]+)?`

var (
	momentForm = regexp.MustCompile(`^(\d{1,9})-(\d{1,9})-(\d{1,9})[T ](\d{1,9}):(\d{1,9})(?::(\d{1,9}))?(?:[.]\d{0,9})?` + zoneForm + `$`)
	dayForm    = regexp.MustCompile(`^(\d{4}|[+]\d{5,9}|-\d{4,9})-(\d{2})-(\d{2})` + zoneForm + `$`)
	dateForm   = regexp.MustCompile(`^(\d{4}|[+]\d{5,9}|-\d{4,9})-(\d{2})-(\d{2})$`)
)

// isTimestamp: a day that its month lacks is taken for the month's last.
func isTimestamp(text string) bool {
	switch {
	case wholeDigits.MatchString(text):
		return integerOf(64)(text)
	case strings.EqualFold(text, "now"):
		return true
	}
	if day := numbersOf(dayForm, text); day != nil {
		return inRange(day[1:], 1, 12, 1, 31)
	}
	moment := numbersOf(momentForm, text)
	if moment == nil {
		return false
	}
	midnight := moment[3] == 24 && moment[4] == 0 && moment[5] == 0
	return moment[0] > 0 && inRange(moment[1:], 1, 12, 1, 31) && (midnight || inRange(moment[3:], 0, 23, 0, 59, 0, 59))
}

// numbersOf are the numbers in the groups of a form, nil if the text has not
// the form. What is left away is 0.
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

// inRange compares numbers with a lower and an upper limit each.
func inRange(numbers []int, limits ...int) bool {
	for i := 0; i < len(limits); i += 2 {
		if numbers[i/2] < limits[i] || numbers[i/2] > limits[i+1] {
			return false
		}
	}
	return true
}

// isDate: a date is a day of the calendar, or a number of days counted from
// 2³¹ days before 1970.
func isDate(text string) bool {
	if wholeDigits.MatchString(text) {
		number, err := strconv.ParseInt(text, 10, 64)
		return err == nil && number >= 0 && number <= math.MaxUint32
	}
	day := numbersOf(dateForm, text)
	return day != nil && inRange(day[1:], 1, 12, 1, daysOf(day[0], day[1]))
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

// isTime: a time of day, or nanoseconds since midnight.
func isTime(text string) bool {
	if wholeDigits.MatchString(text) {
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

// isBelow reads an integer as Java does, with a sign if it has one.
func isBelow(text string, limit int) bool {
	number, err := strconv.ParseInt(text, 10, 32)
	return err == nil && number >= 0 && int(number) < limit
}
