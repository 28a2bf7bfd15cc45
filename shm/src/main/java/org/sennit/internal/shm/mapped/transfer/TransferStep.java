package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.progress.ProgressHook;

/**
 * One side's part of one message, run by the thread that drives its endpoint; attached to the operation.
 * What a step throws fails the operation: the device notifies the other side and calls {@link #abandon}. Used
 * for one message after the other.
 */
abstract class TransferStep implements ProgressHook {
    /** The most bytes of one call: about 10 µs, so that the endpoint's other messages go on. */
    static final long BUDGET_BYTES = 256 << 10;

    final TransferSide side;
    final LargeMessageOperation operation;

    // Written before start, which publishes them.
    TransferPair pair;
    long lengthBytes;

    // By the thread that runs the step, or that settles the operation after it.
    private boolean hasLeftChannel;

    TransferStep(TransferSide side) {
        this.side = side;
        this.operation = side.operation;
    }

    /** Prepares for the operation's message. */
    final void about(TransferPair by) {
        pair = by;
        lengthBytes = operation.lengthBytes();
        hasLeftChannel = false;
    }

    /**
     * Returns true the first time. An end from outside abandons a step that may just have left its channel by itself;
     * by then that may be another message's.
     */
    final boolean leavesChannel() {
        boolean isFirst = !hasLeftChannel;
        hasLeftChannel = true;
        return isFirst;
    }

    /** Begins: this is the operation's step from now on. */
    final void start() {
        operation.attach(this);
        operation.drive(this);
    }

    /** Wakes the other side, which may wait for shared memory that has been written. */
    final void ring() {
        pair.area().ring(operation.peerEndpoint());
    }

    /** Called when the operation has been ended from outside: no step runs any more. */
    void abandon() {}

    /** Called when COOKIE has arrived. */
    void cookie(MemorySegment cookie) {
        throw new SennitException(
                ErrorClass.NETWORK, "unexpected cookie: length=" + cookie.byteSize() + " step=" + this);
    }
}
