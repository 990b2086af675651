package sample

import (
	"slices"
	"strings"

	"widerow/model"
)

// The lists that texts are made of.
var (
	firstNames = list("Ada Alan Alice Amir Anna Ben Carla Chen Clara David Elena Emma Erik Fatima Grace Hana Hugo Ida Ines Ivan " +
		"Jana Jonas Julia Kai Karim Lars Lea Lena Leo Lina Luca Maria Max Maya Mei Mia Milan Nina Noah Nora Olga Omar Paul Petra " +
		"Ravi Rosa Sara Simon Sofia Tara Theo Tom Uma Vera Victor Yuki Zoe")
	lastNames = list("Abel Adler Almeida Baker Bauer Berg Brandt Brown Carter Chen Costa Davis Diaz Evans Ferrari Fischer Garcia " +
		"Green Gruber Haas Hansen Hill Huber Ito Jansen Jones Keller Khan Kim Klein Kovac Kumar Lang Larsen Lee Lopez Martin Mayer " +
		"Meier Moreau Nagy Novak Olsen Park Patel Petrov Popov Reyes Rossi Sato Schmidt Silva Singh Smith Tanaka Torres Vogel Walker Wang Weber Wolf Young")
	cities = list("Amsterdam Athens Barcelona Berlin Boston Brussels Cairo Chicago Copenhagen Dublin Geneva Hamburg Helsinki Istanbul " +
		"Kyoto Lagos Lima Lisbon London Lyon Madrid Melbourne Mexico-City Milan Montreal Mumbai Munich Nairobi Oslo Paris Porto Prague " +
		"Rome Santiago Seoul Singapore Stockholm Sydney Tokyo Toronto Turin Utrecht Vienna Warsaw Zurich")
	countries = list("Argentina Australia Austria Belgium Brazil Canada Chile Denmark Egypt Finland France Germany Greece India Ireland " +
		"Italy Japan Kenya Mexico Netherlands Norway Poland Portugal Singapore Spain Sweden Switzerland Turkey Uruguay")
	streets = list("Oak-Street Main-Street Mill-Lane Park-Avenue River-Road Station-Road High-Street Church-Lane " +
		"Garden-Street Lake-Drive Hill-Road Bridge-Street")
	states    = list("Bavaria California Catalonia Lombardy Ontario Oregon Provence Quebec Saxony Texas Tuscany Victoria")
	regions   = list("north south east west central coast mountains islands")
	nameWords = list("amber blue bright calm clear copper coral crystal deep eastern emerald field forest garden golden grand green harbour " +
		"hidden high hill island ivory lake little lucky maple marble meadow morning new northern ocean old olive open orange palm park " +
		"pearl pine plain quiet red river rose royal ruby sand silver small snow south spring star stone summer sun upper valley west white wild winter wood")
	textWords = list("a about after again all along also and another any are around as at back be because before best between both but by " +
		"can case come day each early end every few find first for from full get give good great had has have here how if in into is it " +
		"its just keep large last later left less like line long look made make many may more most much must near never new next no not " +
		"now of off often on once one only open or order other our out over own part people place quite rather ready same say see several " +
		"should side since small so some soon still such take than that the their them then there these they this those through time to " +
		"too two under until up use very was way well were what when where which while who why will with without work would year yet you")
	people = list("user person customer guest employee manager moderator seller buyer author member patient doctor teacher student " +
		"driver passenger player artist actor agent contact owner admin follower friend reader writer subscriber viewer visitor client")
	pools = []pool{
		{list("first forename given"), firstNames},
		{list("last surname family"), lastNames},
		{list("city town"), cities},
		{list("country nation"), countries},
		{list("street"), streets},
		{list("state province"), states},
		{list("region zone"), regions},
		{list("currency"), list("EUR USD GBP CHF JPY SEK")},
		{list("language locale lang"), list("en de fr es it pt nl ja Go Java Python Rust")},
		{list("environment env"), list("production staging test development")},
		{list("level severity"), list("INFO DEBUG WARN ERROR TRACE FATAL")},
		{list("status stage"), list("active pending closed cancelled done new")},
		{list("gender sex"), list("female male other")},
		{list("category genre"), list("books music travel food sports science art history games garden")},
		{list("tag tags topic topics keyword keywords interest interests"),
			list("travel music food science art history sports games nature film books design health news garden code")},
		{list("color colour"), list("red green blue yellow black white grey orange")},
		{list("role"), list("member admin editor viewer owner")},
		{list("team department"), list("platform payments search mobile web data security support sales growth")},
		{list("honorific salutation"), list("Ms Mr Dr Prof")},
		{list("hostname host"), list("web db cache queue api batch")},
		{list("logger"), list("http db auth cache scheduler mail billing")},
		{list("type kind"), list("standard basic premium special small large")},
	}
)

// pool is a list of values for attributes with one of some words in their name.
type pool struct{ words, values []string }

func list(text string) []string {
	words := strings.Fields(text)
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "-", " ")
	}
	return words
}

// poolOf returns the list for the words of a name, nil if there is none. The last words of a name tell
// most: the city name, the name of a person.
func poolOf(words []string, t model.Type) []string {
	if t.Kind == model.NativeType && t.Name != "text" && t.Name != "ascii" || isIdentifier(words) {
		return nil
	}
	for i := len(words) - 1; i >= 0; i-- {
		at := slices.IndexFunc(pools, func(p pool) bool { return slices.Contains(p.words, words[i]) })
		if at >= 0 {
			return pools[at].values
		}
	}
	return nil
}

// titled returns two or three words with capitals.
func titled(words []string, hash uint64) string {
	var made []string
	for i := range uint64(2 + hash%2) {
		word := words[below(mix(hash, 8, i), len(words))]
		made = append(made, strings.ToUpper(word[:1])+word[1:])
	}
	return strings.Join(made, " ")
}

// sentence returns words of at most a length, which fill it nearly.
func sentence(hash uint64, length int) string {
	var b strings.Builder
	for i := uint64(0); b.Len() < length; i++ {
		word := textWords[below(mix(hash, 9, i), len(textWords))]
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	text := []byte(b.String()[:max(0, min(b.Len(), length))])
	if len(text) > 0 && text[len(text)-1] == ' ' {
		text[len(text)-1] = '.'
	}
	return string(text)
}
