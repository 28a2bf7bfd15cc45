package org.sennit.internal.endpoints.rma;

import java.util.BitSet;
import org.sennit.WindowFlavor;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.ErrorClass;

/**
 * The members whose memory the program may load and store without a call, which a lock has to protect from its beginning:
 * the caller, and those of whose memory it has a view. All of them in a shared window, and where several threads drive
 * the endpoint: nothing changes then. Else it belongs to the thread that drives the endpoint. (MPI 4.1, section 12.5.3)
 */
final class DirectMembers {
    private final BitSet some; // null where it is all of them
    private final int size;
    private final int own;

    DirectMembers(WindowState window) {
        CommContext comm = window.comm();
        size = window.parts().length;
        some = comm.device().isShared() || window.flavor() == WindowFlavor.SHARED ? null : new BitSet();
        own = comm.rank();
        add(own);
    }

    /** Adds a member, of whose memory the program gets a view. */
    void add(int rank) {
        if (some != null) {
            some.set(rank);
        }
    }

    /**
     * Removes a member that cannot be locked because it has gone. The others go on, as with one that is locked later: an access to
     * it fails.
     *
     * @param error why it cannot be locked
     * @return false where it stays: for any other error, the caller itself, and where all members are direct
     */
    boolean forget(int rank, ErrorClass error) {
        boolean isGone = error == ErrorClass.PROC_FAILED || error == ErrorClass.PROC_ENDED || error == ErrorClass.WIN;
        if (!isGone || some == null || rank == own) {
            return false;
        }
        some.clear(rank);
        return true;
    }

    /** Returns the first of them from a rank on; −1 where there is none. */
    int next(int from) {
        return some != null ? some.nextSetBit(from) : from < size ? from : -1;
    }
}
