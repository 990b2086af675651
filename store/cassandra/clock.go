package cassandra

import (
	"context"
	"time"

	"widerow/store/cluster"
)

// Each revision is later than all before it, unless a clock has gone back by a day or more
// (store.Options). clock has the latest time of each day: a time that is the mistake of another
// clock is in a day that nobody reads.

const day = 24 * time.Hour

// dayOf returns the number of a day since 1970 and the milliseconds since it began.
func dayOf(at time.Time) (number, milliseconds int64) {
	length := day.Milliseconds()
	milliseconds = ((at.UnixMilli() % length) + length) % length
	return (at.UnixMilli() - milliseconds) / length, milliseconds
}

// clockRows is the table clock.
type clockRows struct{ data *cluster.Data }

// newest returns the latest time of any revision, up to the day after at.
func (c clockRows) newest(ctx context.Context, at time.Time) (newest time.Time, err error) {
	number, _ := dayOf(at)
	read := cluster.Read{Text: "SELECT newest FROM clock WHERE day IN (?, ?, ?)", Values: []any{number - 1, number, number + 1}}
	err = c.data.Each(ctx, read, func(scan func(...any) error) error {
		var one time.Time
		err := scan(&one)
		if one.After(newest) || newest.IsZero() {
			newest = one.UTC()
		}
		return err
	})
	return newest, err
}

// advance notes the time of a revision. The later one of a day wins by its write time.
func (c clockRows) advance(ctx context.Context, at time.Time) error {
	number, milliseconds := dayOf(at)
	return c.data.Write(ctx, "INSERT INTO clock (day, newest) VALUES (?, ?) USING TIMESTAMP ?", number, at, milliseconds+1)
}

// noDay is a day on which nobody saves.
const noDay = -1 << 40
