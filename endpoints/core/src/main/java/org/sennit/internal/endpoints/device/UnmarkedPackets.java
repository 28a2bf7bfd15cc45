package org.sennit.internal.endpoints.device;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/**
 * Counts the packets that may end a wait but are not ordered with messages, so that no mark follows them: requests for
 * window locks, and their outcomes. The search for deadlocks compares the sums of packets sent and taken over all
 * processes. (Mattern, "Algorithms for distributed termination detection", 1987, section 5: the four-counter method.)
 *
 * <p>Any thread. A packet counts as sent before it is sent, and as taken when all its effects are done, including
 * packets sent in response. So when a sum of taken packets equals a later sum of sent packets, none is under way.
 */
public final class UnmarkedPackets {
    private final ConcurrentHashMap<Integer, Counts> byProcess = new ConcurrentHashMap<>();

    /** The counts for one other process. Volatile: the watch thread adds up both. */
    private static final class Counts {
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong taken = new AtomicLong();
    }

    /** Makes counts of 0. */
    UnmarkedPackets() {}

    private Counts of(int process) {
        return byProcess.computeIfAbsent(process, _ -> new Counts());
    }

    /**
     * Counts a packet that is about to be sent.
     *
     * @param process the number of the process to which it goes
     */
    public void sent(int process) {
        of(process).sent.incrementAndGet();
    }

    /**
     * Counts a packet whose effects are done.
     *
     * @param process the number of the process that has sent it
     */
    public void taken(int process) {
        of(process).taken.incrementAndGet();
    }

    /**
     * Returns the number of packets sent.
     *
     * @param isCounted which processes count
     * @return their sum
     */
    public long sentTo(IntPredicate isCounted) {
        return byProcess.entrySet().stream()
                .filter(each -> isCounted.test(each.getKey()))
                .mapToLong(each -> each.getValue().sent.get())
                .sum();
    }

    /**
     * Returns the number of packets taken.
     *
     * @param isCounted which processes count
     * @return their sum
     */
    public long takenFrom(IntPredicate isCounted) {
        return byProcess.entrySet().stream()
                .filter(each -> isCounted.test(each.getKey()))
                .mapToLong(each -> each.getValue().taken.get())
                .sum();
    }
}
