package webhooks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"widerow/model"
	"widerow/model/people"
)

// maxCalls bounds the webhooks that are called at the same time. Each has one call at a time.
const maxCalls = 8

// idle is the time that Run waits if no delivery is due earlier.
const idle = time.Hour

// start begins the calls that are due, and returns the time until the next one is due.
func (s *Sender) start(ctx context.Context, calls *sync.WaitGroup) time.Duration {
	if s.config.Paused != nil && s.config.Paused() {
		return idle
	}
	directory, now, next := s.config.Directory(), time.Now(), idle
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.hurry(now)
	for _, delivery := range s.waiting() {
		hook := directory.Hooks[delivery.Hook]
		switch {
		case hook == nil: // removed meanwhile
			delete(s.deliveries, delivery.ID)
			s.log(s.config.Outbox.PutMessages(map[string][]byte{deliveryKey + delivery.ID: nil}))
		case delivery.Due.After(now):
			return min(next, delivery.Due.Sub(now))
		case !s.busy[delivery.Hook] && len(s.busy) < maxCalls:
			s.busy[delivery.Hook] = true
			calls.Go(func() { s.try(ctx, *delivery, *hook) })
		}
	}
	return next
}

// hurry brings forward deliveries whose time is further ahead than this server ever sets it. Another
// server's clock has set it, or this clock has gone back.
func (s *Sender) hurry(now time.Time) {
	for _, delivery := range s.waiting() {
		if latest := now.Add(delivery.longest()); delivery.Due.After(latest) {
			delivery.Due = latest
			s.log(s.put(delivery))
		}
	}
}

// waiting are the deliveries that wait, the first one due first.
func (s *Sender) waiting() (found []*Delivery) {
	for _, delivery := range s.deliveries {
		if delivery.State == Waiting {
			found = append(found, delivery)
		}
	}
	slices.SortFunc(found, func(a, b *Delivery) int {
		return cmp.Or(a.Due.Compare(b.Due), a.Made.Compare(b.Made), strings.Compare(a.ID, b.ID))
	})
	return found
}

// try calls a webhook and notes the result. A call that the end of the server has broken
// off does not count.
func (s *Sender) try(ctx context.Context, delivery Delivery, hook people.Hook) {
	status, problem := s.call(ctx, delivery, hook)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.busy, delivery.Hook)
	s.Wake()
	if ctx.Err() != nil && problem != "" || s.deliveries[delivery.ID] == nil { // or its webhook was removed
		return
	}
	delivery.ended(status, problem, time.Now())
	s.log(s.put(&delivery))
	s.log(s.config.Outbox.PutMessages(s.surplus(delivery.Hook)))
}

// surplus removes the oldest deliveries of a webhook that has too many.
func (s *Sender) surplus(hook model.ID) map[string][]byte {
	counts, gone := map[bool]int{}, map[string][]byte{}
	var mine []*Delivery
	for _, delivery := range s.deliveries {
		if delivery.Hook == hook {
			mine = append(mine, delivery)
		}
	}
	slices.SortFunc(mine, func(a, b *Delivery) int { return cmp.Or(b.Made.Compare(a.Made), strings.Compare(b.ID, a.ID)) })
	for _, delivery := range mine {
		waits := delivery.State == Waiting
		counts[waits]++
		if counts[waits] > map[bool]int{true: maxWaiting, false: maxDone}[waits] {
			gone[deliveryKey+delivery.ID] = nil
			delete(s.deliveries, delivery.ID)
		}
	}
	return gone
}

// call sends a delivery. problem is "" if the other server has taken it.
func (s *Sender) call(ctx context.Context, delivery Delivery, hook people.Hook) (status int, problem string) {
	if by := s.config.Directory().Accounts[hook.By]; by == nil || by.Disabled {
		return 0, "The account that made the webhook is disabled."
	}
	if problem := s.config.Allowed.Refuses(hook.URL); problem != "" {
		return 0, problem
	}
	body, err := message(delivery.Event, hook.Form)
	if err != nil {
		return 0, err.Error()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(body))
	if err != nil {
		return 0, "The address cannot be called."
	}
	sign(request, delivery, hook.Secret, body, time.Now())
	response, err := s.client.Do(request)
	if err != nil {
		return 0, failure(err)
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // what it says is nobody's concern
	switch {
	case response.StatusCode >= 200 && response.StatusCode < 300:
		return response.StatusCode, ""
	case response.StatusCode >= 300 && response.StatusCode < 400:
		return response.StatusCode, "The server leads elsewhere, which is not followed: use the address that it leads to."
	}
	return response.StatusCode, "The server did not take it."
}

// sign adds the headers of a delivery. The signature is over the time, a dot and the body,
// so that neither can be changed and an old call cannot be sent again later.
func sign(request *http.Request, delivery Delivery, secret string, body []byte, now time.Time) {
	stamp := strconv.FormatInt(now.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.%s", stamp, body)
	header := request.Header
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "Widerow-Webhook")
	header.Set("Widerow-Event", string(delivery.Event.Event))
	header.Set("Widerow-Delivery", delivery.ID)
	header.Set("Widerow-Timestamp", stamp)
	header.Set("Widerow-Signature", "sha256="+hex.EncodeToString(mac.Sum(nil)))
}

// failure describes why there was no answer, without details of the network that only insiders may
// know.
func failure(err error) string {
	var lookup *net.DNSError
	var late net.Error
	switch {
	case errors.Is(err, errPrivate):
		return "The address is in a private network, which the operator of this server does not allow."
	case errors.As(err, &lookup):
		return "The name of the server is not known."
	case errors.As(err, &late) && late.Timeout():
		return "The server did not answer in time."
	case strings.Contains(err.Error(), "tls:"), strings.Contains(err.Error(), "x509:"):
		return "The certificate of the server does not hold, or it does not speak TLS."
	}
	return "There was no connection to the server."
}
