package access

import (
	"math"
	"strconv"
	"time"

	"widerow/model"
)

// Using is USING TIMESTAMP and TTL.
type Using struct{ Timestamp, TTL *Value }

func (w *write) checkUsing() *Refusal { return w.using.check() }

// check judges the values of USING. No message about them names a table.
func (u Using) check() *Refusal {
	parts := []struct {
		value    *Value
		receiver receiver
	}{
		{u.Timestamp, receiver{name: "[timestamp]", typ: model.Native("bigint")}},
		{u.TTL, receiver{name: "[ttl]", typ: model.Native("int")}},
	}
	for _, part := range parts {
		if part.value != nil {
			if refusal := (&Table{}).checkValue(part.value, part.receiver); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// maxTTL is 20 years, in seconds.
const maxTTL = 20 * 365 * 24 * 60 * 60

func (w *write) checkTTL() *Refusal {
	number, known := w.using.TTL.number()
	switch {
	case w.where.clustering.none():
		return nil
	case known && number < 0:
		return &Refusal{Code: NegativeTTL, Text: strconv.FormatInt(number, 10)}
	case known && number > maxTTL:
		return &Refusal{Code: LargeTTL, Got: int(number), Want: maxTTL}
	}
	return nil
}

// maxExpiration is the last second at which a row can expire with the server's
// default for storage_compatibility_mode. now is the clock.
var (
	maxExpiration = time.Date(2038, time.January, 19, 3, 14, 6, 0, time.UTC)
	now           = time.Now
)

// checkExpiration follows ExpirationDateOverflowHandling. A write with IF is left
// out, since the stored row decides whether it writes.
func (w *write) checkExpiration() *Refusal {
	ttl, code := int64(w.table.timeToLive), LateDefault
	if w.using.TTL != nil {
		number, known := w.using.TTL.number()
		if !known {
			return nil
		}
		ttl, code = number, LateTTL
	}
	if w.table.isCounter() || w.conditional() || w.writesNothing() || !now().Add(time.Duration(ttl)*time.Second).After(maxExpiration) {
		return nil
	}
	return &Refusal{Code: code, Got: int(ttl)}
}

// noTimestamp is the server's value for a missing timestamp.
const noTimestamp = math.MinInt64

func (w *write) checkTimestamp() *Refusal {
	if w.where.clustering.none() {
		return nil
	}
	return w.using.checkTimestamp()
}

func (u Using) checkTimestamp() *Refusal {
	if number, known := u.Timestamp.number(); known && number == noTimestamp {
		return &Refusal{Code: TimestampBound}
	}
	return nil
}
