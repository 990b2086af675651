package scene

// Theme is a set of colours.
type Theme string

// The themes. ThemeAuto follows the user's system. ThemePrint is black on white
// with hatches for colours.
const (
	ThemeAuto     Theme = ""
	ThemeLight    Theme = "light"
	ThemeDark     Theme = "dark"
	ThemePrint    Theme = "print"
	ThemeContrast Theme = "contrast"
)

// Colorful reports whether the theme distinguishes green from ink.
func (t Theme) Colorful() bool { return t != ThemePrint && t != ThemeContrast }
