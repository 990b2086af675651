package limit

import (
	"net/netip"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// addresses is how many addresses Rates remembers: those that asked last.
const addresses = 10_000

// Rates bounds what one address may ask for. What it may take in an hour fills
// up again evenly.
type Rates struct {
	hourly float64
	now    func() time.Time

	mutex sync.Mutex
	left  *simplelru.LRU[string, allowance]
}

// allowance is what an address had left at a time.
type allowance struct {
	amount float64
	at     time.Time
}

// NewRates allows each address so much an hour; 0 is no limit.
func NewRates(hourly float64, now func() time.Time) *Rates {
	left, err := simplelru.NewLRU[string, allowance](addresses, nil)
	if err != nil {
		panic(err) // only for a count below 1
	}
	return &Rates{hourly: hourly, now: now, left: left}
}

// Take takes an amount from the allowance of an address. If too little is left
// it takes nothing and returns how long to wait. More than a whole hour's
// allowance may be taken at once when all of it is there.
func (r *Rates) Take(address string, amount float64) (wait time.Duration) {
	if r.hourly <= 0 {
		return 0
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	key, now := network(address), r.now()
	left := r.hourly
	if known, found := r.left.Get(key); found {
		left = min(r.hourly, known.amount+r.hourly*max(0, now.Sub(known.at).Hours()))
	}
	if missing := min(amount, r.hourly) - left; missing > 0 {
		return time.Duration(missing / r.hourly * float64(time.Hour))
	}
	r.left.Add(key, allowance{left - amount, now})
	return 0
}

// network returns an address of IPv4, or the first half of one of IPv6: a client
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
