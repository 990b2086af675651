package cluster

import (
	"encoding/hex"
	"testing"
	"time"
)

// AWS published the vectors: the key of its guide to Signature Version 4, and the
// answers in the tests of its plugins for Cassandra's drivers.
func TestSigV4(t *testing.T) {
	day := time.Date(2015, 8, 30, 0, 0, 0, 0, time.UTC)
	if key := hex.EncodeToString(signingKey("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", day, "us-east-1", "iam")); key != "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9" {
		t.Errorf("signing key %s", key)
	}
	s := sigV4{AWS{"us-west-2", "UserID-1", "UserSecretKey-1", ""}, func() time.Time { return time.Date(2020, 6, 9, 22, 41, 51, 0, time.UTC) }}
	want := "signature=7f3691c18a81b8ce7457699effbfae5b09b4e0714ab38c1292dbdf082c9ddd87,access_key=UserID-1,amzdate=2020-06-09T22:41:51.000Z"
	first, again, err := s.Challenge([]byte("software.aws.mcs.auth.SigV4Authenticator"))
	if string(first) != "SigV4\x00\x00" || err != nil {
		t.Errorf("first answer %q, %v", first, err)
	}
	if answer, _, err := again.Challenge([]byte("nonce=91703fdc2ef562e19fbdab0f58e42fe5,")); string(answer) != want || err != nil {
		t.Errorf("answer %q, %v\nwant   %q", answer, err, want)
	}
	s.SessionToken = "sess-token-1"
	if answer, _, _ := s.Challenge([]byte("nonce=91703fdc2ef562e19fbdab0f58e42fe5")); string(answer) != want+",session_token=sess-token-1" {
		t.Errorf("with a session token: %q", answer)
	}
}
