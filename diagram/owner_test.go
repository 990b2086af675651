package diagram

import (
	"slices"
	"strings"
	"testing"

	"widerow/diagram/figure"
	"widerow/model"
)

// TestWithinAndUnique: a diamond names the owner that its participants have in common, and a
// unique attribute has its mark, in the picture, the legend, the words and in DOT.
func TestWithinAndUnique(t *testing.T) {
	said, plain := signsModel(), signsModel()
	due := plain.Concepts.Entities["milestone"].Attributes["milestoneattr1"]
	plain.Concepts.Relationships["tied"].Within, due.Unique, due.UniqueWithin = "", false, ""
	for _, test := range []struct {
		m    *model.Model
		want bool
	}{{said, true}, {plain, false}} {
		texts := shown(sceneOf(t, test.m, KindER, Display{}, figure.Options{}).Items)
		if got := slices.Contains(texts, "within Project"); got != test.want {
			t.Errorf("the picture says within: %v, want %v", got, test.want)
		}
		legend := legendWords(t, test.m, KindER, figure.Options{})
		words := strings.Join(descriptionLines(Build(test.m, KindER, Display{}).Text(), ""), "\n")
		dot := string(Build(test.m, KindER, Display{}).DOT())
		keys := shown(sceneOf(t, test.m, KindER, Display{Attributes: figure.ColumnsKeys}, figure.Options{}).Items)
		for where, is := range map[string]bool{
			"the legend explains within": strings.Contains(legend, "the participants have the same owner"),
			"the legend explains unique": strings.Contains(legend, "unique value: a further key"),
			"the words of the diamond":   strings.Contains(words, "follows · relationship type · within Project"),
			"the words of the attribute": strings.Contains(words, "due · attribute · unique within Project"),
			"DOT, within":                strings.Contains(dot, "within Project"),
			"DOT, unique":                strings.Contains(dot, "<I>unique</I>"),
			"among the keys":             slices.Contains(keys, "due"),
		} {
			if is != test.want {
				t.Errorf("%s: %v, want %v", where, is, test.want)
			}
		}
	}
}
