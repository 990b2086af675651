package cassandratest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

// settings is the cassandra.yaml of a small server: all addresses on loopback,
// little memory, and every language feature enabled, including those that 5.0
// disables by default.
var settings = template.Must(template.New("cassandra.yaml").Parse(`cluster_name: widerow
num_tokens: 1
auto_bootstrap: false
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: {{if .Datacenter}}GossipingPropertyFileSnitch{{else}}SimpleSnitch{{end}}
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{seeds: "{{.Seed}}{{if not .Before4}}:{{.Storage}}{{end}}"}]
listen_address: {{.Address}}
rpc_address: {{.Address}}
storage_port: {{.Storage}}
native_transport_port: {{.Native}}
commitlog_sync: periodic
{{if .Before5}}commitlog_sync_period_in_ms: 10000
commitlog_segment_size_in_mb: 4
commitlog_total_space_in_mb: 32
{{else}}commitlog_sync_period: 10000ms
commitlog_segment_size: 4MiB
commitlog_total_space: 32MiB
commitlog_disk_access_mode: legacy
{{end}}data_file_directories: ["{{.Folder}}/data"]
commitlog_directory: "{{.Folder}}/commitlog"
saved_caches_directory: "{{.Folder}}/saved_caches"
hints_directory: "{{.Folder}}/hints"
cdc_raw_directory: "{{.Folder}}/cdc"
{{if .Before5}}key_cache_size_in_mb: 0
counter_cache_size_in_mb: 0
file_cache_size_in_mb: 32
{{else}}memtable:
  configurations:
    skiplist: {class_name: SkipListMemtable}
    skiplist_sharded: {class_name: ShardedSkipListMemtable}
    trie: {class_name: TrieMemtable}
    default: {class_name: UnloggedMemtable}
memtable_heap_space: 64MiB
memtable_offheap_space: 64MiB
key_cache_size: 0MiB
counter_cache_size: 0MiB
file_cache_size: 32MiB
networking_cache_size: 16MiB
{{end}}concurrent_reads: 4
concurrent_writes: 4
concurrent_compactors: 1
native_transport_max_threads: 8
hinted_handoff_enabled: false
auto_snapshot: false
{{if .Before5}}enable_user_defined_functions: true
enable_materialized_views: true
{{if .Before4}}start_native_transport: true
start_rpc: false
{{else}}enable_sasi_indexes: true
enable_drop_compact_storage: true
{{end}}{{else}}materialized_views_enabled: true
sasi_indexes_enabled: true
user_defined_functions_enabled: true
dynamic_data_masking_enabled: true
drop_compact_storage_enabled: true
storage_compatibility_mode: CASSANDRA_4
{{end}}{{if .Users}}authenticator: PasswordAuthenticator
authorizer: CassandraAuthorizer
{{end}}{{.Encryption}}{{if .Transactions}}accord: {enabled: true, journal_directory: "{{.Folder}}/accord"}
{{end}}`))

const logging = `<configuration>
  <appender name="STDOUT" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%-5level %msg%n</pattern></encoder>
  </appender>
  <root level="INFO"><appender-ref ref="STDOUT"/></root>
</configuration>
`

func writeConfiguration(folder, version, encryption string, at place, ports ports) error {
	var yaml strings.Builder
	err := settings.Execute(&yaml, struct {
		Folder          string
		Storage, Native int
		Encryption      string
		Address, Seed   string
		Datacenter      string
		// Users enables roles. Transactions exist since 6.0. Settings have other names before 4.1.
		Users, Transactions, Before5, Before4 bool
	}{filepath.ToSlash(folder), ports.storage, ports.native, encryption, at.address, at.seed, at.datacenter,
		strings.Contains(version, withUsers), version >= "6", isBefore5(version), version < "4"})
	if err != nil {
		return fmt.Errorf("write cassandra.yaml: %w", err)
	}
	files := map[string]string{"cassandra.yaml": yaml.String(), "logback.xml": logging}
	if at.datacenter != "" {
		files["cassandra-rackdc.properties"] = "dc=" + at.datacenter + "\nrack=rack1\n"
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

// exported and opened are the internal packages of Java that Cassandra accesses, as
// in its own conf/jvm17-server.options.
var (
	exported = strings.Fields(`java.base/jdk.internal.misc java.base/jdk.internal.ref java.base/java.lang.ref java.base/sun.nio.ch
		java.management.rmi/com.sun.jmx.remote.internal.rmi java.management/com.sun.jmx.remote.security
		java.rmi/sun.rmi.registry java.rmi/sun.rmi.server java.sql/java.sql jdk.unsupported/sun.misc`)
	opened = strings.Fields(`java.base/java.io java.base/java.lang java.base/java.lang.module
		java.base/java.lang.reflect java.base/java.nio java.base/java.util java.base/jdk.internal.loader
		java.base/jdk.internal.ref java.base/jdk.internal.reflect java.base/jdk.internal.math
		java.base/jdk.internal.module java.base/jdk.internal.util.jar java.base/sun.nio.ch
		jdk.management/com.sun.management.internal`)
)

// unsafe are options for a server whose data is disposable and that nobody
// monitors. Schema changes then take a tenth of the time.
var unsafe = []string{
	"-Dorg.apache.cassandra.disable_mbean_registration=true",
	"-Dcassandra.test.flush_local_schema_changes=false",
	"-Dcassandra.unsafesystem=true",
	"-Dcassandra.memtable.row_overhead_size=200", // otherwise measured while starting
	"-Dcassandra.skip_sync=true",
}

func javaArguments(folder, classes string, at place, ports ports) []string {
	var arguments []string
	for _, name := range exported {
		arguments = append(arguments, "--add-exports", name+"=ALL-UNNAMED")
	}
	for _, name := range opened {
		arguments = append(arguments, "--add-opens", name+"=ALL-UNNAMED")
	}
	arguments = append(arguments, unsafe...)
	return append(arguments,
		"-Dcassandra.autorepair.enable=true",
		"-Djdk.attach.allowAttachSelf=true",
		"-Dio.netty.tryReflectionSetAccessible=true",
		"-Dchronicle.analytics.disable=true",
		"-Djava.net.preferIPv4Stack=true",
		"-Djava.io.tmpdir="+folder,
		"-Xms512m", "-Xmx768m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+PerfDisableSharedMem",
		"-Dcassandra.config="+fileURL(filepath.Join(folder, "cassandra.yaml")),
		"-Dcassandra.storagedir="+folder,
		"-Dcassandra.logdir="+filepath.Join(folder, "log"),
		"-Dcassandra-foreground=yes",
		"-Dcassandra.skip_wait_for_gossip_to_settle=0",
		"-Dcassandra.ring_delay_ms="+strconv.Itoa(at.settle),
		"-Dcassandra.superuser_setup_delay_ms=0",
		"-Dcassandra.size_recorder_interval="+strconv.Itoa(at.recorder),
		"-Dcassandra.initial_token="+at.token,
		"-Dcassandra.jmx.local.port="+strconv.Itoa(ports.jmx),
		"-cp", folder+string(os.PathListSeparator)+classes,
		"org.apache.cassandra.service.CassandraDaemon")
}
