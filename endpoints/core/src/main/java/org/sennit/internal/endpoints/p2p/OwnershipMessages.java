package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.ownership.GiveCreditTable;
import org.sennit.internal.endpoints.ownership.GiveCredits;
import org.sennit.internal.endpoints.ownership.GiveRequest;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.ownership.OwnershipProcess;
import org.sennit.internal.endpoints.ownership.TakeRequest;
import org.sennit.internal.endpoints.ownership.Taker;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.internal.shm.match.WantedMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Gives and takes on one communicator, as one endpoint makes them. They are messages: ordered with the sends and
 * receives of the same pair and tag, matched by the same queue, so that a receive may match a give, and a take a send.
 * Belongs to the thread that drives the endpoint.
 *
 * <p>Inside a JVM the memory itself is passed, and between JVMs of a host if it lies in a shared file. Otherwise its
 * bytes are sent: the giver's memory is freed when they have been sent, and the taker's memory comes from its
 * {@link Taker}.
 */
public final class OwnershipMessages {
    private final CommContext comm;
    private final Object scope; // of the messages: a collective reports its errors itself
    private final Device device;
    private final ArgumentCheck check;
    private final Taker taker;
    private final GiveCreditTable credits;
    private final int contextId;
    private final int rank;
    private final OwnershipProcess process;
    private final MemorySegment ownHeader = PacketDescriptor.newNativeHeader();
    private final TakeRequest ownTake;
    private final WantedMessage wanted; // of the fast path; unused when threads share the endpoint

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     * @param taker has memory for messages that come as bytes
     * @param windowBytes bytes that may be under way to one endpoint before a give waits
     * @param isCollective whether the buffers are those of collectives, which nothing of the user's can match
     */
    public OwnershipMessages(CommContext comm, Taker taker, long windowBytes, boolean isCollective) {
        this.comm = comm;
        this.scope = isCollective ? comm.quiet() : comm;
        this.device = comm.device();
        this.check = new ArgumentCheck(comm);
        this.taker = taker;
        this.credits = new GiveCreditTable(
                device.self().progress(), scope, comm.rank(), comm.peers().size(), windowBytes, device.isShared());
        this.contextId = isCollective ? comm.ownershipContextId() : comm.userContextId();
        this.rank = comm.rank();
        this.process = comm.own().process().ownership();
        this.ownTake = newTake();
        this.wanted = new WantedMessage(Envelope.GIVE, contextId);
    }

    /**
     * Gives memory away. Does not wait for the taker as long as the window is open; after an error of the arguments the
     * memory is still the caller's, after any other it has gone home.
     *
     * @param memory the caller's; not any more after the call
     * @param lengthBytes how much of it is the message
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @throws SennitException RANK, TAG, COMM, SESSION for misuse, PROC_FAILED where the peer is known to have failed:
     *     the memory is still the caller's. PROC_FAILED, PROC_ABORTED while it waits: it is not
     */
    public void give(OwnershipMemory memory, long lengthBytes, int destination, int tag) {
        checkGive("give", destination, tag);
        giveChecked(memory, lengthBytes, destination, tag);
    }

    /**
     * As {@link #give}, without the checks of {@link #checkGive}, which the caller has made.
     *
     * @param memory the caller's; not any more, whatever happens
     * @param lengthBytes how much of it is the message
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @throws SennitException PROC_FAILED, NO_MEM when it waits and is refused: the memory has gone home; PROC_ABORTED
     *     while it waits
     */
    public void giveChecked(OwnershipMemory memory, long lengthBytes, int destination, int tag) {
        if (destination == PointToPoint.NULL_PROCESS) {
            taker.takeBack(memory);
            return;
        }
        Peer peer = comm.peers().peer(destination);
        if (!isByReference(peer, memory)) {
            Request sending = startSend(peer, memory, lengthBytes, destination, tag);
            if (sending != null) {
                sending.await(null);
            }
            return;
        }
        GiveCredits window = credits.to(destination);
        GiveRequest full = window.waitsFor(lengthBytes);
        if (full == null) {
            pass(peer, memory, lengthBytes, destination, tag, window.add(lengthBytes, tag));
            return;
        }
        GiveRequest beyond = window.beyond(tag);
        pass(peer, memory, lengthBytes, destination, tag, beyond);
        credits.awaitRoom(window, full, beyond);
    }

    /** Returns whether the memory itself can be passed to a peer; otherwise its bytes are sent. */
    private boolean isByReference(Peer peer, OwnershipMemory memory) {
        return peer.local() != null || process.isReached(peer, memory);
    }

    /**
     * Starts to give memory away.
     *
     * @param memory the caller's; not any more after the call
     * @param lengthBytes how much of it is the message
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @return the request, complete when nothing more need be waited for: within the window at once, beyond it when the
     *     memory has been taken
     * @throws SennitException as for {@link #give}; the memory is still the caller's then
     */
    public Request giveNonblocking(OwnershipMemory memory, long lengthBytes, int destination, int tag) {
        checkGive("giveNonblocking", destination, tag);
        Request giving = startGive(memory, lengthBytes, destination, tag);
        return giving != null ? giving : completed(destination, tag, lengthBytes);
    }

    /**
     * Starts to give memory away, after {@link #checkGive}.
     *
     * @param memory the caller's; not any more after the call
     * @param lengthBytes how much of it is the message
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @return the request; null when nothing need be waited for
     */
    public Request startGive(OwnershipMemory memory, long lengthBytes, int destination, int tag) {
        if (destination == PointToPoint.NULL_PROCESS) {
            taker.takeBack(memory);
            return null;
        }
        Peer peer = comm.peers().peer(destination);
        if (!isByReference(peer, memory)) {
            return startSend(peer, memory, lengthBytes, destination, tag);
        }
        GiveCredits window = credits.to(destination);
        GiveRequest full = window.waitsFor(lengthBytes);
        if (full == null) {
            pass(peer, memory, lengthBytes, destination, tag, window.add(lengthBytes, tag));
            return null;
        }
        window.refusalOf(full); // the request reports its own refusal
        GiveRequest answer = new GiveRequest(device.self().progress(), scope, comm.rank(), destination, tag);
        pass(peer, memory, lengthBytes, destination, tag, answer);
        return answer;
    }

    /**
     * Checks the arguments of a give, before anything has happened.
     *
     * @param operation its name, for the text
     * @param destination the rank
     * @throws SennitException RANK, TAG, COMM, SESSION for misuse, PROC_FAILED where the peer is known to have failed
     */
    public void checkGive(String operation, int destination, int tag) {
        comm.begin(operation);
        check.destination(operation, destination, tag);
    }

    /**
     * Returns a request that is complete already.
     *
     * @param destination the peer of the outcome
     * @return its outcome is still to be taken
     */
    public Request completed(int destination, int tag, long lengthBytes) {
        boolean isNullProcess = destination == PointToPoint.NULL_PROCESS;
        return CompletedRequest.of(
                device.self().progress(),
                destination,
                isNullProcess ? PointToPoint.ANY_TAG : tag,
                isNullProcess ? 0 : lengthBytes);
    }

    private void pass(
            Peer peer, OwnershipMemory memory, long lengthBytes, int destination, int tag, GiveRequest answer) {
        if (peer.local() != null) {
            device.sendByHandle(message(peer, lengthBytes, destination, tag), memory.give(answer));
        } else {
            MemorySegment header = device.isShared() ? PacketDescriptor.newNativeHeader() : ownHeader;
            process.pass(
                    device.self().id(), header, peer, memory, message(peer, lengthBytes, destination, tag), answer);
        }
    }

    private OutgoingMessage message(Peer peer, long lengthBytes, int destination, int tag) {
        OutgoingMessage message = device.message();
        message.set(contextId, rank, tag, lengthBytes, DataLayout.RAW);
        return message.to(scope, peer, destination);
    }

    /** Sends the bytes; returns null if they have been sent. */
    private Request startSend(Peer peer, OwnershipMemory memory, long lengthBytes, int destination, int tag) {
        MemorySegment bytes = memory.memory();
        Request sending;
        try {
            sending = device.startSend(
                    null, false, message(peer, lengthBytes, destination, tag).from(bytes, 0, null));
        } catch (RuntimeException e) { // the network has been closed
            taker.takeBack(memory);
            throw e;
        }
        if (sending == null) {
            taker.takeBack(memory);
        } else {
            sending.whenComplete(memory::sendBack); // however the request and the wait end
        }
        return sending;
    }

    /**
     * Takes: blocks until a message is there and is the caller's.
     *
     * @param mostBytes the longest message that is wanted, in bytes
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param status receives the outcome; its count is the length of the message; may be null
     * @return the memory, now the caller's; from the null process room for nothing
     * @throws SennitException RANK, TAG, ARG, COMM, SESSION for misuse; TRUNCATE when the message was longer: given
     *     memory has gone home; NO_MEM when there is no room for a message that came as bytes; PROC_FAILED,
     *     PROC_ABORTED; final
     */
    public OwnershipMemory take(long mostBytes, int source, int tag, Status status) {
        OwnershipMemory memory = takeAtOnce(mostBytes, source, tag, status);
        return memory != null ? memory : takeByRequest(mostBytes, source, tag, status);
    }

    /**
     * Fast path: takes without a request, if given memory arrives soon and no other receive or message comes before it.
     * Never where several threads share the endpoint.
     *
     * @param mostBytes the longest message that is wanted, in bytes
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param status as for {@link #take}
     * @return the memory, now the caller's, with {@link #takenBytes}; null when nothing has happened, and the caller
     *     must use {@link #takeByRequest}
     * @throws SennitException RANK, TAG, ARG, COMM, SESSION for misuse
     */
    public OwnershipMemory takeAtOnce(long mostBytes, int source, int tag, Status status) {
        comm.begin("take");
        check.source("take", source, tag);
        if (source == PointToPoint.NULL_PROCESS) {
            return null;
        }
        int rounds = device.roundsAtOnce();
        if (rounds == 0) {
            return null;
        }
        WantedMessage message = wanted.set(source, tag, DataLayout.RAW, mostBytes);
        OwnershipMemory memory = (OwnershipMemory) device.takeAtOnce(message, status, rounds);
        if (memory != null) {
            memory.taken(device.takenWord(), device.takenBytes());
            credits.cameBackFrom(source);
        }
        return memory;
    }

    /** Returns the length of the message that {@link #takeAtOnce} has taken last, in bytes. */
    public long takenBytes() {
        return device.takenBytes();
    }

    /**
     * Takes, after {@link #takeAtOnce} has not: blocks until a message is there and is the caller's.
     *
     * @param mostBytes the longest message that is wanted, in bytes
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param status as for {@link #take}
     * @return as for {@link #take}
     * @throws SennitException as for {@link #take}
     */
    public OwnershipMemory takeByRequest(long mostBytes, int source, int tag, Status status) {
        if (source == PointToPoint.NULL_PROCESS) {
            if (status != null) {
                status.set(source, PointToPoint.ANY_TAG, 0, false);
            }
            return taker.room(0);
        }
        TakeRequest request = device.keepsForThreads() || !ownTake.isInactive() ? newTake() : ownTake;
        start(request, "take", mostBytes, source, tag);
        request.await(status);
        credits.cameBackFrom(source);
        return request.taken();
    }

    /** Returns an inactive take for {@link #start}. */
    public TakeRequest newTake() {
        return new TakeRequest(device.self().progress(), null, taker);
    }

    /**
     * Starts a take.
     *
     * @param request inactive
     * @param operation its name, for the text
     * @param mostBytes the longest message that is wanted, in bytes
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @throws SennitException as for {@link #take}; what is wrong with the message comes when the request is waited for
     */
    public void start(TakeRequest request, String operation, long mostBytes, int source, int tag) {
        comm.begin(operation);
        check.source(operation, source, tag);
        request.limit(mostBytes);
        request.from(scope, comm.rank(), contextId, source, tag, DataLayout.RAW).into(MemorySegment.NULL, 0, null, -1);
        if (source == PointToPoint.NULL_PROCESS) {
            request.accept(taker.room(0));
            request.completeOwn(source, PointToPoint.ANY_TAG, 0);
        } else {
            device.post(request);
        }
    }

    /** Returns whether a member is known to have failed, so that no collective can succeed. */
    public boolean hasFailedMember() {
        return comm.isAnyFailed() && comm.isBroken();
    }

    /** Returns the error, to be thrown, of a call in which all members take part, after one of them has failed. */
    public SennitException memberFailed(String operation) {
        return comm.memberFailed(operation);
    }

    /**
     * Checks that a collective can begin.
     *
     * @param operation its name, for the text
     * @throws SennitException COMM when the communicator has been closed or has two sides, SESSION, PROC_ABORTED;
     *     PROC_FAILED when a member has failed; final
     */
    public void checkCollective(String operation) {
        comm.begin(operation);
        comm.checkIntra(operation);
        if (hasFailedMember()) {
            throw memberFailed(operation);
        }
    }

    /**
     * Notifies the communicator's error handler of an error that one of the calls here has thrown.
     *
     * @param error about to be thrown
     */
    public SennitException raised(SennitException error) {
        return ErrorScope.raise(comm, error);
    }

    /**
     * Returns the names of an operation on this communicator for an error text.
     *
     * @param peer the peer's rank
     * @return {@code name=value} pairs
     */
    public String describe(String operation, int peer, int tag) {
        return check.describe(operation, peer, tag);
    }
}
