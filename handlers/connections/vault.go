package connections

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"widerow/model"
)

// Secrets are the parts of a connection that nobody is shown again.
type Secrets struct {
	Password string `json:"password,omitempty"`
	Key      string `json:"key,omitempty"` // of the client's certificate, PEM
	// Bundle is the secure connect bundle of Astra DB, as Base64; the others sign in to Amazon Keyspaces.
	Bundle       string `json:"bundle,omitempty"`
	KeyID        string `json:"key_id,omitempty"`
	SecretKey    string `json:"secret_key,omitempty"`
	SessionToken string `json:"session_token,omitempty"`
}

// orElse returns the secrets with those of others where they have none. The keys of AWS belong together.
func (s Secrets) orElse(others Secrets) Secrets {
	s.Password, s.Key, s.Bundle = cmp.Or(s.Password, others.Password), cmp.Or(s.Key, others.Key), cmp.Or(s.Bundle, others.Bundle)
	if s.KeyID == "" && s.SecretKey == "" && s.SessionToken == "" {
		s.KeyID, s.SecretKey, s.SessionToken = others.KeyID, others.SecretKey, others.SessionToken
	}
	return s
}

// Vault seals the secrets of connections with the key of the secret file. Without one it seals
// nothing: secrets then last for a session.
type Vault struct{ key []byte }

// secretMark begins the secret file, so that no other file is taken for one.
const secretMark = "widerow-secret-1:"

// OpenVault reads the secret file, and makes it if there is none.
func OpenVault(file string) (*Vault, error) {
	if file == "" {
		return &Vault{}, nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return makeVault(file)
	}
	if err != nil {
		return nil, fmt.Errorf("read the secret file: %w", err)
	}
	encoded, marked := strings.CutPrefix(strings.TrimSpace(string(text)), secretMark)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !marked || err != nil || len(key) != chacha20poly1305.KeySize {
		return nil, fmt.Errorf("%s is no secret file of Widerow: name another file, which is made if it does not exist", file)
	}
	return &Vault{key}, nil
}

func makeVault(file string) (*Vault, error) {
	key := make([]byte, chacha20poly1305.KeySize)
	_, _ = rand.Read(key) // never fails
	text := secretMark + base64.StdEncoding.EncodeToString(key) + "\n"
	created, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = created.WriteString(text)
		err = errors.Join(err, created.Sync(), created.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("make the secret file: %w", err)
	}
	return &Vault{key}, nil
}

// Seals reports whether the vault can seal.
func (v *Vault) Seals() bool { return len(v.key) > 0 }

// Mark returns a text that two vaults of one key have in common, and that tells nothing else of the key;
// "" if the vault has none.
func (v *Vault) Mark() string {
	if !v.Seals() {
		return ""
	}
	sum := sha256.Sum256(append([]byte("mark of a secret file:"), v.key...))
	return "the key with the mark " + hex.EncodeToString(sum[:4])
}

// Seal encrypts the secrets of a connection, which no other connection can open.
func (v *Vault) Seal(id model.ID, secrets Secrets) (string, error) {
	cipher, err := chacha20poly1305.NewX(v.key)
	if err != nil {
		return "", fmt.Errorf("seal secrets: %w", err)
	}
	text, err := json.Marshal(secrets)
	if err != nil {
		return "", fmt.Errorf("seal secrets: %w", err)
	}
	nonce := make([]byte, chacha20poly1305.NonceSizeX)
	_, _ = rand.Read(nonce) // never fails
	return base64.StdEncoding.EncodeToString(cipher.Seal(nonce, nonce, text, []byte(id))), nil
}

// errLocked reports secrets that were sealed with another secret file.
var errLocked = errors.New("the secrets were sealed with another secret file")

// Open decrypts the secrets of a connection.
func (v *Vault) Open(id model.ID, sealed string) (Secrets, error) {
	var secrets Secrets
	text, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil || len(text) < chacha20poly1305.NonceSizeX || !v.Seals() {
		return secrets, errLocked
	}
	cipher, err := chacha20poly1305.NewX(v.key)
	if err != nil {
		return secrets, fmt.Errorf("open secrets: %w", err)
	}
	nonce, rest := text[:chacha20poly1305.NonceSizeX], text[chacha20poly1305.NonceSizeX:]
	opened, err := cipher.Open(nil, nonce, rest, []byte(id))
	if err != nil {
		return secrets, errLocked
	}
	return secrets, json.Unmarshal(opened, &secrets)
}

// pocket keeps the secrets that people gave for a session, by person and connection.
type pocket struct {
	mutex sync.Mutex
	kept  map[pocketKey]pocketed
	now   func() time.Time
}

type pocketKey struct {
	person     string
	connection model.ID
}

type pocketed struct {
	secrets Secrets
	until   time.Time
}

// Limits of a pocket.
const (
	pocketTime = 12 * time.Hour // since the secrets were given
	pocketMost = 10_000
)

func newPocket(now func() time.Time) *pocket {
	return &pocket{kept: map[pocketKey]pocketed{}, now: now}
}

func (p *pocket) put(person string, connection model.ID, secrets Secrets) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := p.now()
	for key, kept := range p.kept {
		if now.After(kept.until) || len(p.kept) >= pocketMost {
			delete(p.kept, key)
		}
	}
	p.kept[pocketKey{person, connection}] = pocketed{secrets, now.Add(pocketTime)}
}

func (p *pocket) get(person string, connection model.ID) (Secrets, bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	kept, found := p.kept[pocketKey{person, connection}]
	if !found || p.now().After(kept.until) {
		return Secrets{}, false
	}
	return kept.secrets, true
}

// forget drops the secrets of a connection for all people: it has changed, or is gone.
func (p *pocket) forget(connection model.ID) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for key := range p.kept {
		if key.connection == connection {
			delete(p.kept, key)
		}
	}
}
