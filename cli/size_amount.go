package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// amount is the value of a flag, such as shop.orders=1000/5000: the path of a
// table or a part of it, and its typical and worst amount.
type amount struct {
	path           string
	typical, worst float64
}

// UnmarshalText parses a flag's value. The amount follows the last "=".
func (a *amount) UnmarshalText(text []byte) error {
	at := strings.LastIndexByte(string(text), '=')
	if at < 0 {
		return fmt.Errorf("%q has no amount: write it like shop.orders=1000 or shop.orders=1000/5000", text)
	}
	path, err := canonicalPath(string(text[:at]))
	if err != nil {
		return err
	}
	typical, worst, both := strings.Cut(string(text[at+1:]), "/")
	if !both {
		worst = typical
	}
	a.path = path
	if a.typical, err = parseAmount(typical); err != nil {
		return err
	}
	a.worst, err = parseAmount(worst)
	return err
}

func parseAmount(text string) (float64, error) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) || number < 0 {
		return 0, fmt.Errorf("%q is not an amount: write a number of at least 0", text)
	}
	return number, nil
}

// canonicalPath removes the quotes around names, as in "Shop".orders. It does
// not distinguish a dot in a quoted name from one between two names.
func canonicalPath(path string) (string, error) {
	if strings.Count(path, `"`)%2 != 0 {
		return "", fmt.Errorf("%q has an unmatched quote", path)
	}
	path = strings.ReplaceAll(path, `"`, "")
	if path == "" {
		return "", fmt.Errorf("the name before the amount is missing: write it like shop.orders=1000")
	}
	return path, nil
}

// span is a time in seconds.
type span float64

// UnmarshalText parses a time such as 10d, 36h, 1h30m, 500ms or 0.
func (s *span) UnmarshalText(text []byte) error {
	number, isDays := strings.CutSuffix(string(text), "d")
	if isDays {
		days, err := parseAmount(number)
		*s = span(days * 24 * 3600)
		return err
	}
	duration, err := time.ParseDuration(string(text))
	if err != nil || duration < 0 {
		return fmt.Errorf("%q is not a time: write it like 10d, 36h or 500ms", text)
	}
	*s = span(duration.Seconds())
	return nil
}

// number is a number of things, at least 1, such as 1000 or 1e6.
type number float64

// UnmarshalText parses a number of at least 1.
func (n *number) UnmarshalText(text []byte) error {
	value, err := parseAmount(string(text))
	if err != nil || value < 1 {
		return fmt.Errorf("%q is not a number of at least 1", text)
	}
	*n = number(value)
	return nil
}
