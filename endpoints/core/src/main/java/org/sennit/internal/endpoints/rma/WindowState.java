package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.sennit.Group;
import org.sennit.WindowAssertion;
import org.sennit.WindowFlavor;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.memory.AttachedMemory;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.remote.RemoteTargets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A window as one endpoint has it: its communicator, a duplicate of the user's, so that its messages and collectives
 * meet no others; the parts of all members; its locks. Belongs to the thread that drives the endpoint.
 */
public final class WindowState {
    /** The assertions of each kind of call. */
    static final Set<WindowAssertion> OF_FENCE = EnumSet.of(
            WindowAssertion.NO_STORE, WindowAssertion.NO_PUT, WindowAssertion.NO_PRECEDE, WindowAssertion.NO_SUCCEED);

    static final Set<WindowAssertion> OF_POST =
            EnumSet.of(WindowAssertion.NO_CHECK, WindowAssertion.NO_STORE, WindowAssertion.NO_PUT);
    static final Set<WindowAssertion> OF_START = EnumSet.of(WindowAssertion.NO_CHECK);

    private final CommContext comm;
    private final Collectives collectives;
    private final WindowFlavor flavor;
    private final WindowPart[] parts; // by rank; not to be changed
    private final PartLocks locks;
    private final CalledWindow called; // null: all members' memory is reached directly
    private final WindowMemory memory; // of this member
    private final Epochs epochs;
    private WindowHints hints;
    private boolean isClosed;

    WindowState(
            CommContext comm,
            Collectives collectives,
            WindowFlavor flavor,
            WindowMembers members,
            WindowMemory memory,
            WindowHints hints) {
        this.comm = comm;
        this.collectives = collectives;
        this.flavor = flavor;
        this.parts = members.parts();
        this.locks = members.locks();
        this.called = members.called();
        this.memory = memory;
        this.hints = hints;
        this.epochs = new Epochs(this);
    }

    /** Returns the window's own communicator. */
    public CommContext comm() {
        return comm;
    }

    Collectives collectives() {
        return collectives;
    }

    /** Returns the call that made the window. */
    public WindowFlavor flavor() {
        return flavor;
    }

    /** Returns the hints in force. */
    public WindowHints hints() {
        return hints;
    }

    /** Changes hints, as far as a window that has been made can follow. */
    public void useHints(Map<String, String> changes) {
        checkOpen("setInfo");
        hints = hints.with(changes);
    }

    WindowPart[] parts() {
        return parts;
    }

    PartLocks locks() {
        return locks;
    }

    /** Returns the members in other processes, which are accessed by calls; null where there is none. */
    RemoteTargets remote() {
        return called == null ? null : called.targets();
    }

    /** Returns the epochs of this endpoint. */
    public Epochs epochs() {
        return epochs;
    }

    /** Returns the caller's memory; null where there is none. */
    public Object memory() {
        return memory.users();
    }

    /** Returns whether this endpoint has closed the window. */
    public boolean isClosed() {
        return isClosed;
    }

    /**
     * Returns a member's part; of MPI_PROC_NULL the first that is not empty.
     *
     * @param operation the call, for the error
     * @throws SennitException RANK when there is no such member; final
     */
    WindowPart part(String operation, int rank) {
        if (isNothing(rank)) {
            return Arrays.stream(parts)
                    .filter(each -> each.sizeBytes() > 0)
                    .findFirst()
                    .orElse(parts[0]);
        }
        checkRank(operation, rank);
        return parts[rank];
    }

    /** Returns the size of a member's part, in bytes. */
    public long sizeBytes(int rank) {
        return part("sizeBytes", rank).sizeBytes();
    }

    /** Returns how many bytes a displacement counts at a member. */
    public int displacementUnit(int rank) {
        return part("displacementUnit", rank).displacementUnit();
    }

    /** Returns whether a rank is MPI_PROC_NULL, which every access accepts. */
    static boolean isNothing(int target) {
        return target == PointToPoint.NULL_PROCESS;
    }

    void checkRank(String operation, int rank) {
        if (rank < 0 || rank >= parts.length) {
            throw new SennitException(
                    ErrorClass.RANK,
                    "rank outside the window: " + describe(operation) + " target=" + rank + " size=" + parts.length);
        }
    }

    /**
     * Throws when the window can no longer be used.
     *
     * @throws SennitException WIN when it has been closed, SESSION and PROC_ABORTED as for a communicator; final
     */
    public void checkOpen(String operation) {
        if (isClosed) {
            throw new SennitException(ErrorClass.WIN, "the window has been closed: " + describe(operation));
        }
        comm.checkOpen(operation);
    }

    /** Returns the target of a program's flush, which must not be {@link Epochs#ALL}. */
    public int oneTarget(String operation, int target) {
        if (target == Epochs.ALL) {
            checkOpen(operation);
            checkRank(operation, target); // throws: it is no rank
        }
        return target;
    }

    /** Throws when there is no such member, or when it has failed, so that its memory may be no more. */
    void checkTarget(String operation, int target) {
        checkRank(operation, target);
        if (comm.isAnyFailed()) {
            comm.checkPeer(target, describe(operation) + " target=" + target);
        }
    }

    /**
     * Waits for the end of accesses to members in other processes; before others are notified.
     *
     * @param target one member, or {@link Epochs#ALL}
     * @return their first failure, to be thrown when the others have been notified; null when there is none
     */
    SennitException finishCalls(String operation, int target) {
        if (called == null) {
            return null;
        }
        called.targets().awaitIdle(operation, target);
        return called.targets().takeFailure(target);
    }

    /**
     * Waits for the end of the accesses to members in other processes that have begun, and not for those that other
     * threads begin meanwhile.
     *
     * @param target one member, or {@link Epochs#ALL}
     * @param isLocal whether the end of the use of memory at the origin is enough
     * @return their first failure, unless they may be under way still; null when there is none
     */
    SennitException flushCalls(String operation, int target, boolean isLocal) {
        if (called == null) {
            return null;
        }
        called.targets().flush(operation, target, isLocal);
        return isLocal ? null : called.targets().takeFailure(target);
    }

    /** Returns the ranks that the members of a group have in the window; throws GROUP where one has none. */
    int[] ranks(String operation, Group group) {
        if (group == null) {
            throw new SennitException(ErrorClass.GROUP, "no group: given=null " + describe(operation));
        }
        MemberGroup members = (MemberGroup) group;
        MemberGroup all = comm.group().group(comm.rank());
        int[] ranks = new int[members.size()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = all.rankOf(members.member(i));
            if (ranks[i] < 0) {
                throw new SennitException(
                        ErrorClass.GROUP,
                        "the group has a member that the window has not: member=" + i + " " + describe(operation));
            }
        }
        return ranks;
    }

    /** Throws ASSERT where an assertion is not one of the call. */
    void checkAssertions(String operation, Set<WindowAssertion> allowed, WindowAssertion... given) {
        if (given == null) {
            throw new SennitException(
                    ErrorClass.ASSERT, "no array of assertions, which may be empty: given=null " + describe(operation));
        }
        for (WindowAssertion each : given) {
            if (!allowed.contains(each)) {
                throw new SennitException(
                        ErrorClass.ASSERT,
                        "not an assertion of this call: given=" + each + " allowed=" + allowed + " "
                                + describe(operation));
            }
        }
    }

    /** Throws a failure, if there is one. */
    static void raise(SennitException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    String describe(String operation) {
        return "operation=" + operation + " rank=" + comm.rank() + " window=" + comm.name();
    }

    /**
     * Waits for all members, and ends the use of the window. With an open epoch it waits for the caller's own accesses
     * only, and gives its locks back; the others do not wait for this member either.
     *
     * @throws SennitException RMA_SYNC when an epoch is open, PROC_FAILED when a member has failed; the window is
     *     closed in any case
     */
    public void close() {
        if (isClosed) {
            return;
        }
        SennitException failure = null;
        boolean haveAllClosed = false;
        try {
            failure = finishCalls("close", Epochs.ALL); // before the locks are given back
            SennitException mistake = epochs.close();
            if (mistake != null) {
                throw passed(mistake);
            }
            collectives.barrier();
            haveAllClosed = true;
        } catch (SennitException e) {
            if (failure != null) {
                e.addSuppressed(failure);
            }
            throw e;
        } finally {
            isClosed = true;
            comm.own().windowClosed(comm);
            if (called != null) {
                called.close(haveAllClosed);
            }
            comm.close();
        }
        memory.free(); // after the barrier no member accesses it; without one the end of the job frees it
        raise(failure);
    }

    /** Takes part in the barrier of the others, without waiting in it; returns what is wrong with this member. */
    private SennitException passed(SennitException mistake) {
        try {
            collectives.passBarrier();
        } catch (SennitException e) { // a member has failed, so that the others do not wait
            mistake.addSuppressed(e);
        }
        return mistake;
    }

    /**
     * Returns the memory of a member, to be read and written directly.
     *
     * @throws SennitException RMA_SHARED when it is not reached so; final
     */
    public MemorySegment shared(int rank) {
        checkOpen("shared");
        WindowPart part = part("shared", rank);
        Region region = part.region();
        if (region == null || flavor == WindowFlavor.CREATED) {
            throw new SennitException(
                    ErrorClass.RMA_SHARED,
                    "only memory that the window has allocated, and that this process can map, is shared: "
                            + describe("shared") + " target=" + rank + " flavor=" + flavor);
        }
        epochs.view(part.rank());
        return region.segment();
    }

    /**
     * Attaches memory to a dynamic window.
     *
     * @return the displacement of its first byte
     * @throws SennitException RMA_FLAVOR, RMA_ATTACH; final
     */
    public long attach(Object memory) {
        long displacement = attached("attach")
                .attach(WindowCreation.exposable(comm, ErrorClass.RMA_ATTACH, memory, describe("attach")));
        if (displacement < 0) {
            throw new SennitException(
                    ErrorClass.RMA_ATTACH, "the memory, or a part of it, is attached already: " + describe("attach"));
        }
        return displacement;
    }

    /**
     * Detaches memory from a dynamic window.
     *
     * @throws SennitException RMA_FLAVOR, RMA_ATTACH; final
     */
    public void detach(Object memory) {
        AttachedMemory attached = attached("detach");
        if (!attached.detach(WindowCreation.exposable(comm, ErrorClass.RMA_ATTACH, memory, describe("detach")))) {
            throw new SennitException(ErrorClass.RMA_ATTACH, "the memory is not attached: " + describe("detach"));
        }
    }

    private AttachedMemory attached(String operation) {
        checkOpen(operation);
        AttachedMemory attached = parts[comm.rank()].attached();
        if (attached == null) {
            throw new SennitException(
                    ErrorClass.RMA_FLAVOR, "only for a dynamic window: " + describe(operation) + " flavor=" + flavor);
        }
        return attached;
    }
}
