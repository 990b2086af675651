// Package operator serves the admin address: a page with the state of the data
// file, its backup and its check. It passes requests of monitoring systems to the
// app. Start with Site.
package operator

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"widerow/assets"
	"widerow/handlers/proxy"
	"widerow/store"
	"widerow/store/shared"
	"widerow/web"
)

// Keeper is a store with a data file, which an operator backs up and checks.
type Keeper interface {
	store.Store
	Status() store.Status
	Backup(ctx context.Context, w io.Writer) (store.Backup, error)
	Scrub(ctx context.Context, rate int64) (store.Report, error)
}

// Site is the admin address. Everyone who can reach it can read all models, so
// users must not be able to.
type Site struct {
	Keeper   Keeper
	App      http.Handler // answers /metrics, /healthz, /readyz and the assets
	BasePath string       // of App
	Log      *slog.Logger
	Version  string
	Now      func() time.Time
	People   http.Handler   // carries out orders about accounts; nil: there are none
	Roster   *shared.Roster // the servers of the store; nil: this one is alone
}

// ChecksumTrailer is the trailer of a backup with its SHA-256 in hexadecimal. A
// backup without it is cut off.
const ChecksumTrailer = "X-Checksum-Sha256"

// Checked is the answer of POST /verify.
type Checked struct {
	Models, Revisions int
	Bytes             int64
	Damage            []string
	Repaired          bool // the file was rebuilt; the list says what was found before
}

// Handler returns the routes.
func (o *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", o.page)
	mux.HandleFunc("GET /backup", o.backup)
	mux.HandleFunc("POST /verify", o.verify)
	if o.People != nil {
		mux.Handle("POST /people", o.People)
	}
	for _, path := range []string{"/metrics", "/healthz", "/readyz", assets.Prefix} {
		mux.HandleFunc("GET "+path, o.pass)
	}
	return proxy.Proxies(nil).Handler(ownHost(http.NewCrossOriginProtection().Handler(mux)), "")
}

// ownHost rejects requests for other names than localhost and IP addresses: the
// page of another site can have its name resolve to this machine.
func ownHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if (proxy.Hosts{}).Unknown(r) != "" {
			http.Error(w, "The admin address is reached as localhost or by an IP address only.", http.StatusMisdirectedRequest)
			return
		}
		w.Header().Set("Content-Security-Policy", web.Policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// pass passes a request to the app.
func (o *Site) pass(w http.ResponseWriter, r *http.Request) {
	inner := r.Clone(context.WithValue(r.Context(), operatorKey{}, true))
	inner.Host = "localhost"
	inner.URL.Path = strings.TrimRight(o.BasePath, "/") + r.URL.Path
	o.App.ServeHTTP(w, inner)
}

type operatorKey struct{}

// Asks reports whether a request came over the admin address.
func Asks(r *http.Request) bool { return r.Context().Value(operatorKey{}) != nil }

// backupPause is the longest pause of a client that reads a backup. The
// backup keeps old pages from being used again.
const backupPause = time.Minute

func (o *Site) backup(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="widerow-`+o.Now().UTC().Format("20060102-150405")+`.db"`)
	w.Header().Set("Trailer", ChecksumTrailer)
	control := http.NewResponseController(w)
	control.SetWriteDeadline(time.Now().Add(backupPause))
	backup, err := o.Keeper.Backup(r.Context(), &extending{w, control})
	if err != nil {
		o.Log.Error("backup failed", "error", err)
		panic(http.ErrAbortHandler) // half an answer must not look whole
	}
	w.Header().Set(ChecksumTrailer, backup.SHA256.String())
	o.Log.Info("backup sent", "bytes", backup.Bytes, "sha256", backup.SHA256.String())
}

// extending extends the deadline of a response with each part that is written.
type extending struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (e *extending) Write(data []byte) (int, error) {
	n, err := e.ResponseWriter.Write(data)
	if err == nil {
		err = e.control.SetWriteDeadline(time.Now().Add(backupPause))
	}
	return n, err
}

func (o *Site) verify(w http.ResponseWriter, r *http.Request) {
	http.NewResponseController(w).SetWriteDeadline(time.Time{})
	before := o.Keeper.Status().Rebuilt
	report, err := o.Keeper.Scrub(r.Context(), 0)
	if err != nil {
		o.Log.Error("check failed", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	Log(o.Log, report)
	if wantsPage(r) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	answer := Checked{Models: report.Models, Revisions: report.Revisions, Bytes: report.Bytes,
		Damage: textsOf(report.Damage), Repaired: o.Keeper.Status().Rebuilt != before}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answer)
}

// Log logs the result of a check.
func Log(log *slog.Logger, report store.Report) {
	for _, damage := range report.Damage {
		log.Error("damage found", "damage", damage)
	}
	log.Info("all models checked", "models", report.Models, "revisions", report.Revisions, "bytes", report.Bytes,
		"damage", len(report.Damage), "took", report.Took.Round(10*time.Microsecond))
}

func textsOf(errs []error) []string {
	texts := make([]string, 0, len(errs))
	for _, err := range errs {
		texts = append(texts, err.Error())
	}
	return texts
}
