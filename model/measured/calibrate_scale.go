package measured

import (
	"fmt"
	"math"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// slightScale is the share by which measured bytes may differ from those of the columns
// before the table gets a scale.
const slightScale = 0.02

// farScale is the ratio from which on a scale is explained.
const farScale = 1.1

// setScale enters the ratio of the bytes that were measured to those that the columns have,
// with the rows and lengths of the trial. It removes one that is no longer needed.
func (c *calibrator) setScale(t *trial) {
	size := t.size()
	typical, worst := c.ratios(&size)
	field, known := edit.FieldOf(model.RelationElement, "scale")
	if typical == 0 || !known {
		return
	}
	if possible := field.Range(); min(typical, worst) < possible.Least || max(typical, worst) > possible.Most {
		c.note("The computed size is far from the measured one: see the rows and how they are written.")
		return
	}
	text := ""
	if max(math.Abs(typical-1), math.Abs(worst-1)) > slightScale {
		text = scaleText(typical, worst)
	}
	if was := c.model.ExpressionText(c.relation.Scale); was != text {
		c.result.Commands = append(c.result.Commands, edit.Set{Element: c.id, Field: "scale", Was: was, Value: text})
		c.result.Changes = append(c.result.Changes, fmt.Sprintf("measured ÷ computed: %s → %s", entered(was), entered(text)))
	}
	if text != "" {
		c.explainScale(&size, typical)
	}
}

// ratios returns the ratios of the mean and of the largest partition, 0 if no bytes were
// measured. Of a mean that percentiles leave open, it is the ratio to the nearest end.
func (c *calibrator) ratios(size *sizing.Size) (typical, worst float64) {
	if size.Err != nil || size.Typical.Bytes <= 0 || size.Worst.Bytes <= 0 {
		return 0, 0
	}
	mean := c.figures.Mean()
	if within, known := spanOf(c.figures, bytesOf); mean == 0 && known {
		mean = within.middle()
		if len(unknownOf(size)) == 0 && (c.isEntered() || !c.isClustered()) {
			mean = within.clamp(size.Typical.Bytes)
		}
		if within.isWide() {
			c.note("The mean is between %s and %s: percentiles do not tell more. tablestats and sstablepartitions do.",
				sizing.FormatBytes(within.low), sizing.FormatBytes(within.high))
		}
	}
	most := c.mostBytes(size)
	switch {
	case mean == 0 && most == 0:
		return 0, 0
	case mean == 0:
		mean = size.Typical.Bytes
	case most == 0:
		most = size.Worst.Bytes * mean / size.Typical.Bytes
	}
	typical = mean / size.Typical.Bytes
	return typical, max(typical, max(most, mean)/size.Worst.Bytes)
}

// mostBytes returns the largest partition. What lies in the last bucket of a histogram is no
// other number than the histogram says, if it follows from known lengths.
func (c *calibrator) mostBytes(size *sizing.Size) float64 {
	end := c.figures[model.MaxBytes]
	if !c.isExact() && len(unknownOf(size)) == 0 && size.Worst.Bytes > bucketStart(end) && size.Worst.Bytes <= end {
		return size.Worst.Bytes
	}
	return c.worstBytes()
}

func (c *calibrator) explainScale(size *sizing.Size, typical float64) {
	unknown := unknownOf(size)
	switch {
	case len(unknown) > 0:
		c.note("The bytes tell the sum of what is assumed and not which of it is longer: enter what you know (%s).", strings.Join(unknownWords(unknown), ", "))
	case typical > farScale || typical < 1/farScale:
		c.note("All lengths are entered, and a partition has %.2f times the bytes of its columns: see how the "+
			"rows are written, their TTL, and which columns are set.", typical)
	}
}

func scaleText(typical, worst float64) string {
	text, most := ratioText(typical), ratioText(worst)
	if text == most {
		return text
	}
	return text + "/" + most
}

func ratioText(ratio float64) string {
	digits := math.Pow(10, 2-math.Floor(math.Log10(ratio)))
	return numberText(math.Round(ratio*digits) / digits)
}

func entered(text string) string {
	if text == "" {
		return "not entered"
	}
	return text
}
