package org.sennit.internal.endpoints.p2p;

import static org.sennit.internal.endpoints.p2p.PointToPoint.ANY_TAG;
import static org.sennit.internal.endpoints.p2p.PointToPoint.NULL_PROCESS;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Matched probes on one communicator, and the receives of their messages. No other thread can take the message between
 * a matched probe and its receive; between an ordinary probe and a receive, threads that share the endpoint can.
 * Belongs to the thread that drives the endpoint. (MPI 4.1, sections 3.8.2 and 3.8.3)
 */
public final class MatchedProbes {
    static final String RECEIVE = "MatchedMessage.receive";
    static final String RECEIVE_NONBLOCKING = "MatchedMessage.receiveNonblocking";

    private final CommContext comm;
    private final Device device;
    private final PointToPoint pointToPoint;
    private final ArgumentCheck check;

    MatchedProbes(CommContext comm, PointToPoint pointToPoint, ArgumentCheck check) {
        this.comm = comm;
        this.device = comm.device();
        this.pointToPoint = pointToPoint;
        this.check = check;
    }

    /**
     * Blocks until a message is there, and takes it.
     *
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param message an empty handle, which receives it
     * @throws SennitException as for {@link PointToPoint#probe}; REQUEST when the handle is not empty; final
     */
    public void probe(int source, int tag, ProbedMessage message) {
        while (!find("probeMatched", source, tag, message)) { // again where another thread has taken it meanwhile
            pointToPoint.awaitMessage("probeMatched", source, tag);
        }
    }

    /**
     * Looks whether a message is there, and takes it.
     *
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param message an empty handle, which receives it
     * @return true when there was one
     * @throws SennitException as for {@link PointToPoint#probe}; REQUEST when the handle is not empty; final
     */
    public boolean probeNonblocking(int source, int tag, ProbedMessage message) {
        return find("nonblocking().probeMatched", source, tag, message);
    }

    private boolean find(String operation, int source, int tag, ProbedMessage message) {
        comm.begin(operation);
        check.source(operation, source, tag);
        if (message == null) {
            throw new SennitException(
                    ErrorClass.ARG, "no handle: given=null " + check.describe(operation, source, tag));
        }
        if (!message.isEmpty()) {
            throw new SennitException(
                    ErrorClass.REQUEST,
                    "the handle holds a message that has not been received: " + check.describe(operation, source, tag));
        }
        if (source == NULL_PROCESS) {
            message.fromNullProcess(this);
            return true;
        }
        if (!device.probeMatched(pointToPoint.contextId(), source, tag, message.held(), message.status())) {
            return pointToPoint.isHopeless(operation, source, tag);
        }
        message.heldBy(this);
        return true;
    }

    void receive(ProbedMessage message, Object memory, DataLayout layout, Status status) {
        try {
            begin(RECEIVE, message);
            if (message.takeNullProcess()) {
                PointToPoint.nullStatus(status);
                return;
            }
            ReceiveRequest request = device.receiveToBlockOn();
            int source = message.source();
            int tag = message.tag();
            checkFull(message, RECEIVE);
            MemorySegment staged = pointToPoint.blocking().prepare(request, RECEIVE, memory, layout, source, tag);
            start(message, request, RECEIVE);
            request.await(status);
            pointToPoint.blocking().unstage(staged, RECEIVE, memory, layout, source, tag);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    Request receiveNonblocking(ProbedMessage message, Object memory, DataLayout layout) {
        try {
            begin(RECEIVE_NONBLOCKING, message);
            if (message.takeNullProcess()) {
                return CompletedRequest.of(device.self().progress(), NULL_PROCESS, ANY_TAG, 0);
            }
            ReceiveRequest request = device.newReceive();
            checkFull(message, RECEIVE_NONBLOCKING);
            pointToPoint.prepare(request, RECEIVE_NONBLOCKING, memory, layout, message.source(), message.tag());
            start(message, request, RECEIVE_NONBLOCKING);
            return request;
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    /** Begins a receive, also after the communicator has been closed: no longer one that takes a message from it. */
    private void begin(String operation, ProbedMessage message) {
        if (message.isEmpty() || !comm.job().isRunning()) {
            comm.begin(operation);
        } else {
            device.self().progress().enter(operation);
        }
    }

    private void checkFull(ProbedMessage message, String operation) {
        if (message.isEmpty()) {
            throw empty(operation + " rank=" + comm.rank() + " communicator=" + comm);
        }
    }

    private void start(ProbedMessage message, ReceiveRequest request, String operation) {
        boolean isStarted = false;
        try {
            isStarted = device.self().queue().receiveHeld(message.held(), request);
        } finally {
            if (!isStarted) {
                request.withdraw();
            }
        }
        if (!isStarted) { // another thread has received it
            throw empty(operation + " rank=" + comm.rank() + " communicator=" + comm);
        }
    }

    /** Returns the error of a handle without a message; of one that was never used no communicator is known. */
    static SennitException empty(String operation) {
        return new SennitException(
                ErrorClass.REQUEST,
                "the handle has no message: it has been received already, or none was probed: operation=" + operation);
    }
}
