package org.sennit.internal.endpoints.watch;

import java.util.List;
import org.sennit.internal.runtime.progress.LongWait;

/** The process as the search for deadlocks sees it, and the messages to the other processes. */
interface WatchedProcess {
    /** An endpoint of this process. */
    interface Endpoint {
        /** Returns its id; those of the world come first. */
        int id();

        /** Returns whether it takes no further messages. */
        boolean isClosed();

        /** Returns whether a thread that does not drive it may act for it. */
        boolean isLeftToOthers();

        /** Returns whether no communicator of it is open: it sends nothing but what other threads let go. */
        boolean isWithoutCommunicators();

        /** Returns its long wait; null when there is none. */
        LongWait longWait();

        /** Returns the work that the watch thread has done for it since its program has ended; a number that grows. */
        long carriedOn();
    }

    /** Returns the endpoints that have not been removed. */
    List<Endpoint> endpoints();

    /** Wakes the thread of a wait, so that it sees the question. */
    void wake(LongWait wait);

    /** Returns whether a matched large message is under way to this process. */
    boolean isReceiving();

    /** Returns whether a process is not known to have failed. */
    boolean isAlive(int process);

    /** Sends a packet; returns false when the process cannot be reached. */
    boolean send(int process, int kind, int number, byte[] payload);

    /** Sends a packet behind all messages on each connection to a process; returns the number of packets. */
    int sendBehindAll(int process, int kind, int number);

    /** Returns how many packets without marks have been sent to living processes. */
    long unmarkedSent();

    /** Returns how many packets without marks have been taken from living processes. */
    long unmarkedTaken();
}
