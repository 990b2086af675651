package limit

import "slices"

// Client is who sent a request. A visitor is a cookie, of which a program can
// have as many as it likes; an address costs more.
type Client struct{ Address, Visitor string }

// rounds holds what waits, by address and visitor. Turns go round the
// addresses, and in each round of one round its visitors: an address with many
// visitors delays another by one turn at a time.
type rounds[T comparable] struct {
	addresses []*addressLine[T] // the first has the next turn; none is empty
	waiting   int
}

type addressLine[T comparable] struct {
	address  string
	visitors []*visitorLine[T] // as in rounds
	waiting  int
}

type visitorLine[T comparable] struct {
	visitor string
	items   []T
}

func (r *rounds[T]) line(address string) (at int, line *addressLine[T]) {
	address = network(address)
	at = slices.IndexFunc(r.addresses, func(l *addressLine[T]) bool { return l.address == address })
	if at < 0 {
		return at, &addressLine[T]{address: address}
	}
	return at, r.addresses[at]
}

func (l *addressLine[T]) line(visitor string) (at int, line *visitorLine[T]) {
	at = slices.IndexFunc(l.visitors, func(v *visitorLine[T]) bool { return v.visitor == visitor })
	if at < 0 {
		return at, &visitorLine[T]{visitor: visitor}
	}
	return at, l.visitors[at]
}

// count returns the waiting work of a client's address, and of the client itself.
func (r *rounds[T]) count(client Client) (address, visitor int) {
	_, line := r.line(client.Address)
	_, own := line.line(client.Visitor)
	return line.waiting, len(own.items)
}

// add puts an item at the end of its client's line.
func (r *rounds[T]) add(client Client, item T) {
	at, line := r.line(client.Address)
	if at < 0 {
		r.addresses = append(r.addresses, line)
	}
	at, visitor := line.line(client.Visitor)
	if at < 0 {
		line.visitors = append(line.visitors, visitor)
	}
	visitor.items = append(visitor.items, item)
	line.waiting++
	r.waiting++
}

// next returns the item that has the next turn, if one waits.
func (r *rounds[T]) next() T { return r.addresses[0].visitors[0].items[0] }

// take removes the item that has the next turn. Its address, and in it its
// visitor, go to the end of their rounds.
func (r *rounds[T]) take() T {
	line := r.addresses[0]
	visitor := line.visitors[0]
	item := visitor.items[0]
	r.addresses, line.visitors, visitor.items = r.addresses[1:], line.visitors[1:], visitor.items[1:]
	if len(visitor.items) > 0 {
		line.visitors = append(line.visitors, visitor)
	}
	if len(line.visitors) > 0 {
		r.addresses = append(r.addresses, line)
	}
	line.waiting--
	r.waiting--
	return item
}

// remove takes an item out. It returns false if it does not wait.
func (r *rounds[T]) remove(client Client, item T) bool {
	lineAt, line := r.line(client.Address)
	visitorAt, visitor := line.line(client.Visitor)
	at := slices.Index(visitor.items, item)
	if at < 0 {
		return false
	}
	if visitor.items = slices.Delete(visitor.items, at, at+1); len(visitor.items) == 0 {
		line.visitors = slices.Delete(line.visitors, visitorAt, visitorAt+1)
	}
	if len(line.visitors) == 0 {
		r.addresses = slices.Delete(r.addresses, lineAt, lineAt+1)
	}
	line.waiting--
	r.waiting--
	return true
}
