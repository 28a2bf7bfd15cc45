package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.ShortSends;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.StagingMemory;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.match.WantedMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The sends, receives and probes of one endpoint on one communicator: checks the arguments and passes them to the
 * device. Belongs to the thread that drives the endpoint. (MPI 4.1, chapter 3)
 */
public final class PointToPoint {
    /** Any sender. */
    public static final int ANY_SOURCE = ReceiveRequest.ANY_SOURCE;

    /** Any tag. */
    public static final int ANY_TAG = ReceiveRequest.ANY_TAG;

    /** The null process: a message to or from it completes at once. */
    public static final int NULL_PROCESS = -2;

    /** Most waiting objects of probes kept; one for each thread that probes at once. */
    private static final int MOST_SPARE_PROBES = 16;

    private final CommContext comm;
    private final Device device;
    private final int contextId;
    private final ArgumentCheck check;
    private final MatchedProbes matchedProbes;
    private final BlockingReceive blocking;
    private final SparePool<Probe> spareProbes;
    private final int rank;
    private final Peer[] peers;
    private final ShortSends shortSends;

    // Of the fast path; unused when threads share the endpoint.
    private final WantedMessage wanted;
    private final Status arrived = new Status();

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     */
    public PointToPoint(CommContext comm) {
        this.comm = comm;
        this.device = comm.device();
        this.contextId = comm.userContextId();
        this.wanted = new WantedMessage(Envelope.SEND, contextId);
        this.check = new ArgumentCheck(comm);
        this.blocking = new BlockingReceive(comm, this, check);
        this.matchedProbes = new MatchedProbes(comm, this, check);
        this.spareProbes = new SparePool<>(MOST_SPARE_PROBES, device.keepsForThreads());
        this.rank = comm.rank();
        this.peers = comm.peers().peers();
        this.shortSends = device.shortSends(contextId, rank, peers);
    }

    /**
     * Probes that take their message out of the queue.
     *
     * @return the matched probes of this communicator
     */
    public MatchedProbes matchedProbes() {
        return matchedProbes;
    }

    int contextId() {
        return contextId;
    }

    /**
     * Sends; the memory may be reused on return.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @throws SennitException RANK, TAG, COUNT, TYPE, BUFFER, COMM, SESSION for misuse; PROC_FAILED, PROC_ABORTED;
     *     final
     */
    public void send(Object memory, DataLayout layout, int destination, int tag) {
        comm.begin("send");
        check.destination("send", destination, tag);
        if (destination == NULL_PROCESS) {
            return;
        }
        check.given("send", memory, layout, destination, tag);
        if (sendArray(memory, layout, destination, tag, false) >= 0) {
            return;
        }
        MemorySegment segment = check.toRead("send", memory, layout, destination, tag, device.bounceBuffers());
        long length = check.length("send", memory, segment, layout, destination, tag);
        try {
            device.send(message(segment, layout, length, destination, tag));
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            throw check.unusable("send", destination, tag, e);
        }
        if (memory instanceof boolean[]) {
            device.bounceBuffers().give(segment);
        }
    }

    /**
     * Fast path: returns the length of the message in bytes, or −1 when this path is not possible, and nothing has
     * happened.
     */
    private long sendArray(Object memory, DataLayout layout, int destination, int tag, boolean isStream) {
        long length = arrayBytes(memory, layout);
        return length >= 0 && shortSends.send(memory, layout, length, destination, tag, isStream) ? length : -1;
    }

    /** Returns the length of a message in an array of its own type; −1 in all other cases. */
    private static long arrayBytes(Object memory, DataLayout layout) {
        long wholeBytes = ArrayCopy.wholeBytes(memory, layout);
        if (wholeBytes >= 0 || !layout.isContiguous()) {
            return wholeBytes;
        }
        long memoryBytes = ArrayCopy.lengthBytes(memory, layout);
        return memoryBytes >= 0 && layout.fits(memoryBytes) ? layout.lengthBytes(memoryBytes) : -1;
    }

    /** Returns the room of a receive, which may go to a segment, too. */
    private static long roomBytes(Object memory, DataLayout layout) {
        if (!(memory instanceof MemorySegment segment)) {
            return arrayBytes(memory, layout);
        }
        boolean isSimple = layout.isContiguous()
                && !segment.isReadOnly()
                && layout.offsetBytes() <= Integer.MAX_VALUE
                && layout.fits(segment.byteSize());
        return isSimple ? layout.lengthBytes(segment.byteSize()) : -1;
    }

    /**
     * Fast path: receives an immediate message without posting.
     *
     * @param maySpin whether to spin for a bounded time; otherwise takes only a message that has arrived
     * @return false when the caller must post the receive
     */
    private boolean receiveImmediate(
            Object memory, DataLayout layout, int source, int tag, Status status, boolean maySpin) {
        long length = roomBytes(memory, layout);
        if (length < 0 || maySpin && device.isByRequest(length)) {
            return false;
        }
        int rounds = maySpin ? device.roundsAtOnce() : device.mayReceiveArrived() ? 1 : 0;
        if (rounds == 0) {
            return false;
        }
        WantedMessage message = wanted.set(source, tag, layout.signatureOf(length), length);
        int offset = (int) layout.offsetBytes();
        try {
            return maySpin
                    ? device.receiveAtOnce(message, memory, offset, status, rounds)
                    : device.receiveArrived(message, memory, offset, status);
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            return false; // the memory cannot be written: the posted receive reports it
        }
    }

    /**
     * Starts a send; the memory is in use until the request is complete.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param destination a rank or {@link #NULL_PROCESS}
     * @throws SennitException as for {@link #send}
     */
    public Request sendNonblocking(Object memory, DataLayout layout, int destination, int tag) {
        return startSend("nonblocking().send", memory, layout, destination, tag);
    }

    /** Starts a send on behalf of a call that its errors name. */
    Request startSend(String operation, Object memory, DataLayout layout, int destination, int tag) {
        comm.begin(operation);
        check.destination(operation, destination, tag);
        if (destination == NULL_PROCESS) {
            return CompletedRequest.of(device.self().progress(), NULL_PROCESS, ANY_TAG, 0);
        }
        check.given(operation, memory, layout, destination, tag);
        long bytes = sendArray(memory, layout, destination, tag, true);
        if (bytes >= 0) {
            return CompletedRequest.of(device.self().progress(), destination, tag, bytes);
        }
        MemorySegment segment = check.toRead(operation, memory, layout, destination, tag);
        long length = check.length(operation, segment, layout, destination, tag);
        try {
            return device.sendNonblocking(message(segment, layout, length, destination, tag));
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            throw check.unusable(operation, destination, tag, e);
        }
    }

    /**
     * Receives; blocks until the message is in the memory.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status receives the outcome; may be null
     * @throws SennitException as for {@link #send}, and TRUNCATE when the message is longer than the layout
     */
    public void receive(Object memory, DataLayout layout, int source, int tag, Status status) {
        comm.begin("receive");
        check.source("receive", source, tag);
        if (source == NULL_PROCESS) {
            nullStatus(status);
            return;
        }
        check.given("receive", memory, layout, source, tag);
        if (receiveImmediate(memory, layout, source, tag, status, true)) {
            return;
        }
        blocking.receive(memory, layout, source, tag, status);
    }

    /**
     * Starts a receive; the memory is in use until the request is complete.
     *
     * @param memory what the user calls memory
     * @param layout the layout of its elements
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @throws SennitException as for {@link #send}; TRUNCATE comes when the request is waited for
     */
    public Request receiveNonblocking(Object memory, DataLayout layout, int source, int tag) {
        return startReceive("nonblocking().receive", memory, layout, source, tag);
    }

    /** Starts a receive on behalf of a call that its errors name. */
    Request startReceive(String operation, Object memory, DataLayout layout, int source, int tag) {
        comm.begin(operation);
        check.source(operation, source, tag);
        if (source == NULL_PROCESS) {
            return CompletedRequest.of(device.self().progress(), NULL_PROCESS, ANY_TAG, 0);
        }
        check.given(operation, memory, layout, source, tag);
        if (receiveImmediate(memory, layout, source, tag, arrived, false)) {
            return CompletedRequest.of(device.self().progress(), arrived.source(), arrived.tag(), arrived.countBytes());
        }
        ReceiveRequest request = device.newReceive();
        if (!prepareArray(request, memory, layout, source, tag)) {
            prepare(request, operation, memory, layout, source, tag);
        }
        device.post(request);
        return request;
    }

    /** Fast path: prepares a receive into a short array of one element type, without a view of it. */
    private boolean prepareArray(ReceiveRequest request, Object memory, DataLayout layout, int source, int tag) {
        long length = device.hasPostings() ? arrayBytes(memory, layout) : -1;
        if (length < 0 || length > device.immediateBytes()) {
            return false;
        }
        int signature = layout.signatureOf(length);
        if (signature < 0) {
            return false;
        }
        request.from(comm, rank, contextId, source, tag, signature)
                .intoArray(memory, (int) layout.offsetBytes(), length);
        return true;
    }

    /** Returns the receives of blocking calls. */
    BlockingReceive blocking() {
        return blocking;
    }

    /** Prepares a receive for posting; has no effect when it throws. */
    void prepare(ReceiveRequest request, String operation, Object memory, DataLayout layout, int source, int tag) {
        MemorySegment segment = check.toWrite(operation, memory, layout, source, tag);
        long length = check.length(operation, segment, layout, source, tag);
        prepare(request, memory, segment, layout, length, source, tag);
    }

    /** Prepares a receive with arguments that have been resolved. */
    void prepare(
            ReceiveRequest request,
            Object memory,
            MemorySegment segment,
            DataLayout layout,
            long length,
            int source,
            int tag) {
        from(request, layout, length, source, tag);
        if (mustStage(segment)) {
            intoCopy(request, segment, layout.offsetBytes(), layout.orNullIfContiguous(), length);
        } else {
            request.into(segment, layout.offsetBytes(), layout.orNullIfContiguous(), length);
        }
        if (memory instanceof boolean[] values) {
            request.afterwards(() -> MemoryViews.unstage(segment, values, layout, length));
        }
    }

    /** Says which message a receive takes; its types are those of what the user gave. */
    ReceiveRequest from(ReceiveRequest request, DataLayout given, long length, int source, int tag) {
        int signature = given.signatureOf(length);
        request.from(comm, rank, contextId, source, tag, signature);
        if (signature < 0) {
            request.types(given);
        }
        return request;
    }

    /** Receives into a copy of the memory, from which the message is copied when the receive completes. */
    static void intoCopy(ReceiveRequest request, MemorySegment segment, long offset, DataLayout shape, long length) {
        // A copy: bytes that a shorter message does not fill stay as they are.
        MemorySegment staged = StagingMemory.copyOf(segment, offset, shape, length);
        request.into(staged, 0, null, length);
        request.afterwardsHere(() -> LayoutCopy.copy(staged, 0, null, segment, offset, shape, 0, length));
    }

    /**
     * Returns whether a receive must be staged: any thread of a shared endpoint may deliver, but only the waiting one
     * may touch confined memory.
     */
    boolean mustStage(MemorySegment segment) {
        return device.isShared() && MemoryViews.isConfined(segment);
    }

    /**
     * Blocks until a message is there, and leaves it there.
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status receives the outcome; may be null
     * @throws SennitException as for {@link #send}
     */
    public void probe(int source, int tag, Status status) {
        while (!find("probe", source, tag, status)) { // again where another thread has taken it meanwhile
            awaitMessage("probe", source, tag);
        }
    }

    /** Blocks until a matching message arrives; another thread of the endpoint may take it first. */
    void awaitMessage(String operation, int source, int tag) {
        Probe spare = spareProbes.take(); // a completion action may probe while another probe of the endpoint waits
        Probe waiting = spare == null ? new Probe() : spare;
        waiting.operation = operation;
        waiting.source = source;
        waiting.tag = tag;
        device.self().progress().await(waiting, Long.MAX_VALUE);
        spareProbes.give(waiting);
    }

    /**
     * Looks whether a message is there, and leaves it there.
     *
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status receives the outcome when there is one; may be null
     * @return true when there is one
     * @throws SennitException as for {@link #send}
     */
    public boolean probeNonblocking(int source, int tag, Status status) {
        return find("nonblocking().probe", source, tag, status);
    }

    private boolean find(String operation, int source, int tag, Status status) {
        comm.begin(operation);
        check.source(operation, source, tag);
        if (source == NULL_PROCESS) {
            nullStatus(status);
            return true;
        }
        return device.probe(contextId, source, tag, status) || isHopeless(operation, source, tag);
    }

    /**
     * Throws if no sender can satisfy a probe any more.
     *
     * @return false
     * @throws SennitException PROC_FAILED; final
     */
    boolean isHopeless(String operation, int source, int tag) {
        Throwable cause = comm.isAnyFailed() ? comm.failureOf(source) : null;
        if (cause != null) {
            throw new SennitException(
                    ErrorClass.PROC_FAILED,
                    "the peer has failed: " + check.describe(operation, source, tag) + " failed="
                            + comm.failedRank(source) + " cause=" + cause.getMessage(),
                    cause);
        }
        ProgressEngine progress = device.self().progress();
        if (comm.isAnyFailed() && progress.takeQuestion()) { // the source may not have the communicator
            progress.tested(Awaited.message(check.describe(operation, source, tag), comm, source));
        }
        return false;
    }

    /** Returns a reusable message for resolved memory. */
    OutgoingMessage message(MemorySegment segment, DataLayout layout, long length, int destination, int tag) {
        OutgoingMessage message = device.message();
        message.set(contextId, rank, tag, length, layout.signatureOf(length));
        return message.to(comm, peers[destination], destination)
                .from(segment, layout.offsetBytes(), layout.orNullIfContiguous());
    }

    static void nullStatus(Status status) {
        if (status != null) {
            status.set(NULL_PROCESS, ANY_TAG, 0, false);
        }
    }

    /** Waits for a message without taking it. */
    private final class Probe implements Condition {
        private String operation;
        private int source;
        private int tag;

        @Override
        public boolean isMet() {
            return device.self().queue().probe(contextId, source, tag, null)
                    || comm.isAnyFailed() && comm.failureOf(source) != null;
        }

        @Override
        public Awaited awaited() {
            return Awaited.message(toString(), comm, source);
        }

        @Override
        public void giveUp(SennitException error) {
            throw comm.raise(error);
        }

        @Override
        public String toString() {
            return check.describe(operation, source, tag);
        }
    }
}
