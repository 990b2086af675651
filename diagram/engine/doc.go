// Package engine lays graphs out with Graphviz, which runs in child processes: a
// bad graph costs a worker, not the server. It is the one caller of go-graphviz.
//
// Start with Engine in engine.go, which remembers the last layouts (cache.go). Pool
// in pool.go starts and ends the workers, WorkerMain in worker.go is what they run.
package engine
