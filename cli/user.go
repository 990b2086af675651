package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"widerow/handlers/identity"
	"widerow/model/people"
	"widerow/store"
	"widerow/store/sessions"
)

// userCommand changes the accounts of a server.
type userCommand struct {
	Add userAdd `cmd:"" help:"Add an account, or give one a new password."`
}

// userAdd adds an account.
type userAdd struct {
	dataFile
	Admin bool   `help:"The account is an admin of the server."`
	Stdin bool   `name:"password-stdin" help:"Read the password from standard input instead of the terminal."`
	Name  string `arg:"" help:"The name with which the person signs in."`
}

func (u *userAdd) Run(console *console) error {
	password, err := u.password(console)
	if err != nil {
		return err
	}
	return u.change(console, "added "+u.Name, func(d *people.Directory) (*people.Directory, error) {
		account := people.Account{Name: u.Name, Admin: u.Admin}
		if err := people.CheckPassword(&account, password); err != nil {
			return nil, err
		}
		account.Password = people.HashPassword(password)
		return d.Add(identity.NewID(), account, time.Now())
	})
}

// password reads a password: from the terminal twice, without showing it.
func (u *userAdd) password(console *console) (string, error) {
	terminal, isFile := console.stdin.(*os.File)
	if u.Stdin || !isFile || !term.IsTerminal(int(terminal.Fd())) {
		line, err := bufio.NewReader(console.stdin).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the password: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	var typed [2]string
	for i, prompt := range []string{"Password: ", "The same again: "} {
		fmt.Fprint(console.stderr, prompt)
		text, err := term.ReadPassword(int(terminal.Fd()))
		fmt.Fprintln(console.stderr)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed[i] = string(text)
	}
	if typed[0] != typed[1] {
		return "", errors.New("the two passwords differ: nothing was changed")
	}
	return typed[0], nil
}

// change changes the accounts in a data file that no server uses.
func (d dataFile) change(console *console, words string, change func(*people.Directory) (*people.Directory, error)) error {
	models, err := openStore(d.Data, 0, logger("text", "warn", console.stderr))
	if err != nil {
		return err
	}
	defer models.Close()
	keeper, err := identity.OpenKeeper(context.WithoutCancel(console), models)
	if err != nil {
		return err
	}
	if err := keeper.Change(console, store.Author{Name: "command line"}, words, change); err != nil {
		return err
	}
	// A server that finds accounts and no sessions takes the data for a restored backup.
	file, err := sessions.Open(sessions.Path(d.Data), sessions.Options{})
	if err != nil {
		return err
	}
	return file.Close()
}
