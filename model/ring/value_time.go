package ring

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"
)

// momentLayouts are the ways to write a timestamp, each also without zone.
var momentLayouts = []string{"2006-01-02 15:04:05", "2006-01-02 15:04"}

// zoneLayouts are the zones that may follow a time.
var zoneLayouts = []string{"", "Z07:00", "-0700", " -0700"}

// encodeTimestamp writes milliseconds since 1970.
func encodeTimestamp(text string) ([]byte, bool) {
	if number, ok := encodeInteger(8)(text); ok {
		return number, true
	}
	text = strings.Replace(text, "T", " ", 1)
	for _, zone := range zoneLayouts {
		for _, layout := range append(momentLayouts, "2006-01-02") {
			if moment, err := time.Parse(layout+zone, text); err == nil {
				return binary.BigEndian.AppendUint64(nil, uint64(moment.UnixMilli())), true
			}
		}
	}
	return nil, false
}

// encodeDate writes days, 2³¹ of which are before 1970. A whole number is that
// number of days.
func encodeDate(text string) ([]byte, bool) {
	if days, err := strconv.ParseUint(text, 10, 32); err == nil {
		return binary.BigEndian.AppendUint32(nil, uint32(days)), true
	}
	day, err := time.Parse(time.DateOnly, text)
	days := day.Unix()/int64(24*time.Hour/time.Second) - math.MinInt32
	return binary.BigEndian.AppendUint32(nil, uint32(days)), err == nil
}

// encodeTime writes nanoseconds since midnight.
func encodeTime(text string) ([]byte, bool) {
	const day = 24 * time.Hour
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return binary.BigEndian.AppendUint64(nil, uint64(number)), number >= 0 && number < int64(day)
	}
	moment, err := time.Parse(time.TimeOnly, text)
	return binary.BigEndian.AppendUint64(nil, uint64(moment.Sub(moment.Truncate(day)))), err == nil
}
