package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.PartitionedSend;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.FailureWatcher;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.partitioned.PartitionFlags;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;

/**
 * The sending side of a partitioned message: matches its receiver once, then sends a mark or a message for each
 * partition.
 */
public final class PartitionSender extends PartitionedSend implements FailureWatcher {
    private final CommContext comm;
    private final ArgumentCheck check;
    private final PartitionedMemory given;
    private final PartitionedMemory sent; // read by the receiver: the same, or a copy if it is confined
    private final int destination;
    private final int tag;
    private final int firstTag;
    private final PartitionFlags flags;
    private final LocalEndpoint receiver; // null when it is in another process, or MPI_PROC_NULL

    // Written before the request becomes active; a thread that calls ready has synchronised with the start.
    private int epoch;

    // To another process: counted down by the thread that completes a partition.
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicReference<SennitException> failure = new AtomicReference<>();

    PartitionSender(CommContext comm, PartitionedMemory given, int destination, int tag, int firstTag) {
        super(comm.endpoint().progress());
        this.comm = comm;
        this.check = new ArgumentCheck(comm);
        this.given = given;
        this.destination = destination;
        this.tag = tag;
        this.firstTag = firstTag;
        this.flags = new PartitionFlags(given.partitions());
        this.receiver =
                isToNullProcess() ? null : comm.peers().peer(destination).local();
        boolean isReadElsewhere = given.isConfined() || receiver == null && given.layout() != null;
        this.sent = isReadElsewhere && !isToNullProcess() ? given.staged() : given;
    }

    private boolean isToNullProcess() {
        return destination == PointToPoint.NULL_PROCESS;
    }

    /** Announces the send to the receiver, once. */
    void announce() {
        if (isToNullProcess()) {
            return;
        }
        Peer peer = comm.peers().peer(destination);
        OutgoingMessage message = new OutgoingMessage().to(comm.quiet(), peer, destination);
        message.set(comm.partitionMatchContextId(), comm.rank(), tag, PartitionMatch.LENGTH_BYTES, 0);
        comm.endpoint().watchFailures(this);
        if (receiver != null) {
            receiver.inbox().offer(message, new PartitionMatch.Offer(this));
            receiver.signal();
            return;
        }
        long[] words = PartitionMatch.words(firstTag, partitions(), partitionBytes());
        comm.device().startSend(null, false, message.from(MemorySegment.ofArray(words), 0, null));
    }

    int partitions() {
        return given.partitions();
    }

    long partitionBytes() {
        return given.partitionBytes();
    }

    PartitionFlags flags() {
        return flags;
    }

    PartitionedMemory sent() {
        return sent;
    }

    @Override
    public void start() {
        checkStartable();
        try {
            comm.begin("start");
            check.alive("start", destination, tag);
            check.usable("start", given.segment(), destination, tag);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
        epoch++;
        pending.set(partitions());
        activate();
        if (isToNullProcess()) {
            completeOwn(PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
        } else if (comm.isAnyFailed()) { // another thread may have seen it since the look above, and passed this over
            peersFailed();
        }
    }

    @Override
    public void ready(int partition) {
        if (isToNullProcess()) {
            return;
        }
        try {
            markReady(partition);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            throw comm.raise(check.unusable("ready", destination, tag, e));
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    private void markReady(int partition) {
        if (!given.contains(partition)) {
            throw wrong(ErrorClass.ARG, "no such partition", partition);
        }
        if (isInactive()) {
            throw wrong(ErrorClass.REQUEST, "the request has not been started", partition);
        }
        if (sent != given && !flags.isMarked(partition, epoch)) {
            long position = partition * partitionBytes();
            LayoutCopy.copy(
                    given.segment(),
                    given.offset(),
                    given.layout(),
                    sent.segment(),
                    sent.offset(),
                    sent.layout(),
                    position,
                    partitionBytes());
        }
        if (!flags.mark(partition, epoch)) {
            throw wrong(ErrorClass.REQUEST, "the partition was ready already", partition);
        }
        if (receiver != null) {
            receiver.signal();
        } else if (!isComplete()) { // else it has failed, which await throws
            sendOn(partition);
        }
    }

    private SennitException wrong(ErrorClass errorClass, String what, int partition) {
        return new SennitException(
                errorClass,
                what + ": " + check.describe("ready", destination, tag) + " partition=" + partition + " partitions="
                        + partitions());
    }

    private void sendOn(int partition) {
        OutgoingMessage message =
                new OutgoingMessage().to(comm.quiet(), comm.peers().peer(destination), destination);
        message.set(comm.partitionDataContextId(), comm.rank(), firstTag + partition, partitionBytes(), 0);
        message.from(sent.segment(), sent.offset() + partition * partitionBytes(), null);
        Request gone;
        try {
            gone = startOn(message);
        } catch (SennitException e) { // the peer cannot be reached
            oneIsGone(e);
            return;
        } catch (RuntimeException | Error e) { // nothing has been sent: it may be called again
            flags.unmark(partition, epoch);
            throw e;
        }
        if (gone == null) {
            oneIsGone(null);
        } else {
            gone.whenComplete(() -> oneIsGone(failureOf(gone)));
        }
    }

    private Request startOn(OutgoingMessage message) {
        try {
            return comm.device().startSendFromAnyThread(message, false);
        } catch (IllegalStateException | InternalError unreadable) { // its arena has been closed, its file cut short
            // As a message that is announced first, it fails at both sides.
            return comm.device().startSendFromAnyThread(message, true);
        }
    }

    private void oneIsGone(SennitException error) {
        if (error != null) {
            failure.compareAndSet(null, error);
        }
        if (pending.decrementAndGet() == 0) {
            SennitException first = failure.getAndSet(null);
            if (first == null) {
                complete(destination, tag, given.totalBytes());
            } else {
                fail(destination, tag, of(first));
            }
        }
    }

    /**
     * Completes the send: all partitions have been taken, or a memory is lost. Called by the receiver, as its last use
     * of this object.
     */
    void taken(SennitException loss) {
        if (loss == null) {
            complete(destination, tag, given.totalBytes());
        } else {
            fail(
                    destination,
                    tag,
                    new SennitException(loss.errorClass(), loss.getMessage() + " seen by the sender: " + this, loss));
        }
    }

    /** Returns the error of this send for that of one of its messages. */
    private SennitException of(SennitException partition) {
        return new SennitException(
                partition.errorClass(),
                "a partition has not been sent: " + this + " cause=" + partition.getMessage(),
                partition);
    }

    /** Fails the send if a receiver of this JVM has failed. */
    @Override
    public void peersFailed() {
        Throwable cause = isComplete() || receiver == null ? null : comm.failureOf(destination);
        if (cause != null) {
            fail(
                    destination,
                    tag,
                    new SennitException(
                            ErrorClass.PROC_FAILED,
                            "the peer has failed: " + this + " cause=" + cause.getMessage(),
                            cause));
        }
    }

    @Override
    public void readyRange(int first, int last) {
        if (first > last && !isToNullProcess()) {
            throw comm.raise(new SennitException(
                    ErrorClass.ARG,
                    "a range that ends before it begins: " + check.describe("readyRange", destination, tag) + " first="
                            + first + " last=" + last));
        }
        for (int partition = first; partition <= last; partition++) {
            ready(partition);
        }
    }

    @Override
    public void readyList(int... partitions) {
        if (partitions == null) {
            throw comm.raise(new SennitException(
                    ErrorClass.ARG, "no partitions: given=null " + check.describe("readyList", destination, tag)));
        }
        for (int partition : partitions) {
            ready(partition);
        }
    }

    @Override
    public boolean isLeftToOthers() {
        return !isComplete() && !isToNullProcess() && !isAllReady();
    }

    /**
     * Returns what the send waits for; nothing while partitions are not ready, since threads of this process fill them.
     */
    @Override
    public Awaited awaited() {
        if (isComplete() || isToNullProcess() || !isAllReady()) {
            return null;
        }
        return receiver == null
                ? Awaited.taker(toString(), comm, destination)
                : Awaited.message(toString(), comm, destination);
    }

    private boolean isAllReady() {
        for (int partition = 0; partition < partitions(); partition++) {
            if (!flags.isMarked(partition, epoch)) {
                return false;
            }
        }
        return true;
    }

    /** Fails the send: its receiver, in this JVM, takes no partitions any more. */
    @Override
    public void giveUp(SennitException error) {
        fail(destination, tag, error);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return comm.raise(error);
    }

    @Override
    public String toString() {
        return "partitioned " + check.describe("send", destination, tag) + " partitions=" + partitions() + " length="
                + given.totalBytes();
    }
}
