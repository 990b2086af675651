package scene

// MaxWords is the number of characters that a picture repeats of a text that it
// does not draw: a tooltip, a description, a bookmark. Nobody reads a longer
// tooltip, and a comment of a table may have a megabyte.
const MaxWords = 1000

// Shorten returns a text of at most MaxWords characters, which ends in … if it
// was longer.
func Shorten(text string) string {
	if len(text) <= MaxWords {
		return text
	}
	count := 0
	cut := 0
	for at := range text {
		if count == MaxWords-1 {
			cut = at
		}
		if count == MaxWords {
			return text[:cut] + "…"
		}
		count++
	}
	return text
}
