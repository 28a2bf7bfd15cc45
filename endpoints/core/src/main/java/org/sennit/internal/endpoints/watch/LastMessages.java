package org.sennit.internal.endpoints.watch;

import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.internal.endpoints.device.ProcessDevice;

/**
 * Finds out at the end of a process's part of the job that all that it has sent has arrived: a message may be on a
 * connection that is still being made. Each process sends a packet behind everything that it has sent, over every
 * connection that it has used, and announces its end only when the receivers have answered, which they do at their own
 * end. So when all have announced it, every message has arrived, and what is wrong with one that no call has received
 * is known. A process that has sent nothing sends nothing here.
 *
 * <p>Belongs to the thread that closes the process, except {@link #arrived} and {@link #hasNews}, for any thread.
 */
public final class LastMessages {
    private static final byte[] NOTHING = {};

    private final ProcessDevice device;
    private final Set<Integer> awaited = new HashSet<>(); // processes that have not answered

    // Upcalls, which for one process may be of several threads: how many of its packets have come.
    private final Map<Integer, Integer> arrivedPackets = new ConcurrentHashMap<>();
    private final Queue<Integer> toAnswer = new ConcurrentLinkedQueue<>(); // upcalls add
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>(); // upcalls add

    LastMessages(ProcessDevice device) {
        this.device = device;
    }

    /**
     * All endpoints here have ended: asks each process to which something may have been sent whether it has arrived.
     */
    public void ask() {
        for (int other : device.others().used()) {
            if (device.others().sendWatchBehindAll(other, JobWatch.LAST, 0, NOTHING) > 0) {
                awaited.add(other);
            }
        }
    }

    /** Takes a LAST packet or its answer; called in an upcall, by any thread. */
    void arrived(int from, int kind, long others) {
        if (kind == JobWatch.LAST_ARRIVED) {
            answers.add(from);
        } else if (arrivedPackets.merge(from, 1, Integer::sum) > others) {
            toAnswer.add(from);
        }
    }

    /** Returns whether {@link #advance} has something to do. */
    public boolean hasNews() {
        return !toAnswer.isEmpty() || !answers.isEmpty();
    }

    /** Answers the processes that have asked, and takes the answers of others; does not block. */
    public void advance() {
        for (Integer other = toAnswer.poll(); other != null; other = toAnswer.poll()) {
            device.others().sendWatch(other, JobWatch.LAST_ARRIVED, 0, NOTHING);
        }
        for (Integer other = answers.poll(); other != null; other = answers.poll()) {
            awaited.remove(other);
        }
        awaited.removeIf(other -> device.failedPeers().causeOf(other) != null);
    }

    /** Waits no longer for the answer of a process, which has left. */
    public void forget(int process) {
        awaited.remove(process);
    }

    /**
     * Returns whether all that this process has sent has arrived, or was for a process that has died.
     *
     * @return true when nothing was sent
     */
    public boolean haveArrived() {
        return awaited.isEmpty();
    }
}
