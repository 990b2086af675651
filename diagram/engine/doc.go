// Package engine lays out graphs with Graphviz, which runs in child processes
// so that a bad graph breaks a worker and not the server.
//
// Start with Engine in engine.go, which caches the last layouts (cache.go).
// Pool in pool.go turns layouts into jobs of package process, whose children run
// WorkerMain in worker.go. Package graphviz runs dot.
package engine
