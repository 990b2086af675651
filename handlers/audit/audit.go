// Package audit keeps who did what when and from where: sign-ins, roles, links, tokens,
// exports, deletions and approvals. It writes JSON lines, a file a month, in a folder
// beside the data file, so that an operator's tools can read and move them. Servers of one
// store also write their events to a log that they have in common, and read that one (common.go).
package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Event is one line.
type Event struct {
	At      time.Time `json:"at"`
	Action  Action    `json:"action"`
	Account string    `json:"account,omitempty"` // the ID of who did it; empty: nobody was signed in
	Name    string    `json:"name,omitempty"`    // the name of the person at that time, or the name typed at a failed sign-in
	Token   string    `json:"token,omitempty"`   // the ID of the token or link that was used
	Address string    `json:"address,omitempty"` // of the client
	Model   string    `json:"model,omitempty"`
	Subject string    `json:"subject,omitempty"` // whom or what it concerns: an account, a group, a link, a file
	Details string    `json:"details,omitempty"` // what changed, in words
	Server  string    `json:"server,omitempty"`  // that wrote it, where there are several
}

// Action is the kind of an event.
type Action string

// Actions.
const (
	SignIn       Action = "sign-in"
	SignInFailed Action = "sign-in failed"
	SignOut      Action = "sign-out"
	Account      Action = "account" // made, changed, disabled
	Password     Action = "password"
	Role         Action = "role" // of a model
	Link         Action = "link"
	Token        Action = "token"
	Webhook      Action = "webhook"
	Export       Action = "export"
	Deletion     Action = "deletion"
	Approval     Action = "approval"  // of a proposal, or its merge
	Program      Action = "program"   // a change by the API
	Confirmed    Action = "confirmed" // tokens and links after a restore
	Adoption     Action = "adoption"  // of what a visitor did before sign-in
)

// Actions are all actions.
var Actions = []Action{SignIn, SignInFailed, SignOut, Account, Password, Role, Link, Token, Webhook, Export, Deletion, Approval, Program, Confirmed, Adoption}

// Log is an audit log. It is safe for concurrent use.
type Log struct {
	folder string
	now    func() time.Time

	mutex sync.Mutex
	file  *os.File
	month string // of the file

	common *sharing // nil: this server is alone
}

// Folder returns the folder of the log that belongs to a data file.
func Folder(data string) string { return data + ".audit" }

// Open opens the log in a folder, which it makes when the first event is written.
func Open(folder string, now func() time.Time) *Log { return &Log{folder: folder, now: now} }

// monthForm is the form of the files' names, whose alphabetical order is chronological.
const monthForm = "2006-01"

func (l *Log) path(month string) string { return filepath.Join(l.folder, month+".jsonl") }

// Write appends an event, at the present time.
func (l *Log) Write(event Event) error {
	event.At = l.now().UTC().Truncate(time.Millisecond)
	if l.common != nil {
		event.Server = l.common.server
	}
	line, err := json.Marshal(event)
	if err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	if l.common != nil {
		l.common.add(event.At, line)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if err := l.openMonth(event.At.Format(monthForm)); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	return nil
}

func (l *Log) openMonth(month string) error {
	if l.file != nil && l.month == month {
		if _, err := os.Stat(l.path(month)); err == nil { // nobody has moved it away
			return nil
		}
	}
	if err := errors.Join(l.close(), os.MkdirAll(l.folder, 0o700)); err != nil {
		return err
	}
	file, err := os.OpenFile(l.path(month), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	l.file, l.month = file, month
	return nil
}

// Close closes the log.
func (l *Log) Close() error {
	if l.common != nil {
		l.common.close()
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.close()
}

func (l *Log) close() error {
	if l.file == nil {
		return nil
	}
	err := errors.Join(l.file.Sync(), l.file.Close())
	l.file = nil
	return err
}

// Remove removes the months that ended longer ago than keep. 0 keeps all.
func (l *Log) Remove(keep time.Duration) error {
	if keep <= 0 {
		return nil
	}
	months, err := l.months()
	for _, month := range months {
		begin, parseErr := time.Parse(monthForm, month)
		if parseErr == nil && begin.AddDate(0, 1, 0).Before(l.now().Add(-keep)) {
			err = errors.Join(err, os.Remove(l.path(month)))
		}
	}
	return err
}

// months returns the months of the log, the newest first.
func (l *Log) months() ([]string, error) {
	entries, err := os.ReadDir(l.folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var months []string
	for _, entry := range entries {
		month, found := strings.CutSuffix(entry.Name(), ".jsonl")
		if _, err := time.Parse(monthForm, month); found && err == nil && entry.Type().IsRegular() {
			months = append(months, month)
		}
	}
	slices.Sort(months)
	slices.Reverse(months)
	return months, err
}
