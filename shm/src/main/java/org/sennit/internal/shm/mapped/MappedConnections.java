package org.sennit.internal.shm.mapped;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The connections of a process to the others of its host. Any thread.
 *
 * <p>A poll, and a thread that is about to sleep, looks at each connection in use, from its first work on. The others
 * have no ring, and nothing to do: with 64 processes a look at all 63 costs more than a message.
 */
final class MappedConnections {
    // Replaced as a whole under this object's monitor (volatile store); read by all that do not poll (volatile load).
    private volatile MappedConnection[] all = {};

    // As above; read by every poll and before every sleep. A connection's work is wanted (volatile store) before it is
    // in use.
    private volatile MappedConnection[] used = {};

    synchronized void add(MappedConnection connection) {
        MappedConnection[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = connection;
        all = more;
    }

    synchronized void remove(MappedConnection connection) {
        all = without(all, connection);
        used = without(used, connection);
    }

    private static MappedConnection[] without(MappedConnection[] some, MappedConnection connection) {
        return Arrays.stream(some).filter(other -> other != connection).toArray(MappedConnection[]::new);
    }

    /**
     * Polls a connection from now on, until it is removed. After its first work is wanted, and before a sleeper is
     * woken for it.
     */
    synchronized void use(MappedConnection connection) {
        if (Arrays.asList(all).contains(connection) && !Arrays.asList(used).contains(connection)) {
            MappedConnection[] more = Arrays.copyOf(used, used.length + 1);
            more[used.length] = connection;
            used = more;
        }
    }

    /** Returns the connections that are polled; not to be changed. */
    MappedConnection[] used() {
        return used;
    }

    /** Returns the present connections; not to be changed. */
    MappedConnection[] all() {
        return all;
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    /** Makes progress on every connection, at most {@code workLimit} on each. */
    int poll(int workLimit) {
        int done = 0;
        for (MappedConnection connection : used) {
            done += connection.poll(workLimit);
        }
        return done;
    }

    /** Marks a sleeper in the memory of all pairs. */
    void tell(Sleepers.Sleeper sleeper) {
        MappedConnection[] present = used;
        sleeper.beginToMark(present.length);
        for (MappedConnection connection : present) {
            MappedPair pair = connection.pair();
            if (pair != null) {
                sleeper.mark(pair);
            }
        }
        sleeper.endMarks();
    }

    /** Returns whether a thread that has said that it will sleep must not. */
    boolean keepAwake() {
        for (MappedConnection connection : used) {
            if (connection.keepsAwake()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether there is something to do at once. */
    boolean haveWork() {
        for (MappedConnection connection : used) {
            if (connection.hasWork()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this thread is inside an upcall or a callback of one of them. */
    boolean isHeldByMe() {
        for (MappedConnection connection : used) {
            if (connection.service().isHeldByMe()) {
                return true;
            }
        }
        return false;
    }

    boolean areAll(Predicate<MappedConnection> condition) {
        for (MappedConnection connection : all) {
            if (!condition.test(connection)) {
                return false;
            }
        }
        return true;
    }
}
