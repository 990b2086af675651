package proof

import (
	"encoding/json"
	"math"
)

// figures are the numbers of one case in JSON. A number that is not known is null.
type figures struct {
	Partitions *float64 `json:"partitions"`
	Rows       *float64 `json:"rows"`
	Bytes      *float64 `json:"bytes"`
}

// MarshalJSON writes the numbers of the typical case, and those of the worst one beside them.
func (r Reads) MarshalJSON() ([]byte, error) {
	var typical, worst figures
	typical.Partitions, worst.Partitions = r.Partitions.Rounded()
	typical.Rows, worst.Rows = r.Rows.Rounded()
	typical.Bytes, worst.Bytes = r.Bytes.Rounded()
	return json.Marshal(struct {
		figures
		Worst   figures `json:"worst"`
		AtMost  bool    `json:"at_most,omitempty"`
		Assumed bool    `json:"assumed,omitempty"`
	}{typical, worst, r.AtMost, r.Assumed})
}

// Rounded returns both cases to hundredths, or nil if the number is not known.
func (a Amount) Rounded() (typical, worst *float64) {
	if !a.Known {
		return nil, nil
	}
	return hundredths(a.Typical), hundredths(a.Worst)
}

func hundredths(number float64) *float64 {
	number = math.Round(number*100) / 100
	return &number
}
