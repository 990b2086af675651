package operate

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"widerow/cli/verb"
	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/cassandra"
	"widerow/store/cluster"
)

// Store makes, checks and copies stores.
type Store struct {
	Init  storeInit  `cmd:"" help:"Create the keyspace and the tables of a store in Cassandra."`
	Check storeCheck `cmd:"" help:"Report whether a store can be used, and what is wrong."`
	Copy  storeCopy  `cmd:"" help:"Copy all models from one store to another, empty one."`
}

// storeInit creates a store in a cluster.
type storeInit struct {
	Replication string `help:"Replicas in each datacenter, such as 3, or for each datacenter as JSON." default:"3" placeholder:"N|JSON"`
	Print       bool   `help:"Print the CQL, and create nothing."`
	Address     string `arg:"" help:"Address of the store: cassandra://[USER@]HOST[,HOST2]/KEYSPACE[?dc=NAME&tls=on]." placeholder:"ADDRESS"`
}

func (i *storeInit) Run(console *verb.Console) error {
	address, err := clusterAddress(i.Address)
	if err != nil {
		return err
	}
	replication := cassandra.Replication(i.Replication)
	if i.Print {
		script, err := cassandra.Script(console, address, replication)
		if err != nil {
			return explainStore(err)
		}
		return console.Write([]byte(script))
	}
	err = cassandra.Init(console, address, replication, cassandra.Options{Options: StoreOptions}, func(step string) {
		fmt.Fprintln(console.Stdout, step)
	})
	if err != nil {
		return explainStore(err)
	}
	return console.Write(fmt.Appendf(nil, "%s is ready: widerow serve --store '%s'\n", address, address))
}

// storeCheck opens a store.
type storeCheck struct {
	Address string `arg:"" help:"Address of the store: cassandra://… or bolt:FILE." placeholder:"ADDRESS"`
}

func (c *storeCheck) Run(console *verb.Console) error {
	if file, isFile := strings.CutPrefix(c.Address, boltScheme); isFile {
		report, err := bolt.Check(console, file, StoreOptions)
		if err != nil {
			return err
		}
		return reportDamage(console, file, report.Counts(), report.Damage)
	}
	opened, err := openCluster(console, c.Address, ".", nil)
	if err != nil {
		return err
	}
	defer opened.Close()
	if err := opened.Ping(console); err != nil {
		return explainStore(err)
	}
	text, err := opened.Describe(console)
	if err != nil {
		return explainStore(err)
	}
	return console.Write(fmt.Appendf(nil, "%s can be read and written: %s\nwiderow verify --store '%s' checks every model\n", c.Address, text, c.Address))
}

// storeCopy copies all models.
type storeCopy struct {
	From string `arg:"" help:"Store with the models: cassandra://… or bolt:FILE." placeholder:"FROM"`
	To   string `arg:"" help:"Store without models, or one to which an earlier copy was interrupted." placeholder:"TO"`
}

func (c *storeCopy) Run(console *verb.Console) error {
	from, err := openForCopy(console, c.From, true)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openForCopy(console, c.To, false)
	if err != nil {
		return err
	}
	copied, err := store.Copy(console, from, to, func(id store.ModelID, revisions int) {
		fmt.Fprintf(console.Stderr, "%s: %s\n", id, store.Count(revisions, "revision"))
	})
	if err = errors.Join(err, to.Close()); err != nil {
		return fmt.Errorf("copy %s to %s: %w", c.From, c.To, err)
	}
	return console.Write(fmt.Appendf(nil, "%s: %s\n", c.To, copiedText(copied)))
}

// copiedText describes what was copied.
func copiedText(copied store.Copied) string {
	text := fmt.Sprintf("%s in %s, %s copied, all hashes are the same", store.Count(copied.Models, "model"),
		store.Count(copied.Chains+copied.Before, "history"), store.Count(copied.Revisions, "revision"))
	text = strings.Replace(text, "historys", "histories", 1)
	if copied.Before > 0 {
		text += fmt.Sprintf(" (%d were there from before)", copied.Before)
	}
	return text
}

// openForCopy opens a store by its address. A file to copy from must exist.
func openForCopy(console *verb.Console, address string, exists bool) (keeper, error) {
	log := logger("text", "warn", console.Stderr)
	if strings.HasPrefix(address, cluster.Scheme) {
		return openCluster(console, address, ".", log)
	}
	file, isFile := strings.CutPrefix(address, boltScheme)
	if !isFile || file == "" {
		return nil, fmt.Errorf("%q is no store: want cassandra://HOST/KEYSPACE or bolt:FILE", address)
	}
	if _, err := os.Stat(file); exists && err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return bolt.Open(file, bolt.Options{Options: StoreOptions, LockTimeout: LockTimeout, Log: log})
}
