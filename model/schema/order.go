package schema

import (
	"strconv"

	"widerow/model"
)

// orderOf is the place of the n-th element, from 0, of a list that is written
// at once: short also for a list of 100,000, where appending one by one makes
// long keys. A key never ends in 0, so that there is room before each.
func orderOf(n int) model.Order {
	const single = 17 // 2, 4, … y
	if n < single {
		return model.Order(strconv.FormatInt(int64(2*n+2), 36))
	}
	digits := strconv.FormatInt(int64(n-single), 36)
	return model.Order("z" + strconv.Itoa(len(digits)) + digits + "i")
}
