package shared

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// Member describes a server to the others of its store, with the settings in which all must agree.
type Member struct {
	Name     string            `json:"name"`
	Version  string            `json:"version"`
	Settings map[string]string `json:"settings"` // by flag; secrets as marks of them
}

// Difference is a setting that another server has otherwise.
type Difference struct{ Server, Setting, Here, There string }

func (d Difference) String() string {
	return fmt.Sprintf("%s is %s here and %s at %s", d.Setting, shown(d.Here), shown(d.There), d.Server)
}

func shown(value string) string { return cmp.Or(value, "not set") }

// Roster knows the servers of a store, and warns when two of them run with different settings.
type Roster struct {
	self Member
	log  *slog.Logger

	mutex  sync.Mutex
	others map[string]Member
	warned map[Difference]bool
}

// Join tells the other servers about this one, and hears of them.
func (p *Peers) Join(self Member) *Roster {
	r := &Roster{self: self, log: p.log, others: map[string]Member{}, warned: map[Difference]bool{}}
	p.Add(&Topic{Name: "servers", Text: func() []byte { return encode(r.self) }, Heard: r.hear, Gone: r.gone})
	return r
}

func (r *Roster) hear(server string, text []byte) {
	var member Member
	if json.Unmarshal(text, &member) != nil {
		return // of a newer version of the program
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.others[server] = member
	for _, one := range r.self.differences(member) {
		if !r.warned[one] {
			r.warned[one] = true
			r.log.Warn("two servers of this store run with different settings: give all servers the same",
				"setting", one.Setting, "here", shown(one.Here), "there", shown(one.There), "server", one.Server)
		}
	}
}

func (r *Roster) gone(server string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.others, server)
}

// differences compares the settings that both servers know: another version may have others.
func (m Member) differences(other Member) (all []Difference) {
	for _, name := range slices.Sorted(maps.Keys(m.Settings)) {
		if there, known := other.Settings[name]; known && there != m.Settings[name] {
			all = append(all, Difference{other.Name, name, m.Settings[name], there})
		}
	}
	return all
}

// Members returns all servers, this one first. A nil Roster has none: the server is alone.
func (r *Roster) Members() []Member {
	if r == nil {
		return nil
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	others := slices.SortedFunc(maps.Values(r.others), func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return append([]Member{r.self}, others...)
}

// Differences returns how the settings of the other servers differ from those of this one.
func (r *Roster) Differences() (all []Difference) {
	members := r.Members()
	for _, other := range members[min(1, len(members)):] {
		all = append(all, r.self.differences(other)...)
	}
	return all
}
