package cluster

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// AWS signs in to Amazon Keyspaces by Signature Version 4: the secret key never leaves.
type AWS struct {
	Region, KeyID, Secret string
	// SessionToken belongs to temporary credentials; else it is "".
	SessionToken string
}

// sigV4 implements gocql.Authenticator.
type sigV4 struct {
	AWS
	now func() time.Time
}

// Challenge begins with the name of the mechanism, and then signs the server's nonce.
func (s sigV4) Challenge(request []byte) ([]byte, gocql.Authenticator, error) {
	at := bytes.Index(request, []byte("nonce="))
	if at < 0 {
		return []byte("SigV4\x00\x00"), s, nil
	}
	nonce, _, _ := bytes.Cut(request[at+len("nonce="):], []byte(","))
	return []byte(s.response(nonce, s.now().UTC())), s, nil
}

// Success has nothing to check.
func (sigV4) Success([]byte) error { return nil }

const (
	sigV4Algorithm = "AWS4-HMAC-SHA256"
	sigV4Service   = "cassandra"
	sigV4Moment    = "2006-01-02T15:04:05.000Z"
)

// response returns the answer to a nonce.
func (s sigV4) response(nonce []byte, now time.Time) string {
	moment := now.Format(sigV4Moment)
	scope := strings.Join([]string{now.Format("20060102"), s.Region, sigV4Service, "aws4_request"}, "/")
	request := strings.Join([]string{
		"PUT", "/authenticate",
		fmt.Sprintf("X-Amz-Algorithm=%s&X-Amz-Credential=%s%%2F%s&X-Amz-Date=%s&X-Amz-Expires=900", sigV4Algorithm, s.KeyID,
			url.QueryEscape(scope), url.QueryEscape(moment)),
		"host:" + sigV4Service, "", "host", hashed(nonce),
	}, "\n")
	toSign := strings.Join([]string{sigV4Algorithm, moment, scope, hashed([]byte(request))}, "\n")
	signature := hex.EncodeToString(signed(signingKey(s.Secret, now, s.Region, sigV4Service), toSign))
	response := fmt.Sprintf("signature=%s,access_key=%s,amzdate=%s", signature, s.KeyID, moment)
	if s.SessionToken != "" {
		response += ",session_token=" + s.SessionToken
	}
	return response
}

func hashed(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// signingKey derives the key of a day, a region and a service from the secret.
func signingKey(secret string, day time.Time, region, service string) []byte {
	key := []byte("AWS4" + secret)
	for _, part := range []string{day.Format("20060102"), region, service, "aws4_request"} {
		key = signed(key, part)
	}
	return key
}

func signed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}
