package compare

import "fmt"

// words describes a change in a sentence without its full stop.
func words(c Change) string {
	what := c.Type + " " + c.Element
	switch {
	case c.Kind == Added:
		return what + " added"
	case c.Kind == Removed:
		return what + " removed"
	case c.Kind == Moved:
		return what + " moved"
	case c.Type == "key":
		return fmt.Sprintf("primary key of %s changed from %s to %s", c.Element, c.Before, c.After)
	case c.Type == "option":
		return fmt.Sprintf("option %s of %s %s", c.Field, c.Element, fromTo(c.Before, c.After))
	case c.Field == "text":
		return what + ": definition changed"
	case c.Field == "name":
		return fmt.Sprintf("%s renamed to %s", what, c.After)
	}
	return fmt.Sprintf("%s: %s %s", what, c.Field, fromTo(c.Before, c.After))
}

func fromTo(before, after string) string {
	switch "" {
	case before:
		return "set to " + after
	case after:
		return "removed, was " + before
	}
	return fmt.Sprintf("changed from %s to %s", before, after)
}

// Summary counts the changes, and those that break applications, without a full stop.
func Summary(changes []Change) string {
	breaking := 0
	for _, change := range changes {
		if change.Breaking {
			breaking++
		}
	}
	count := "1 change"
	if len(changes) != 1 {
		count = fmt.Sprintf("%d changes", len(changes))
	}
	switch {
	case len(changes) == 0:
		return "No differences"
	case breaking == 0:
		return count + ", none breaks a running application"
	}
	return fmt.Sprintf("%s, %d of them breaking for running applications", count, breaking)
}
