package people

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"widerow/model"
	"widerow/model/internal/secret"
)

// Limits of a password. The upper one bounds the work of a request.
const (
	MinPassword = 8     // characters
	MaxPassword = 1_000 // bytes
)

// cost is the cost of one hash of a password: the second choice of the OWASP cheat sheet "Password
// Storage", 19 MiB for two passes of one thread.
type cost struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

var current = cost{memory: 19 * 1024, passes: 2, lanes: 1}

const (
	saltBytes = 16
	keyBytes  = 32
)

var errPHC = errors.New("not a password hash of argon2id")

// CheckPassword returns a *model.Rejected if a password is too weak for an account.
func CheckPassword(account *Account, password string) error {
	switch {
	case utf8.RuneCountInString(password) < MinPassword:
		return model.Reject("The password is too short: use at least %d characters.", MinPassword)
	case len(password) > MaxPassword:
		return model.Reject("The password is too long: use at most %d bytes.", MaxPassword)
	case strings.EqualFold(password, account.Name) || strings.EqualFold(password, account.Shown):
		return model.Reject("The password is the name: choose another one.")
	}
	return nil
}

// HashPassword returns the PHC form of a password: "$argon2id$v=19$m=…,t=…,p=…$salt$key".
func HashPassword(password string) string {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return phc(current, salt, key(password, salt, current, keyBytes))
}

func phc(c cost, salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

// key derives the key of a password. Two spellings of one text in Unicode are one
// password.
func key(password string, salt []byte, c cost, length uint32) []byte {
	return argon2.IDKey([]byte(norm.NFC.String(password)), salt, c.passes, c.memory, c.lanes, length)
}

// unknown is the hash that is compared when there is no account or no password, so
// that the time of an answer does not show which names exist.
var unknown = sync.OnceValue(func() string { return HashPassword(rand.Text()) })

// SignIn returns the account whose name and password these are. It takes the same
// time for a name that nobody has. stale reports that the hash is older than the
// present costs: the caller stores a new one.
func (d *Directory) SignIn(name, password string) (id model.ID, account *Account, stale bool) {
	id, account = d.Find(name)
	hash := unknown()
	usable := account != nil && !account.Disabled && account.Password != ""
	if usable {
		hash = account.Password
	}
	right, stale := samePassword(hash, password)
	if !usable || !right {
		return "", nil, false
	}
	return id, account, stale
}

func samePassword(hash, password string) (same, stale bool) {
	c, salt, want, err := parsePHC(hash)
	if err != nil || len(password) > MaxPassword {
		return false, false
	}
	got := key(password, salt, c, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, c != current
}

// parsePHC reads a hash. Costs that would stop the server are refused.
func parsePHC(hash string) (c cost, salt, key []byte, err error) {
	fields := strings.Split(hash, "$")
	var version int
	if len(fields) != 6 || fields[0] != "" || fields[1] != "argon2id" {
		return c, nil, nil, errPHC
	}
	if _, err := fmt.Sscanf(fields[2], "v=%d", &version); err != nil || version != argon2.Version {
		return c, nil, nil, errPHC
	}
	if _, err := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.lanes); err != nil {
		return c, nil, nil, errPHC
	}
	if c.memory > 1<<20 || c.passes < 1 || c.passes > 32 || c.lanes < 1 || c.lanes > 32 {
		return c, nil, nil, errPHC
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(fields[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(fields[5])
	if saltErr != nil || keyErr != nil || len(salt) < 8 || len(salt) > 64 || len(key) < 16 || len(key) > 64 {
		return c, nil, nil, errPHC
	}
	return c, salt, key, nil
}

// Reset is a link by which a person chooses a password, once.
type Reset struct {
	Hash  string    `json:"hash"` // of the secret in the link, see secret.Hash
	Until time.Time `json:"until"`
}

// NewReset returns the secret of a link that works once, until a time, and what the
// account stores of it.
func NewReset(until time.Time) (text string, reset *Reset) {
	text = secret.New()
	return text, &Reset{Hash: secret.Hash(text), Until: moment(until)}
}

// FindReset returns the account that a link belongs to, or nil if it was used, has
// ended or never was one.
func (d *Directory) FindReset(text string, now time.Time) (model.ID, *Account) {
	hash := secret.Hash(text)
	for id, account := range d.Accounts {
		if account.Reset != nil && account.Reset.Hash == hash && now.Before(account.Reset.Until) && !account.Disabled {
			return id, account
		}
	}
	return "", nil
}
