package org.sennit.internal.runtime.bootstrap.server;

import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of one name: the k-th that a process enters is the k-th of every process, and while a process is in one it may
 * not enter the next, since two that begin at the same time begin in any order.
 *
 * <p>Threads: guarded by the server's lock.
 */
final class NamedSessions {
    private final List<Integer> numbers = new ArrayList<>(); // of the sessions, k by k
    private final int[] entered; // by each process
    private final boolean[] isOpen; // the last one that a process has entered

    NamedSessions(int processes) {
        this.entered = new int[processes];
        this.isOpen = new boolean[processes];
    }

    /** Returns whether a process is in one of them. */
    boolean isOpen(int process) {
        return isOpen[process];
    }

    /** Returns the number of a process's next session; {@code fresh} when it is the first to come there. */
    int enter(int process, int fresh) {
        int k = entered[process]++;
        isOpen[process] = true;
        if (k == numbers.size()) {
            numbers.add(fresh);
        }
        return numbers.get(k);
    }

    /** A process has left a session, if it is one of these and its last. */
    void leave(int process, int session) {
        int k = entered[process] - 1;
        if (k >= 0 && numbers.get(k) == session) {
            isOpen[process] = false;
        }
    }
}
