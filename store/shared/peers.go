package shared

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	// beat is the interval between two signs of life of a server, and life the silence after which
	// it counts as gone.
	beat = 10 * time.Second
	life = 3 * beat
	// gathering is the time for which news of this server are gathered before they are told.
	gathering = 150 * time.Millisecond
	// listening is the interval in which a server listens while somebody waits for news.
	listening = 400 * time.Millisecond
	// patience bounds one exchange with the store.
	patience = 5 * time.Second
)

// Topic is a part of what servers tell each other. Its functions are called one at a time.
type Topic struct {
	Name string
	// Text returns what this server says, at most MaxWord bytes.
	Text func() []byte
	// Heard takes what another server says; it is called when that has changed.
	Heard func(server string, text []byte)
	// Gone is called when another server has ended or is silent.
	Gone func(server string)
	// Pause is the least time between two words, for what changes all the time.
	Pause time.Duration
	// Wanted reports that somebody waits for news: the servers are listened to without being asked.
	// nil: nobody ever does.
	Wanted func() bool
}

// Peers let a server speak with the other servers of its store, and listen to them.
type Peers struct {
	State State
	Self  string // this server
	log   *slog.Logger

	topics []*Topic
	news   chan struct{} // holds one signal: a topic has changed

	listening sync.Mutex
	listened  time.Time
	failed    bool // the store did not answer the last time
	known     map[place]uint64

	speaking sync.Mutex
	said     map[string]string    // by topic
	saidAt   map[string]time.Time // by topic
	number   uint64
}

// NewPeers returns the peers of a server. Topics are added before Run.
func NewPeers(state State, log *slog.Logger) *Peers {
	return &Peers{State: state, Self: rand.Text()[:12], log: log, news: make(chan struct{}, 1), known: map[place]uint64{},
		said: map[string]string{}, saidAt: map[string]time.Time{}}
}

// Add adds a topic.
func (p *Peers) Add(topic *Topic) { p.topics = append(p.topics, topic) }

// Changed notes that a topic of this server has changed. It never waits.
func (p *Peers) Changed() {
	select {
	case p.news <- struct{}{}:
	default:
	}
}

// Run speaks and listens until the context is done.
func (p *Peers) Run(ctx context.Context) {
	var both sync.WaitGroup
	both.Go(func() { p.speak(ctx) })
	both.Go(func() { p.listen(ctx) })
	both.Wait()
}

func (p *Peers) speak(ctx context.Context) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	p.say(ctx, true)
	for {
		select {
		case <-ctx.Done():
			p.leave(context.WithoutCancel(ctx))
			return
		case <-beats.C:
			p.say(ctx, true)
		case <-p.news:
			wait(ctx, gathering)
			p.say(ctx, false)
		}
	}
}

// say tells what has changed, or everything. What could not be told is told with the next beat.
func (p *Peers) say(ctx context.Context, everything bool) {
	p.speaking.Lock()
	defer p.speaking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, topic := range p.topics {
		if left := topic.Pause - time.Since(p.saidAt[topic.Name]); left > 0 && !everything {
			time.AfterFunc(left, p.Changed)
			continue
		}
		text := string(topic.Text())
		if before, known := p.said[topic.Name]; known && before == text && !everything {
			continue
		}
		p.number++
		delete(p.said, topic.Name) // until it is said
		if err := p.State.Say(ctx, Word{Server: p.Self, Topic: topic.Name, Text: []byte(text), Number: p.number, Life: life}); err != nil {
			if ctx.Err() == nil {
				p.log.Warn("the other servers are not told what happens here", "topic", topic.Name, "error", err)
			}
			continue
		}
		p.said[topic.Name], p.saidAt[topic.Name] = text, time.Now()
	}
}

// leave tells the others that this server ends.
func (p *Peers) leave(ctx context.Context) {
	p.speaking.Lock()
	defer p.speaking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, topic := range p.topics {
		p.number++
		_ = p.State.Say(ctx, Word{Server: p.Self, Topic: topic.Name, Number: p.number, Life: life}) // or it ends by itself
	}
}

// listen listens while somebody waits for news, and with each beat to learn of new servers.
func (p *Peers) listen(ctx context.Context) {
	_ = p.Listen(ctx, 0)
	for wait(ctx, listening) {
		age := beat
		if slices.ContainsFunc(p.topics, func(t *Topic) bool { return t.Wanted != nil && t.Wanted() }) {
			age = listening / 2
		}
		_ = p.Listen(ctx, age) // which logs why it does not hear
	}
}

// Listen takes over what the other servers say, unless that was done less than an age ago.
func (p *Peers) Listen(ctx context.Context, age time.Duration) error {
	if p == nil {
		return nil
	}
	p.listening.Lock()
	defer p.listening.Unlock()
	if time.Since(p.listened) < age {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	words, err := p.State.Words(ctx)
	p.listened = time.Now() // also if it failed: those who wait ask the store one after another
	if failed := err != nil; failed != p.failed && ctx.Err() == nil {
		p.failed = failed
		p.log.Warn("whether this server hears the others has changed", "hears", !failed, "error", err)
	}
	if err != nil {
		return err
	}
	p.take(words)
	return nil
}

func (p *Peers) take(words []Word) {
	there := map[place]bool{}
	for _, word := range words {
		at := place{word.Server, word.Topic}
		topic := p.topic(word.Topic)
		if word.Server == p.Self || topic == nil || len(word.Text) == 0 {
			continue
		}
		there[at] = true
		if number, known := p.known[at]; !known || word.Number > number {
			p.known[at] = word.Number
			topic.Heard(word.Server, word.Text)
		}
	}
	for at := range p.known {
		if !there[at] {
			delete(p.known, at)
			if topic := p.topic(at.topic); topic.Gone != nil {
				topic.Gone(at.server)
			}
		}
	}
}

func (p *Peers) topic(name string) *Topic {
	if at := slices.IndexFunc(p.topics, func(t *Topic) bool { return t.Name == name }); at >= 0 {
		return p.topics[at]
	}
	return nil // of a newer version of the program
}

// Others counts the other servers that were heard last.
func (p *Peers) Others() int {
	p.listening.Lock()
	defer p.listening.Unlock()
	servers := map[string]bool{}
	for at := range p.known {
		servers[at.server] = true
	}
	return len(servers)
}

// wait waits; it returns false if the context is done first.
func wait(ctx context.Context, length time.Duration) bool {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// encode returns the JSON of a text of a topic.
func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it has texts, numbers and times only
	}
	return text
}
