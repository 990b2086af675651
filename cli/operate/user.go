package operate

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"widerow/cli/verb"
	"widerow/handlers/identity"
	"widerow/handlers/people"
)

// User changes the accounts of a server.
type User struct {
	Add     userAdd     `cmd:"" help:"Add an account."`
	List    userList    `cmd:"" help:"List the accounts."`
	Disable userDisable `cmd:"" help:"Let somebody no longer sign in; sessions end, and tokens stop to work."`
	Enable  userEnable  `cmd:"" help:"Let somebody sign in again."`
	Reset   userReset   `cmd:"" help:"Make a link by which somebody chooses a new password once."`
	Role    userRole    `cmd:"" help:"Make somebody an admin of the server or a member, or give a role of a model."`
}

// userAdd adds an account.
type userAdd struct {
	dataFile
	Admin bool   `help:"The account is an admin of the server."`
	Stdin bool   `name:"password-stdin" help:"Read the password from standard input instead of the terminal."`
	Name  string `arg:"" help:"The name with which the person signs in."`
}

func (u *userAdd) Run(console *verb.Console) error {
	password, err := u.password(console)
	if err != nil {
		return err
	}
	_, err = u.order(console, people.Order{Do: "add", User: u.Name, Password: password, Admin: u.Admin})
	return err
}

// password reads a password: from the terminal twice, without showing it.
func (u *userAdd) password(console *verb.Console) (string, error) {
	terminal, isFile := console.Stdin.(*os.File)
	if u.Stdin || !isFile || !term.IsTerminal(int(terminal.Fd())) {
		line, err := bufio.NewReader(console.Stdin).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the password: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	var typed [2]string
	for i, prompt := range []string{"Password: ", "Repeat it: "} {
		fmt.Fprint(console.Stderr, prompt)
		text, err := term.ReadPassword(int(terminal.Fd()))
		fmt.Fprintln(console.Stderr)
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

// userList lists the accounts.
type userList struct {
	dataFile
	Format string `help:"text or json." enum:"text,json" default:"text"`
}

func (u *userList) Run(console *verb.Console) error {
	done, err := u.order(console, people.Order{Do: "list"})
	if err != nil {
		return err
	}
	if u.Format == "json" {
		return writeJSON(console, done.Accounts)
	}
	var text strings.Builder
	for _, account := range done.Accounts {
		text.WriteString(account.Name)
		for _, word := range []struct {
			holds bool
			text  string
		}{{account.Admin, "admin"}, {account.Disabled, "disabled"}, {!account.SignsIn, "has not chosen a password"}} {
			if word.holds {
				text.WriteString("\t" + word.text)
			}
		}
		text.WriteByte('\n')
	}
	return console.Write([]byte(text.String()))
}

func writeJSON[T any](console *verb.Console, list []T) error {
	if list == nil {
		list = []T{}
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	return console.Write(append(text, '\n'))
}

// account names one account.
type account struct {
	dataFile
	Name string `arg:"" help:"The name with which the person signs in."`
}

// userDisable disables an account, userEnable enables it again.
type userDisable struct{ account }
type userEnable struct{ account }

func (u *userDisable) Run(console *verb.Console) error {
	_, err := u.order(console, people.Order{Do: "disable", User: u.Name})
	return err
}

func (u *userEnable) Run(console *verb.Console) error {
	_, err := u.order(console, people.Order{Do: "enable", User: u.Name})
	return err
}

// userReset makes a link to choose a password.
type userReset struct {
	address
	account
}

func (u *userReset) Run(console *verb.Console) error {
	done, err := u.order(console, people.Order{Do: "reset", User: u.Name})
	if err != nil {
		return err
	}
	link := done.Base + done.Secret
	if done.Base == "" { // no server runs: the next one has the same flags
		if link, err = u.url(done.Secret); err != nil {
			return err
		}
	}
	return console.Write([]byte(link + "\n"))
}

// userRole names an admin, or gives a role in a model.
type userRole struct {
	account
	Role  string `arg:"" help:"admin or member; with --model: private, viewer, commenter, editor, owner." enum:"admin,member,private,viewer,commenter,editor,owner"`
	Model string `help:"The ID of a model, as in its address." placeholder:"ID"`
}

func (u *userRole) Run(console *verb.Console) error {
	ofServer := u.Role == "admin" || u.Role == "member"
	if ofServer == (u.Model != "") {
		return fmt.Errorf("%s: the roles of a server are admin and member, those of a model (--model ID) private, viewer, commenter, editor and owner", u.Role)
	}
	order := people.Order{Do: "role", User: u.Name, Role: u.Role, Model: u.Model}
	if ofServer {
		order = people.Order{Do: "admin", User: u.Name, Admin: u.Role == "admin"}
	}
	_, err := u.order(console, order)
	return err
}

// order lets a running server carry out an order, or carries it out on the data file if
// no server uses it.
func (d dataFile) order(console *verb.Console, order people.Order) (people.Carried, error) {
	done, err := d.orderServer(console, order)
	if errors.Is(err, errNoServer) {
		done, err = d.orderHere(console, order)
	}
	if err == nil && done.Problem != "" {
		err = errors.New(done.Problem)
	}
	return done, err
}

func (d dataFile) orderServer(ctx context.Context, order people.Order) (done people.Carried, err error) {
	text, err := json.Marshal(order)
	if err != nil {
		return done, err
	}
	response, err := d.send(ctx, http.MethodPost, "/people", bytes.NewReader(text))
	if err != nil {
		return done, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&done); err != nil {
		return done, fmt.Errorf("read the answer of the server: %w", err)
	}
	return done, nil
}

// orderHere carries out an order on a data file that no server uses.
func (d dataFile) orderHere(console *verb.Console, order people.Order) (done people.Carried, err error) {
	if _, err := os.Stat(d.Data); err != nil && order.Do != "add" && !d.inCluster() { // which makes the file
		return done, fmt.Errorf("%s: %w", d.Data, err)
	}
	models, err := openStore(console, d.place, 0, logger("text", "warn", console.Stderr))
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, models.Close()) }()
	ctx := context.WithoutCancel(console)
	keeper, err := identity.OpenKeeper(ctx, models)
	if err != nil {
		return done, err
	}
	trail := openAudit(d.Data, models, "the command line", keptByDefault, logger("text", "warn", console.Stderr))
	defer func() { err = errors.Join(err, trail.Close()) }()
	guard := &identity.Guard{Mode: identity.Password, Keeper: keeper, Sharings: identity.NewSharings(models, keeper), Now: time.Now}
	begun, err := keeper.Begun(ctx)
	if err != nil {
		return done, err
	}
	if done, err = (&people.Orders{Guard: guard, Audit: trail, Now: time.Now}).Carry(ctx, order); err != nil || !begun.IsZero() {
		return done, err
	}
	// A server that finds accounts and no sessions takes the data for a restored backup.
	file, err := sharedBy(models, d.Data, slog.New(slog.DiscardHandler)).sessions()
	if err != nil {
		return done, err
	}
	_, err = file.Begin(false)
	return done, errors.Join(err, file.Close())
}
