package people

import (
	"fmt"

	"widerow/model/internal/companion"
)

// format is the only format so far. A newer one is rejected.
const format = "people/1"

var form = companion.Form{Formats: []string{format}, TooLarge: "the accounts have", Other: "not accounts that this program reads"}

// Decode reads the saved form. Unknown fields are kept and written back by Encode.
func Decode(text []byte) (*Directory, error) {
	saved, err := companion.Decode[Directory](form, text)
	if err != nil {
		return nil, err
	}
	d := saved.Content
	d.unknown = saved.Unknown
	return d, d.check()
}

// Encode returns the saved form: the same bytes for the same content.
func (d *Directory) Encode() []byte { return companion.Encode(format, d, d.unknown) }

// check rejects a directory that the changes of this package would not have made.
func (d *Directory) check() error {
	for id, account := range d.Accounts {
		if account.Name == "" {
			return fmt.Errorf("account %s has no name", id)
		}
		if account.Password != "" {
			if _, _, _, err := parsePHC(account.Password); err != nil {
				return fmt.Errorf("account %s: %w", id, err)
			}
		}
	}
	for id, token := range d.Tokens {
		if d.Accounts[token.Account] == nil || len(token.Hash) != 64 {
			return fmt.Errorf("token %s belongs to no account or has no hash", id)
		}
	}
	for id, hook := range d.Hooks {
		if hook.URL == "" || hook.Secret == "" {
			return fmt.Errorf("webhook %s has no address or no key", id)
		}
	}
	return nil
}
