package org.sennit.internal.endpoints.device;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/**
 * Counts the packets that may end a wait and that no mark follows, since they have no place in the order of messages: wishes for the
 * locks of windows, and their outcomes. The search for deadlocks compares what all processes have sent with what they have taken.
 * (Mattern, "Algorithms for distributed termination detection", 1987, section 5: the four-counter method.)
 *
 * <p>Any thread. A packet counts as sent before it is sent, and as taken when all that follows from it has been done, the sending of
 * others included: so a count of those taken that equals a later one of those sent leaves nothing under way.
 */
public final class UnmarkedPackets {
    private final ConcurrentHashMap<Integer, Counts> byProcess = new ConcurrentHashMap<>();

    /** Of one other process. Sequentially consistent: the thread that looks after the job adds up both. */
    private static final class Counts {
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong taken = new AtomicLong();
    }

    /** Makes the counts of a process that has sent nothing. */
    UnmarkedPackets() {}

    private Counts of(int process) {
        return byProcess.computeIfAbsent(process, _ -> new Counts());
    }

    /**
     * A packet is about to be sent.
     *
     * @param process the number of the process to which it goes
     */
    public void sent(int process) {
        of(process).sent.incrementAndGet();
    }

    /**
     * What follows from a packet has been done.
     *
     * @param process the number of the process that has sent it
     */
    public void taken(int process) {
        of(process).taken.incrementAndGet();
    }

    /**
     * Returns how many have been sent.
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
     * Returns how many have been taken.
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
