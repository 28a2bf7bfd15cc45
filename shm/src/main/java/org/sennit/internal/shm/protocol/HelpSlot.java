package org.sennit.internal.shm.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * A slot of a sending endpoint in which a receiver asks for help with a message, one at a time. The endpoint reads it
 * in each of its polls, from a cache line that is written only by such requests.
 *
 * <p>The content is a hint: whether the transfer still wants help, and from which endpoint, is decided by the state of
 * its {@link SharedBlocks}.
 */
final class HelpSlot extends HelpSlotWord {
    private static final VarHandle WANTED =
            FieldHandle.of(MethodHandles.lookup(), HelpSlotWord.class, "wanted", ActiveTransfer.class);

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** Asks for help; returns false while another receiver asks. Receiver only. */
    boolean ask(ActiveTransfer transfer) {
        return (ActiveTransfer) WANTED.getOpaque((HelpSlotWord) this) == null
                && WANTED.compareAndSet((HelpSlotWord) this, (ActiveTransfer) null, transfer);
    }

    /** Withdraws the request: by the receiver before it reuses the transfer, or by a helper that is done. */
    void withdraw(ActiveTransfer transfer) {
        if ((ActiveTransfer) WANTED.getOpaque((HelpSlotWord) this) == transfer) {
            WANTED.compareAndSet((HelpSlotWord) this, transfer, (ActiveTransfer) null);
        }
    }

    /**
     * Returns the transfer to help with, or null. Sending endpoint only. Acquire: the transfer was initialised before
     * it was stored.
     */
    ActiveTransfer wanted() {
        return (ActiveTransfer) WANTED.getAcquire((HelpSlotWord) this);
    }
}

/** Written by receivers, read by the endpoint. */
abstract class HelpSlotWord extends FrontPadding {
    // Compare-and-set from null by receivers, back to null by receiver or helper; acquire load in each poll.
    @SuppressWarnings("unused")
    ActiveTransfer wanted;
}
