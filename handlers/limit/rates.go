package limit

import (
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
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
	r.mutex.Lock()
	defer r.mutex.Unlock()
	key, now := network(address), r.now()
	left = r.hourly
	if known, found := r.left.Get(key); found {
		left = min(r.hourly, known.amount+r.hourly*max(0, now.Sub(known.at).Hours()))
	}
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
