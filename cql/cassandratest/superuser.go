package cassandratest

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// ConnectAsSuperuser opens a connection with a server of a version that has users, roles and
// permissions, as its first user. The server of ConnectTo has none of them.
func ConnectAsSuperuser(t testing.TB, version string) *Connection {
	t.Helper()
	connection := dial(t, started(t, version+withUsers))
	if err := connection.authenticate(); err != nil {
		t.Fatalf("connect to Cassandra %s: %v", version, err)
	}
	return connection
}

// withUsers is the end of the version of an instance whose server has users.
const withUsers = " with users"

const (
	superuser = "cassandra" // its password, too

	opAuthenticate = 0x03
	opAuthResponse = 0x0F
	opAuthSuccess  = 0x10
)

// authenticate logs in, again while the server creates its first user.
func (c *Connection) authenticate() error {
	const pause, tries = 100 * time.Millisecond, 600
	answer, err := c.ask(opStartup, startup())
	if err != nil {
		return err
	}
	if answer != opAuthenticate {
		return errors.New("the server asks for no password")
	}
	token := "\x00" + superuser + "\x00" + superuser
	for range tries {
		answer, err = c.ask(opAuthResponse, longString(token))
		if answer == opAuthSuccess {
			return nil
		}
		time.Sleep(pause)
	}
	return fmt.Errorf("log in: answer %#x, %w", answer, err)
}
