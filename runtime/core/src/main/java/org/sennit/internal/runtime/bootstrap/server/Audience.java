package org.sennit.internal.runtime.bootstrap.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/** The processes that are in a job now, and are notified of its news. Any thread. */
final class Audience {
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();

    void add(ServerConnection connection) {
        connections.add(connection);
    }

    void remove(ServerConnection connection) {
        connections.remove(connection);
    }

    /**
     * Sends a notice to all processes but one, in whatever session they are.
     *
     * @param process the one that is not notified, or {@link KeyValueServer#NO_PROCESS}
     */
    void tellAllBut(int process, String... words) {
        for (ServerConnection each : connections) {
            if (each.process() != process) {
                each.tell(words);
            }
        }
    }

    /** Sends a notice to some processes in a session. */
    void tell(int session, IntPredicate whom, String... words) {
        for (ServerConnection each : connections) {
            if (each.session() == session && whom.test(each.process())) {
                each.tell(words);
            }
        }
    }
}
