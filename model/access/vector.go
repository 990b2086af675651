package access

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// checkIndexed refuses a constant vector that the storage-attached index of its
// column cannot hold or compare: its numbers must be finite, and for the cosine
// their length must be neither zero nor infinite.
func (t *Table) checkIndexed(column *Column, v *Value) *Refusal {
	index := t.vectorIndex(column)
	numbers, known := v.literal().floats()
	if index == nil || !known {
		return nil
	}
	length := float32(0)
	for _, number := range numbers {
		length += number * number
	}
	isFinite := func(number float32) bool { return !math.IsNaN(float64(number)) && !math.IsInf(float64(number), 0) }
	switch {
	case slices.ContainsFunc(numbers, func(number float32) bool { return !isFinite(number) }):
		return &Refusal{Code: VectorNotFinite}
	case index.comparesAngles() && (isZero(numbers) || !isFinite(length)):
		return &Refusal{Code: VectorWithoutAngle}
	}
	return nil
}

func (t *Table) vectorIndex(column *Column) *TableIndex {
	if column.Type.Unfrozen().Kind != model.VectorType {
		return nil
	}
	for i := range t.Indexes {
		if t.Indexes[i].Column == column && t.Indexes[i].Kind == StorageAttachedIndex {
			return &t.Indexes[i]
		}
	}
	return nil
}

// comparesAngles reports whether the similarity is the cosine, the default.
func (i *TableIndex) comparesAngles() bool {
	similarity := i.Options["similarity_function"]
	return similarity == "" || strings.EqualFold(similarity, "cosine")
}

func isZero(numbers []float32) bool {
	return !slices.ContainsFunc(numbers, func(number float32) bool { return number != 0 })
}

// floats returns the numbers of a vector of constants.
func (v *Value) floats() ([]float32, bool) {
	if v.Kind != List {
		return nil, false
	}
	numbers := make([]float32, len(v.Values))
	for i := range v.Values {
		element := v.Values[i].literal()
		if element.Kind != Integer && element.Kind != Float {
			return nil, false
		}
		number, err := strconv.ParseFloat(element.Text, 32)
		if err != nil && !math.IsInf(number, 0) {
			return nil, false
		}
		numbers[i] = float32(number)
	}
	return numbers, true
}
