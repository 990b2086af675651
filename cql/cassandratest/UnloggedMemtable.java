package org.apache.cassandra.db.memtable;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.cassandra.db.CassandraKeyspaceWriteHandler;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableMetadataRef;

/**
 * The server's own memtable, for tables whose writes skip the commit log. When a
 * table is dropped, the server flushes every table that has writes in the commit
 * log: about eleven tables of the schema, which takes longer than all else.
 */
public final class UnloggedMemtable implements Memtable.Factory {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    public static Memtable.Factory factory(Map<String, String> parameters) {
        return new UnloggedMemtable();
    }

    @Override
    public Memtable create(AtomicReference<CommitLogPosition> lowerBound, TableMetadataRef table, Memtable.Owner owner) {
        return SkipListMemtable.FACTORY.create(lowerBound, table, owner);
    }

    /** Skips it for writes only. A statement that sets the option cdc must not see a difference. */
    @Override
    public boolean writesShouldSkipCommitLog() {
        return STACK.getCallerClass() == CassandraKeyspaceWriteHandler.class;
    }
}
