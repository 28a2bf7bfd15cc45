package org.sennit.internal.shm.protocol;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;

/**
 * The copy of a matched message from the sender's memory to the receiver's. The receiver copies a part in each of its
 * progress calls; under the synergistic protocol the sender copies in its own, from the other end.
 *
 * <p>Belongs to the thread that drives the receiving endpoint, except {@link #help}. Reused for one message after
 * another.
 */
final class ActiveTransfer {
    ActiveTransfer next; // owned by the list that it is in

    // Written by the receiver before open, read by a helper after enter. A helper also reads helpers before enter, and
    // uses the value only if enter succeeds.
    private SingleCopySend send;
    private HelpSlot helpers; // null: single copy
    private MemorySegment from;
    private long fromOffset;
    private DataLayout fromLayout;
    private MemorySegment to;
    private long toOffset;
    private DataLayout toLayout;
    private long lengthBytes;
    private long blockBytes;
    private boolean isMirrored; // blocks are counted from the end of the message
    private int lastBlock;
    private SharedBlocks blocks; // made when first needed

    // Owned by the receiver.
    private ReceiveRequest receive;
    private int source;
    private int tag;
    private long copiedBytes; // under single copy, from the front
    private boolean hasAsked;
    private boolean hasRunOut; // no bytes or blocks left to claim
    private Throwable failure;

    // Written by the helper between enter and leave, read by the receiver after shut.
    private long helpedBytes;
    private Throwable helperFailure;

    /** Begins a message; the protocol is synergistic if the sender may help. */
    void begin(SingleCopySend message, ReceiveRequest match, int sourceRank, int messageTag, long length) {
        send = message;
        from = message.memory();
        fromOffset = message.offset();
        fromLayout = message.layout();
        receive = match;
        to = match.memory();
        toOffset = match.offset();
        toLayout = match.layout();
        source = sourceRank;
        tag = messageTag;
        lengthBytes = length;
        copiedBytes = 0;
        hasRunOut = false;
        hasAsked = false;
        failure = null;
        helpers = null;
        helpedBytes = 0;
        helperFailure = null;
    }

    /** Lets the sender help. */
    void open(HelpSlot senderSlot, long block) {
        helpers = senderSlot;
        blockBytes = block;
        if (blocks == null) {
            blocks = new SharedBlocks();
        }
        int count = (int) ((lengthBytes + block - 1) / block);
        lastBlock = count - 1;
        isMirrored = send.destination() > source;
        blocks.open(count);
    }

    /** Copies up to a number of bytes, or until nothing is left to claim; returns the bytes copied. Receiver only. */
    long advance(long budgetBytes) {
        if (hasRunOut) {
            return 0;
        }
        try {
            return helpers == null ? copyOn(budgetBytes) : copyBlocks(budgetBytes);
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            if (e instanceof WrongThreadException && helpers == null && hasMovedAway()) {
                return 0;
            }
            failure = e;
            hasRunOut = true;
            if (helpers != null) {
                blocks.claimTheRest();
            }
            return 0;
        }
    }

    /**
     * Restarts the copy into temporary memory if the endpoint is now driven by a thread that may not touch the
     * receiver's memory.
     */
    private boolean hasMovedAway() {
        if (!receive.stageIfConfinedElsewhere(lengthBytes)) {
            return false;
        }
        to = receive.memory();
        toOffset = receive.offset();
        toLayout = receive.layout();
        copiedBytes = 0;
        return true;
    }

    private long copyOn(long budgetBytes) {
        long bytes = Math.min(budgetBytes, lengthBytes - copiedBytes);
        copy(copiedBytes, bytes);
        copiedBytes += bytes;
        hasRunOut = copiedBytes == lengthBytes;
        return bytes;
    }

    private long copyBlocks(long budgetBytes) {
        if (!hasAsked) {
            hasAsked = helpers.ask(this);
        }
        long bytes = 0;
        while (bytes < budgetBytes) {
            int block = blocks.claimFromFront();
            if (block == SharedBlocks.NONE) {
                hasRunOut = true;
                break;
            }
            bytes += copyBlock(block);
        }
        return bytes;
    }

    /**
     * Copies a block. The endpoint of the lower rank copies from the front, whichever of the two sends: where both send
     * the same memory to and fro, each copies the same half every time, and no line of it changes cores. (256 KiB, 512
     * KiB and 1 MiB so, near, us one way: 16.7, 31 and 42 with the receiver always at the front, 3.3, 5.6 and 13.4 so.)
     */
    private long copyBlock(int number) {
        int block = isMirrored ? lastBlock - number : number;
        long position = block * blockBytes;
        long bytes = Math.min(blockBytes, lengthBytes - position);
        copy(position, bytes);
        return bytes;
    }

    private void copy(long position, long bytes) {
        LayoutCopy.copy(from, fromOffset, fromLayout, to, toOffset, toLayout, position, bytes);
    }

    /**
     * Copies blocks from the sender's end. Called by the sender's endpoint in its own progress call; touches the
     * message only after a successful enter.
     *
     * @param self the slot of the calling endpoint, which must be the sender of the message
     * @param budgetBytes enough for one call
     */
    long help(HelpSlot self, long budgetBytes) {
        SharedBlocks shared = blocks; // made before the transfer was put into the slot, and never replaced
        long word = shared.look();
        if (!SharedBlocks.isOpen(word) || helpers != self || !shared.enter(word)) {
            return 0;
        }
        long bytes = 0;
        boolean isDone = true;
        try {
            int block = 0;
            while (bytes < budgetBytes && (block = shared.claimFromBack()) != SharedBlocks.NONE) {
                bytes += copyBlock(block);
            }
            isDone = block == SharedBlocks.NONE;
        } catch (Throwable e) { // any failure leaves the block uncopied, so the receiver must know
            helperFailure = e;
            shared.claimTheRest();
        }
        helpedBytes += bytes;
        if (isDone) {
            self.withdraw(this);
            shared.leave();
        } else {
            shared.pause();
        }
        return bytes;
    }

    /** Completes both requests if all is copied and no helper is inside. Receiver only. */
    boolean finish() {
        if (!hasRunOut) {
            return false;
        }
        if (helpers != null) {
            if (!blocks.shut()) {
                return false;
            }
            helpers.withdraw(this);
            failure = failure == null ? helperFailure : failure;
        }
        complete();
        return true;
    }

    private void complete() {
        // Clear the references first: the owners may reuse their requests as soon as they are complete.
        SingleCopySend message = send;
        ReceiveRequest match = receive;
        Throwable cause = failure;
        send = null;
        receive = null;
        from = null;
        to = null;
        fromLayout = null;
        toLayout = null;
        failure = null;
        helperFailure = null;
        if (cause == null) {
            message.completeBoth(match, source, tag, lengthBytes);
        } else {
            message.failBoth(match, source, tag, lengthBytes, cause);
        }
    }

    /** Returns the bytes copied by the helper; valid after {@link #finish}. */
    long helpedBytes() {
        return helpedBytes;
    }
}
