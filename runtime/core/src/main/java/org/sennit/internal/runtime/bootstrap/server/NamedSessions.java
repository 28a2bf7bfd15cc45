package org.sennit.internal.runtime.bootstrap.server;

import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of one name: the k-th that a process enters is the k-th of every process. A process in a session may not
 * enter the next one, since two concurrent sessions would begin in any order.
 *
 * <p>Threads: guarded by the server's lock.
 */
final class NamedSessions {
    private final List<Integer> numbers = new ArrayList<>(); // of the sessions, k by k
    private final int[] entered; // by process: sessions entered
    private final boolean[] isOpen; // by process: whether it is in the last session that it has entered

    NamedSessions(int processes) {
        this.entered = new int[processes];
        this.isOpen = new boolean[processes];
    }

    /** Returns whether a process is in a session. */
    boolean isOpen(int process) {
        return isOpen[process];
    }

    /** Enters a process's next session and returns its number; {@code fresh} when the process is the first to enter. */
    int enter(int process, int fresh) {
        int k = entered[process]++;
        isOpen[process] = true;
        if (k == numbers.size()) {
            numbers.add(fresh);
        }
        return numbers.get(k);
    }

    /** Notes that a process has left a session. */
    void leave(int process, int session) {
        int k = entered[process] - 1;
        if (k >= 0 && numbers.get(k) == session) {
            isOpen[process] = false;
        }
    }
}
