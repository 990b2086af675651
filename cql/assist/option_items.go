package assist

import "strings"

// optionItems returns the options that the statement does not have yet.
func optionItems(kind, text string, tokens []token) []Item {
	given := map[string]bool{}
	for i, t := range tokens {
		if i+1 < len(tokens) && t.isName() && tokens[i+1].Word() == "=" {
			given[t.name(text)] = true
		}
	}
	var items []Item
	for _, o := range optionsOf(kind) {
		if !given[o.name] {
			items = append(items, Item{Label: o.name, Kind: "option", Detail: o.initial, Info: o.info, Insert: o.name + " = "})
		}
	}
	if strings.HasSuffix(kind, "TABLE") || strings.HasSuffix(kind, "VIEW") {
		items = append(items, Item{Label: "CLUSTERING ORDER BY", Kind: "keyword", Info: keywordInfo["CLUSTERING"]})
	}
	return items
}

// valueItems returns the values of an option, the default first.
func valueItems(name string) []Item {
	found, _ := findOption(name)
	return found.items()
}

func (o option) items() []Item {
	var items []Item
	for i, value := range o.values {
		item := Item{Label: value, Kind: "value"}
		if i == 0 && strings.Trim(value, "'") == strings.Trim(o.initial, "'") {
			item.Detail = "default"
		}
		items = append(items, item)
	}
	return items
}

// mapItems returns the keys of a map, or the values of one key. entry is the
// tokens of the map entry before the cursor.
func (c *completer) mapItems(name string, entry []token) []Item {
	found, known := findOption(name)
	if !known || found.sub == nil {
		return nil
	}
	sub := found.sub(c.class())
	if len(entry) == 0 {
		var items []Item
		for _, o := range sub {
			items = append(items, Item{Label: "'" + o.name + "'", Kind: "option", Detail: o.initial, Info: o.info, Insert: "'" + o.name + "': "})
		}
		return items
	}
	if len(entry) == 2 && entry[1].Word() == ":" {
		for _, o := range sub {
			if o.name == unquoted(c.text, entry[0]) {
				return o.items()
			}
		}
	}
	return nil
}

// class returns the class in the map that contains the cursor.
func (c *completer) class() string {
	open := c.enclosing()
	all := append(c.before[open+1:len(c.before):len(c.before)], c.after...)
	for i := range all {
		if i+2 < len(all) && unquoted(c.text, all[i]) == "class" && all[i+1].Word() == ":" {
			return unquoted(c.text, all[i+2])
		}
		if all[i].Word() == "}" {
			break
		}
	}
	return ""
}

func unquoted(text string, t token) string { return strings.Trim(text[t.Start.Offset:t.End], "'") }

func quotedValues(values []string) []Item {
	var items []Item
	for _, value := range values {
		items = append(items, Item{Label: "'" + value + "'", Kind: "value"})
	}
	return items
}
