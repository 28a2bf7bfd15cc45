package org.sennit.internal.shm.mapped;

import java.util.Arrays;
import java.util.function.Predicate;

/** The connections of a process to the others of its host. Any thread; a poll of all is a look at each ring. */
final class MappedConnections {
    // Replaced as a whole under this object's monitor (volatile store); read by every poll (volatile load).
    private volatile MappedConnection[] all = {};

    synchronized void add(MappedConnection connection) {
        MappedConnection[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = connection;
        all = more;
    }

    synchronized void remove(MappedConnection connection) {
        all = Arrays.stream(all).filter(other -> other != connection).toArray(MappedConnection[]::new);
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
        for (MappedConnection connection : all) {
            done += connection.poll(workLimit);
        }
        return done;
    }

    /** Returns whether a thread that has said that it will sleep must not. */
    boolean keepAwake() {
        for (MappedConnection connection : all) {
            if (connection.keepsAwake()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether there is something to do at once. */
    boolean haveWork() {
        for (MappedConnection connection : all) {
            if (connection.hasWork()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this thread is inside an upcall or a callback of one of them. */
    boolean isHeldByMe() {
        for (MappedConnection connection : all) {
            if (connection.states().isHeldByMe()) {
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
