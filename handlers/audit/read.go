package audit

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Filter chooses events. Its zero value chooses all.
type Filter struct {
	Action  Action
	Account string
	Model   string
	Text    string // in the name, the subject, the details, the address or the server; upper and lower case are one
}

func (f Filter) chooses(event Event) bool {
	text := strings.ToLower(strings.Join([]string{event.Name, event.Subject, event.Details, event.Address, event.Server}, "\n"))
	return (f.Action == "" || f.Action == event.Action) && (f.Account == "" || f.Account == event.Account) &&
		(f.Model == "" || f.Model == event.Model) && strings.Contains(text, strings.ToLower(f.Text))
}

// ErrCursor is the error of a cursor that did not come from Read.
var ErrCursor = errors.New("the cursor does not belong to the audit log: start again at its first page")

// maxLooked bounds the events that one Read looks at, so that a filter which chooses
// few of them cannot hold the server.
const maxLooked = 100_000

// Read returns the events that a filter chooses, the newest first, and the cursor of
// the next page, which is empty at the end. A page may have fewer than limit events
// although more follow. Lines that cannot be read are left out.
func (l *Log) Read(ctx context.Context, filter Filter, cursor string, limit int) (events []Event, next string, err error) {
	if l.common != nil {
		return l.common.read(ctx, filter, cursor, limit)
	}
	from, err := parseCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	months, err := l.months()
	if err != nil {
		return nil, "", fmt.Errorf("read the audit log: %w", err)
	}
	looked := 0
	for _, month := range months {
		if from.month != "" && month > from.month {
			continue
		}
		end := int64(-1)
		if month == from.month {
			end = from.offset
		}
		err := l.lines(month, end, func(line []byte, begin int64) bool {
			var event Event
			if json.Unmarshal(line, &event) == nil && filter.chooses(event) {
				events = append(events, event)
			}
			if looked++; len(events) == limit || looked == maxLooked {
				next = position{month, begin}.String()
			}
			return next == ""
		})
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, "", fmt.Errorf("read the audit log: %w", err)
		}
		if next != "" {
			break
		}
	}
	return events, next, nil
}

// lines calls each with the lines of a month and their offsets, backwards from the last line before
// end, until each returns false. end -1 is the end of the file.
func (l *Log) lines(month string, end int64, each func(line []byte, begin int64) bool) error {
	file, err := os.Open(l.path(month))
	if err != nil {
		return err
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if end < 0 || end > size {
		end = size
	}
	const block = 64 << 10
	var rest []byte // of a line whose begin is not read yet
	for at := end; at > 0; {
		length := min(block, at)
		at -= length
		text := make([]byte, length, int(length)+len(rest))
		if _, err := file.ReadAt(text, at); err != nil {
			return err
		}
		text = append(text, rest...)
		for {
			cut := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n')
			if cut < 0 {
				break
			}
			line := bytes.TrimSuffix(text[cut+1:], []byte("\n"))
			if len(line) > 0 && !each(line, at+int64(cut)+1) {
				return nil
			}
			text = text[:cut+1]
		}
		rest = text
	}
	if line := bytes.TrimSuffix(rest, []byte("\n")); len(line) > 0 {
		each(line, 0)
	}
	return nil
}

// position is the end of a page.
type position struct {
	month  string
	offset int64
}

func (p position) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(p.month + " " + strconv.FormatInt(p.offset, 10)))
}

func parseCursor(cursor string) (position, error) {
	if cursor == "" {
		return position{}, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	month, number, found := strings.Cut(string(text), " ")
	offset, parseErr := strconv.ParseInt(number, 10, 64)
	if _, monthErr := time.Parse(monthForm, month); err != nil || !found || parseErr != nil || monthErr != nil || offset < 0 {
		return position{}, ErrCursor
	}
	return position{month, offset}, nil
}
