package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"widerow/cli/verb"
	"widerow/model"
)

// proposeCommand proposes a document as a change of a model on a server, so that CI can.
type proposeCommand struct {
	Title    string   `help:"What the proposal changes, in a line." required:"" placeholder:"TEXT"`
	Text     string   `help:"What and why, as Markdown." placeholder:"TEXT"`
	Reviewer []string `help:"Name of somebody who is asked to review. May be repeated." placeholder:"NAME"`
	Draft    bool     `help:"Do not ask for reviews yet."`
	Base     string   `help:"Revision that the document was made from: later changes of others are kept." placeholder:"REVISION"`
	File     string   `arg:"" help:"A Widerow document; - means standard input."`
	Address  string   `arg:"" help:"The model, such as https://HOST/m/MODEL. The token is read from WIDEROW_TOKEN."`
}

func (p *proposeCommand) Run(console *verb.Console) error {
	err := p.propose(console)
	if code := verb.ExitCode(0); err == nil || errors.As(err, &code) {
		return err
	}
	fmt.Fprintf(console.Stderr, "widerow: %s\n", verb.OneLine(err))
	return verb.ExitCode(verb.Misused)
}

func (p *proposeCommand) propose(console *verb.Console) error {
	to, is, err := parseRemote(p.Address)
	switch {
	case err != nil:
		return err
	case !is:
		return fmt.Errorf("%s is no address: want the address of a model, such as https://HOST/m/MODEL", p.Address)
	}
	source, err := (&scriptFlags{}).source(console, []string{p.File}, "")
	if err != nil {
		return err
	}
	if source.script != nil {
		return fmt.Errorf("%s is not a Widerow document: only documents can be proposed", source.name)
	}
	if _, err := model.Decode(source.text); err != nil {
		return fmt.Errorf("%s: %w", source.name, err)
	}
	base := ""
	if p.Base != "" {
		before := to
		before.revision = p.Base
		if _, base, err = before.document(console); err != nil {
			return err
		}
	}
	body, err := json.Marshal(map[string]any{"title": p.Title, "text": p.Text, "reviewers": p.Reviewer,
		"draft": p.Draft, "base": base, "document": json.RawMessage(source.text)})
	if err != nil {
		return fmt.Errorf("write the proposal: %w", err)
	}
	answer, err := to.ask(console, http.MethodPost, "/proposals", body)
	if err != nil {
		return err
	}
	var made struct{ Number int }
	if err := json.Unmarshal(answer.text, &made); err != nil || made.Number == 0 {
		return to.noWiderow("the answer is no proposal")
	}
	return console.Write(fmt.Appendf(nil, "%s/m/%s/proposals/%d\n", to.site, to.model, made.Number))
}
