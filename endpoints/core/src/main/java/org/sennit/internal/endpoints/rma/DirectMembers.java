package org.sennit.internal.endpoints.rma;

import java.util.BitSet;
import org.sennit.WindowFlavor;
import org.sennit.internal.endpoints.comm.CommContext;

/**
 * The members whose memory the program may load and store without a call, which a lock has to protect from its
 * beginning: the caller, and those of whose memory it has a view. All of them in a shared window, and where several
 * threads drive the endpoint: nothing changes then. Else it belongs to the thread that drives the endpoint. (MPI 4.1,
 * section 12.5.3)
 */
final class DirectMembers {
    private final BitSet some; // null where it is all of them
    private final int size;

    DirectMembers(WindowState window) {
        CommContext comm = window.comm();
        size = window.parts().length;
        some = comm.device().isShared() || window.flavor() == WindowFlavor.SHARED ? null : new BitSet();
        add(comm.rank());
    }

    /** Adds a member, of whose memory the program gets a view. */
    void add(int rank) {
        if (some != null) {
            some.set(rank);
        }
    }

    /** Returns the first of them from a rank on; −1 where there is none. */
    int next(int from) {
        return some != null ? some.nextSetBit(from) : from < size ? from : -1;
    }
}
