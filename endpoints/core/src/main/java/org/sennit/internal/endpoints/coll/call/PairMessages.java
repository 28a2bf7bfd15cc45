package org.sennit.internal.endpoints.coll.call;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.ShortSends;
import org.sennit.internal.shm.match.WantedMessage;
import org.sennit.spi.packet.Envelope;

/**
 * The short messages of {@link PairCalls}: those that the schedules of the same calls send. Belongs to the thread that
 * drives the endpoint; allocates nothing.
 */
final class PairMessages {
    /**
     * The longest, in bytes, if the connection takes it ({@link #areShort}): longer ones go by packets, or as large
     * messages, neither of which {@link ShortSends#sendAcross} makes. Allreduce, near, us, so and by the schedule: 2
     * KiB .26 and .55, 4 KiB .33 and .60, 8 KiB .49 and .79, 16 KiB 1.0 and 1.4.
     */
    static final int MOST_BYTES = 16 << 10;

    private final Device device;
    private final ShortSends sends;
    private final WantedMessage wanted;
    private final int other;

    private long sentIn = -1; // the last meeting in which this member has sent
    private Throwable failure; // of the last send or receive; null: none

    PairMessages(CommContext comm) {
        int context = comm.collectiveContextId();
        this.device = comm.device();
        this.sends = device.shortSends(context, comm.rank(), comm.group().peers());
        this.wanted = new WantedMessage(Envelope.SEND, context);
        this.other = 1 - comm.rank();
    }

    /**
     * Sends to the other member.
     *
     * @param array of a type of {@link PlainArrays}
     * @param offset where the message begins in it, in bytes
     * @param bytes its length
     * @return false when nothing has been sent, or it has failed
     */
    boolean send(long meeting, Object array, int offset, int bytes, int signature) {
        try {
            if (!sends.sendAcross(array, offset, bytes, other, CollectiveCall.tagOf(meeting), signature)) {
                return false;
            }
            sentIn = meeting;
            return true;
        } catch (RuntimeException | Error e) {
            failure = e;
            return false;
        }
    }

    /** Returns whether this member has sent in a meeting, the last one. */
    boolean hasSent(long meeting) {
        return sentIn == meeting;
    }

    /**
     * Receives from the other member, if its message comes soon and is as long as its memory.
     *
     * @param array of a type of {@link PlainArrays}
     * @param offset where in it, in bytes
     * @param bytes the length of the message
     * @return false when nothing has been received, or it has failed
     */
    boolean receive(long meeting, Object array, int offset, int bytes, int signature) {
        try {
            int rounds = device.roundsNow();
            wanted.setExactly(other, CollectiveCall.tagOf(meeting), signature, bytes);
            return rounds > 0 && device.receiveAtOnce(wanted, array, offset, null, rounds);
        } catch (RuntimeException | Error e) { // of the network, or another thread has entered
            failure = e;
            return false;
        }
    }

    /** Returns what the last send or receive has thrown, and forgets it; null for nothing. */
    Throwable takeFailure() {
        Throwable thrown = failure;
        failure = null;
        return thrown;
    }

    /** Returns whether messages of a length to the other member take the short way now. */
    boolean areShort(int bytes) {
        return sends.reaches(other, bytes);
    }
}
