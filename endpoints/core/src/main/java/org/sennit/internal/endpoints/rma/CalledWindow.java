package org.sennit.internal.endpoints.rma;

import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.RemoteCalls;
import org.sennit.internal.endpoints.comm.CommContext;

/**
 * A window whose members in other processes access each other by calls, as one endpoint has it: it serves its own part, and counts
 * on being served. While it is open the process serves calls though its endpoints compute. Belongs to the thread that drives the
 * endpoint.
 *
 * @param comm the window's own communicator
 * @param targets the members in other processes
 * @param parts those that this process serves
 */
record CalledWindow(CommContext comm, RemoteTargets targets, ExposedParts parts) {
    /** Opens the part of this endpoint; before others are told that the window is there. */
    static CalledWindow open(CommContext comm, WindowTable table, boolean isFreedByUser) {
        ActiveProcess process = comm.own().process().active();
        ExposedParts parts = process.calls()
                .registered(RemoteCalls.WINDOW_FIRST, ExposedParts.class, () -> new ExposedParts(process.unmarked()));
        int rank = comm.rank();
        UpdateGuard guard =
                new ProcessGuard(table.words(), comm.endpoint().progress().context());
        parts.add(
                comm.endpoint().id(),
                comm.userContextId(),
                new ExposedPart(
                        table.lock(rank),
                        new CallExecution(rank, table.parts()[rank], guard, isFreedByUser),
                        process.unmarked()));
        process.engage();
        return new CalledWindow(comm, new RemoteTargets(comm), parts);
    }

    /** The locks of all members as this endpoint takes them. */
    PartLocks newLocks(WindowTable table) {
        CallLocks locks = new CallLocks(
                comm,
                targets,
                table::lock,
                new ProcessGuard(table.words(), comm.endpoint().progress().context()));
        comm.endpoint().watchFailures(locks);
        return locks;
    }

    /** No member accesses it any more. */
    void close() {
        parts.remove(comm.endpoint().id(), comm.userContextId());
        comm.own().process().active().disengage();
    }
}
