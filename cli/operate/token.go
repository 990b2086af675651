package operate

import (
	"fmt"
	"strings"
	"time"

	"widerow/cli/verb"
	"widerow/handlers/people"
)

// Token changes the tokens by which programs act as a person.
type Token struct {
	Add    tokenAdd    `cmd:"" help:"Make a token, and print it once."`
	List   tokenList   `cmd:"" help:"List the tokens of somebody."`
	Remove tokenRemove `cmd:"" help:"Take a token back."`
}

// tokenAdd makes a token.
type tokenAdd struct {
	dataFile
	Scope  string   `help:"What the token allows at most: read, comment, edit or admin." enum:"read,comment,edit,admin" required:""`
	Name   string   `help:"What the token is for, such as the program that uses it." required:"" placeholder:"NAME"`
	Models []string `help:"IDs of the models that it may open; by default all that the person may." placeholder:"ID"`
	Ends   string   `help:"The last day on which it works, such as 2027-01-31. The default is no end." placeholder:"DATE"`
	User   string   `arg:"" help:"The name with which the person signs in."`
}

func (t *tokenAdd) Run(console *verb.Console) error {
	order := people.Order{Do: "add token", User: t.User, Token: t.Name, Scope: t.Scope, Models: t.Models}
	if t.Ends != "" {
		day, err := time.Parse(time.DateOnly, t.Ends)
		if err != nil {
			return fmt.Errorf("--ends=%s: want a date, such as 2027-01-31", t.Ends)
		}
		order.Ends = day.AddDate(0, 0, 1)
	}
	done, err := t.order(console, order)
	if err != nil {
		return err
	}
	return console.Write([]byte(done.Secret + "\n"))
}

// tokenList lists the tokens of a person.
type tokenList struct {
	dataFile
	Format string `help:"text or json." enum:"text,json" default:"text"`
	User   string `arg:"" help:"The name with which the person signs in."`
}

func (t *tokenList) Run(console *verb.Console) error {
	done, err := t.order(console, people.Order{Do: "list tokens", User: t.User})
	if err != nil {
		return err
	}
	if t.Format == "json" {
		return writeJSON(console, done.Tokens)
	}
	var text strings.Builder
	for _, token := range done.Tokens {
		fmt.Fprintf(&text, "%s\t%s\t%s", token.ID, token.Name, token.Scope)
		if !token.Ends.IsZero() {
			text.WriteString("\tuntil " + token.Ends.AddDate(0, 0, -1).Format(time.DateOnly))
		}
		text.WriteByte('\n')
	}
	return console.Write([]byte(text.String()))
}

// tokenRemove takes a token back.
type tokenRemove struct {
	dataFile
	ID string `arg:"" help:"The ID of the token, as token list shows it."`
}

func (t *tokenRemove) Run(console *verb.Console) error {
	_, err := t.order(console, people.Order{Do: "remove token", Token: t.ID})
	return err
}
