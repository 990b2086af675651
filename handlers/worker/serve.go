package worker

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"widerow/diagram/engine/process"
	"widerow/handlers/limit"
	"widerow/handlers/progress"
	"widerow/handlers/proxy"
)

// Serve is the main function of a child: it carries out the requests that arrive on
// stdin, until that ends. newApp makes the app, whose store and layout engine are the
// link.
func Serve(stdin io.Reader, stdout io.Writer, newApp func(*Link) (http.Handler, error)) error {
	server := process.NewParent(stdin, stdout)
	link := &Link{server: server, broke: func(err error) {
		fmt.Fprintln(os.Stderr, "worker: the server is gone:", err)
		os.Exit(1)
	}}
	app, err := newApp(link)
	if err != nil {
		return fmt.Errorf("start a worker: %w", err)
	}
	err = server.Serve(func(ctx context.Context, job []byte) ([]byte, error) {
		var request Request
		if err := decode(job, &request); err != nil {
			return nil, fmt.Errorf("read a request: %w", err)
		}
		answer, err := carryOut(progress.With(ctx, link.say), &request, app, server)
		if err != nil {
			return nil, err
		}
		return encode(answer)
	})
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	return nil
}

// lastWord is the time for an answer once the processor time of a request is used up.
const lastWord = 5 * time.Second

// carryOut lets the app carry out a request within its processor time. A request that
// goes on beyond it ends the process.
func carryOut(ctx context.Context, request *Request, app http.Handler, server *process.Parent) (*Answer, error) {
	if request.Processor > 0 {
		ctx = limit.Metered(ctx, request.Processor)
		answered := make(chan struct{})
		defer close(answered)
		go endLate(ctx, answered, server)
	}
	return request.answer(ctx, app)
}

// endLate ends the process if a request goes on after it has used up its time.
func endLate(ctx context.Context, answered <-chan struct{}, server *process.Parent) {
	limited, cancel := limit.Within(ctx)
	defer cancel()
	select {
	case <-answered:
		return
	case <-limited.Done():
	}
	select {
	case <-answered:
	case <-time.After(lastWord):
		_ = server.Fail(limit.ErrCostly)
		os.Exit(1)
	}
}

// answer lets the app carry out the request.
func (r *Request) answer(ctx context.Context, app http.Handler) (*Answer, error) {
	address, err := url.ParseRequestURI(r.URI)
	if err != nil {
		return nil, fmt.Errorf("address of a request: %w", err)
	}
	request := &http.Request{
		Method: r.Method, URL: address, RequestURI: r.URI, Host: r.Host, RemoteAddr: r.RemoteAddr, Header: r.Header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Body: io.NopCloser(bytes.NewReader(r.Body)), ContentLength: int64(len(r.Body)),
	}
	if request.Header == nil {
		request.Header = http.Header{}
	}
	kept := &recorder{header: http.Header{}}
	app.ServeHTTP(kept, proxy.With(request.WithContext(ctx), r.Connection))
	return &Answer{Status: kept.status, Header: kept.header, Body: kept.body.Bytes()}, nil
}

// recorder is a ResponseWriter that keeps the response.
type recorder struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(part []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(part)
}
