// Package worker carries out large requests in child processes of the server.
//
// A child runs the whole app on one request at a time, with a lower priority and a
// heap of its own. So neither the processors nor the garbage collection of a large
// request delay other requests, and one that takes too much memory or never ends
// takes a child with it and not the server. The child has no data: what it reads,
// saves and lays out it asks of the server (Services).
//
// Read Pool first, which is the server's side, then Serve, the child's.
package worker
