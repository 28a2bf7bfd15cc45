package org.sennit.internal.endpoints.p2p;

import org.sennit.PartitionedReceive;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.ProgressHook;

/**
 * The receiving side of a partitioned message: matches its sender once, then takes ready partitions in progress calls.
 */
public final class PartitionReceiver extends PartitionedReceive implements ProgressHook {
    private final CommContext comm;
    private final ArgumentCheck check;
    private final PartitionedMemory given;
    private final PartitionedMemory filled; // the same, or memory that any thread of a shared endpoint may fill
    private final int[] brought; // by partition of confined memory: the last epoch in which its data were copied there
    private final int source;
    private final int tag;
    private final PartitionMatch match;
    private int epoch;

    // Null until both sides have matched. Volatile store by the thread that advances it then; loaded by any that asks
    // for a partition.
    private volatile PartitionArrivals arrivals;

    PartitionReceiver(CommContext comm, PartitionedMemory given, int source, int tag) {
        super(comm.endpoint().progress());
        this.comm = comm;
        this.check = new ArgumentCheck(comm);
        this.given = given;
        boolean isStaged = comm.device().isShared() && given.isConfined();
        this.filled = isStaged ? given.staged() : given;
        this.brought = new int[isStaged ? given.partitions() : 0];
        this.source = source;
        this.tag = tag;
        this.match = new PartitionMatch(comm.endpoint().progress());
    }

    private SennitException unmatched; // why there is no sender, and will be none; null while there may be

    private boolean isFromNullProcess() {
        return source == PointToPoint.NULL_PROCESS;
    }

    /** Posts the match with the sender. */
    void announce() {
        if (!isFromNullProcess()) {
            match.from(comm.quiet(), comm.rank(), comm.partitionMatchContextId(), source, tag, 0)
                    .into(match.words(), 0, null, PartitionMatch.LENGTH_BYTES);
            comm.device().post(match);
        }
    }

    @Override
    public void start() {
        checkStartable();
        try {
            comm.begin("start");
            check.alive("start", source, tag);
            check.usable("start", given.segment(), source, tag);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
        activate();
        if (isFromNullProcess()) {
            completeOwn(PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
            return;
        }
        epoch++;
        try {
            if (arrivals != null) {
                arrivals.begin(epoch);
            }
        } finally { // only now another thread may advance it; after an Error it posts the other receives
            progress().add(this);
        }
    }

    @Override
    public int advance() {
        if (isComplete()) {
            return OVER;
        }
        try {
            if (arrivals == null && !hasMet()) {
                return 0;
            }
        } catch (SennitException e) { // the sender has failed before the match
            unmatched = e;
            fail(source, tag, unmatched(e));
            return OVER;
        }
        int work = arrivals.advance();
        if (!arrivals.isOver() && work == 0 && comm.isAnyFailed()) {
            endIfSenderFailed();
        }
        if (arrivals.isOver()) {
            end();
            return OVER;
        }
        return work;
    }

    /** Fails the receive if a sender of this JVM has failed; messages from another process fail by themselves. */
    private void endIfSenderFailed() {
        Throwable cause = comm.failureOf(source);
        if (cause != null && arrivals.isLocal()) {
            arrivals.giveUp(new SennitException(
                    ErrorClass.PROC_FAILED,
                    "the peer has failed: " + describe() + " length=" + given.totalBytes() + " cause="
                            + cause.getMessage(),
                    cause));
        }
    }

    private SennitException unmatched(SennitException match) {
        return new SennitException(
                match.errorClass(), "there is no sender: " + this + " cause=" + match.getMessage(), match);
    }

    private boolean hasMet() {
        if (unmatched != null) {
            throw unmatched;
        }
        if (!match.isComplete()) {
            return false;
        }
        match.await(null); // complete: does not block
        PartitionArrivals met = new PartitionArrivals(comm, filled, match, source, describe());
        arrivals = met;
        met.begin(epoch);
        return true;
    }

    /** Completes the receive, as the last action: it may be started again right afterwards. */
    private void end() {
        SennitException failure = arrivals.failure();
        arrivals.end();
        if (failure == null) {
            complete(source, tag, given.totalBytes());
        } else {
            fail(source, tag, failure);
        }
    }

    @Override
    public boolean hasWork() {
        return !isComplete() && (arrivals == null ? match.isComplete() : arrivals.hasWork() || isSenderLost());
    }

    private boolean isSenderLost() {
        return arrivals.isLocal() && comm.isAnyFailed() && comm.failureOf(source) != null;
    }

    @Override
    public boolean hasArrived(int partition) {
        if (!given.contains(partition)) {
            throw comm.raise(new SennitException(
                    ErrorClass.ARG,
                    "no such partition: " + check.describe("hasArrived", source, tag) + " partition=" + partition
                            + " partitions=" + given.partitions()));
        }
        if (!isThere(partition)) {
            progress().test("hasArrived");
            if (!isThere(partition)) {
                progress().check(); // otherwise a polling loop would not see that the job has failed
                return false;
            }
        }
        SennitException failure = !isInactive() && isComplete() ? failureOf(this) : null;
        if (failure != null) { // failed, and which bytes have arrived is unknown
            throw comm.raise(failure);
        }
        try {
            bring(partition);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
        return true;
    }

    private boolean isThere(int partition) {
        return isComplete() || arrivals != null && isHere(partition);
    }

    private boolean isHere(int partition) {
        return arrivals.hasArrived(partition * given.partitionBytes(), given.partitionBytes());
    }

    /** Copies a staged partition to confined memory; called by its owner thread. */
    private void bring(int partition) {
        if (filled == given || isInactive() || brought[partition] == epoch || !isHere(partition)) {
            return;
        }
        try {
            LayoutCopy.copy(
                    filled.segment(),
                    filled.offset(),
                    filled.layout(),
                    given.segment(),
                    given.offset(),
                    given.layout(),
                    partition * given.partitionBytes(),
                    given.partitionBytes());
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            throw check.unusable("receive", source, tag, e);
        }
        brought[partition] = epoch;
    }

    @Override
    protected void finish() {
        for (int i = 0; i < brought.length && arrivals != null && failureOf(this) == null; i++) {
            bring(i);
        }
    }

    @Override
    protected void dropped() {
        finish();
    }

    @Override
    protected boolean isForOneThread() {
        return filled != given;
    }

    /** Returns the subject of the receive's wait; none while partitions can be taken. */
    @Override
    public Awaited awaited() {
        return isComplete() || hasWork() ? null : Awaited.message(toString(), comm, source);
    }

    @Override
    public void giveUp(SennitException error) {
        if (arrivals == null) {
            match.giveUp(error);
        } else {
            arrivals.giveUp(error);
        }
    }

    @Override
    protected SennitException raised(SennitException error) {
        return comm.raise(error);
    }

    private String describe() {
        return check.describe("receive", source, tag);
    }

    @Override
    public String toString() {
        return "partitioned " + describe() + " partitions=" + given.partitions() + " length=" + given.totalBytes();
    }
}
