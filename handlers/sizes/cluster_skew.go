package sizes

import (
	"fmt"
	"math"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/sizing"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// simulatedKeys is the number of keys that a page simulates one by one. `widerow size`
// takes a million.
const simulatedKeys = 50_000

// mostHot bounds the tables whose hottest partitions are listed.
const mostHot = 20

func clusterSkew(b *feature.Context, skew *capacity.Skewed) *websizes.ClusterSkew {
	view := &websizes.ClusterSkew{Table: b.Model.Title(skew.Table), Href: b.Link(skew.Table), Words: skewWords(skew)}
	row := func(what string, words func(float64) string, least, mean, most float64) {
		view.Rows = append(view.Rows, websizes.ClusterSpread{What: what, Least: words(least), Mean: words(mean),
			Most: words(most), Times: fmt.Sprintf("%.2f", most/max(mean, math.SmallestNonzeroFloat64))})
	}
	whole := func(number float64) string { return sizing.FormatNumber(math.Round(number)) }
	least, mean, most := skew.Partitions()
	row("partitions, with replicas", whole, least, mean, most)
	least, mean, most = skew.Writes()
	row("part of all writes", shareWords, least, mean, most)
	for _, hot := range skew.Hot[:min(len(skew.Hot), mostHot)] {
		view.Hot = append(view.Hot, clusterHot(b, &hot))
	}
	return view
}

func skewWords(skew *capacity.Skewed) string {
	text := fmt.Sprintf("%s of them; the hottest gets %s of the requests", sizing.FormatNumber(skew.Popularity.Keys), shareWords(skew.Popularity.Share()))
	if skew.Popularity.Skew == 0 {
		text = fmt.Sprintf("%s of them, all equally popular", sizing.FormatNumber(skew.Popularity.Keys))
	}
	text += fmt.Sprintf(", on %d nodes with %d random tokens each", skew.Nodes, skew.Tokens)
	if simulated := float64(skew.Load.Simulated); simulated < skew.Popularity.Keys {
		text += fmt.Sprintf("; %s are placed by their Murmur3 tokens, the rest evenly on the ring", sizing.FormatNumber(simulated))
	} else {
		text += ", placed by their Murmur3 tokens"
	}
	return text
}

// shareWords writes a share with two digits: 6.9 %, 0.0012 %.
func shareWords(share float64) string {
	percent := share * 100
	switch {
	case percent >= 9.95:
		return fmt.Sprintf("%.0f %%", percent)
	case percent == 0:
		return "0 %"
	case percent < 1e-6:
		return "below 0.000001 %"
	}
	decimals := max(0, int(1-math.Floor(math.Log10(percent))))
	return fmt.Sprintf("%.*f %%", decimals, percent)
}

var hotVerdicts = map[sizing.Level]string{sizing.Bad: "too hot: more than a node can do", sizing.Warn: "hot"}

func clusterHot(b *feature.Context, hot *capacity.Hot) websizes.ClusterHot {
	view := websizes.ClusterHot{
		Table: b.Model.Title(hot.Relation), Href: string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabDesign,
			Select: hot.Relation, Revision: b.View.Revision})),
		Keys: sizing.FormatNumber(hot.Popularity.Keys), Share: shareWords(hot.Share), Reads: rateWords(hot.Reads),
		Writes: rateWords(hot.Writes), Node: nodePart(hot.Node),
		Level: string(hot.Level()), Verdict: hotVerdicts[hot.Level()],
	}
	return view
}

func nodePart(part model.Value) string {
	text := shareWords(part.Typical)
	if worst := shareWords(part.Worst); worst != text {
		text += " / " + worst
	}
	return text
}

// rateWords writes a rate with two digits: 0.013, 1.5, 430.
func rateWords(rate model.Value) string {
	words := func(number float64) string {
		switch {
		case number == 0:
			return "–"
		case number < 0.001:
			return "< 0.001"
		case number < 10:
			return fmt.Sprintf("%.2g", number)
		}
		return sizing.FormatNumber(math.Round(number))
	}
	text := words(rate.Typical)
	if worst := words(rate.Worst); worst != text {
		text += " / " + worst
	}
	return text
}
