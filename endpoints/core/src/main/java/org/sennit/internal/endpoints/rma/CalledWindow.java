package org.sennit.internal.endpoints.rma;

import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.rma.call.CallExecution;
import org.sennit.internal.endpoints.rma.call.ExposedPart;
import org.sennit.internal.endpoints.rma.call.ExposedParts;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.lock.MemberLock;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.lock.ProcessGuard;
import org.sennit.internal.endpoints.rma.remote.CallLocks;
import org.sennit.internal.endpoints.rma.remote.RemoteTargets;
import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.message.ErrorClass;

/**
 * A window whose members in other processes access each other by calls, as one endpoint has it: the part that this
 * endpoint exposes, and the members in other processes. While it is open the process executes calls also when its
 * endpoints compute. Belongs to the thread that drives the endpoint.
 *
 * @param comm the window's own communicator
 * @param targets the members in other processes
 * @param parts all parts that this process exposes
 * @param lock of this endpoint's part
 */
record CalledWindow(CommContext comm, RemoteTargets targets, ExposedParts parts, MemberLock lock) {
    /** Opens the part of this endpoint; before others are notified that the window is there. */
    static CalledWindow open(CommContext comm, WindowTable table) {
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
                        table.lock(rank), new CallExecution(rank, table.parts()[rank], guard), process.unmarked()));
        process.engage();
        return new CalledWindow(comm, new RemoteTargets(comm), parts, table.lock(rank));
    }

    /** Returns the locks of all members as this endpoint acquires them. */
    PartLocks newLocks(WindowTable table) {
        CallLocks locks = new CallLocks(
                comm,
                targets,
                table::lock,
                new ProcessGuard(table.words(), comm.endpoint().progress().context()));
        comm.endpoint().watchFailures(locks);
        locks.peersFailedMeanwhile(); // since the members agreed, from when on they lock this part
        return locks;
    }

    /**
     * Ends the use of the part here.
     *
     * @param haveAllClosed whether no call comes any more; else the calls that come are refused
     */
    void close(boolean haveAllClosed) {
        if (haveAllClosed) {
            parts.remove(comm.endpoint().id(), comm.userContextId());
        } else {
            boolean hasFailedMember = comm.isBroken();
            parts.refuse(comm.endpoint().id(), comm.userContextId(), hasFailedMember);
            lock.closed((int) WindowCall.failed(hasFailedMember ? ErrorClass.PROC_FAILED : ErrorClass.WIN));
        }
        comm.own().process().active().disengage();
    }
}
