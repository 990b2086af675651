package limit

import (
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"widerow/store/shared"
)

// addresses is the number of addresses that Rates remembers, most recently used
// ones first.
const addresses = 10_000

// Rates bounds what one address may use. Its hourly allowance refills continuously.
type Rates struct {
	hourly float64
	now    func() time.Time

	mutex sync.Mutex
	left  *simplelru.LRU[string, allowance]
	tally *shared.Tally // nil: this server is alone
}

// Join applies the limit to all servers together. Each tells the others what it has allowed. Until
// they have heard of each other, they may allow more than the limit.
func (r *Rates) Join(peers *shared.Peers, name string) {
	r.tally = shared.NewTally(r.charge)
	r.tally.Join(peers, name)
}

// charge takes what another server has allowed from the allowance of a network.
func (r *Rates) charge(key string, amount float64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	now := r.now()
	r.left.Add(key, allowance{max(-r.hourly, r.leftOf(key, now)-amount), now})
}

// leftOf returns the remaining allowance of a network at a time. The caller holds the mutex.
func (r *Rates) leftOf(key string, now time.Time) float64 {
	if known, found := r.left.Get(key); found {
		return min(r.hourly, known.amount+r.hourly*max(0, now.Sub(known.at).Hours()))
	}
	return r.hourly
}

// allowance is the remaining allowance of an address at a time.
type allowance struct {
	amount float64
	at     time.Time
}

// NewRates allows each address that much per hour; 0 means no limit.
func NewRates(hourly float64, now func() time.Time) *Rates {
	left, err := simplelru.NewLRU[string, allowance](addresses, nil)
	if err != nil {
		panic(err) // only for a count below 1
	}
	return &Rates{hourly: hourly, now: now, left: left}
}

// Hourly is the limit of each address in an hour, 0 for none.
func (r *Rates) Hourly() float64 { return r.hourly }

// Take takes an amount from the allowance of an address. If too little is left, it takes nothing
// and returns the time to wait. More than the hourly allowance may be taken at once if the whole
// allowance is left.
func (r *Rates) Take(address string, amount float64) (wait time.Duration) {
	_, wait = r.Spend(address, amount)
	return wait
}

// Spend is like Take, and returns also what is left.
func (r *Rates) Spend(address string, amount float64) (left float64, wait time.Duration) {
	if r.hourly <= 0 {
		return 0, 0
	}
	key := network(address)
	if left, wait = r.spend(key, amount); wait == 0 {
		r.tally.Count(key, amount)
	}
	return left, wait
}

func (r *Rates) spend(key string, amount float64) (left float64, wait time.Duration) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	now := r.now()
	left = r.leftOf(key, now)
	if missing := min(amount, r.hourly) - left; missing > 0 {
		return left, time.Duration(missing / r.hourly * float64(time.Hour))
	}
	r.left.Add(key, allowance{left - amount, now})
	return max(0, left-amount), 0
}

// network returns an IPv4 address, or the first half of an IPv6 address: a client
// can choose the other half.
func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil || parsed.Unmap().Is4() {
		return address
	}
	half, err := parsed.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return half.String()
}
