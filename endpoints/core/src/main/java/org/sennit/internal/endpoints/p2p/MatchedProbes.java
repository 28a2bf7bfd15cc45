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
 * Matched probes on one communicator, and the receives of what they have taken. A probe and the receive of its message are
 * one step to all other threads, which an ordinary probe with a receive after it is not where threads share an endpoint.
 * Belongs to the thread that drives the endpoint. (MPI 4.1, sections 3.8.2 and 3.8.3)
 */
public final class MatchedProbes {
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
        while (!probeNonblocking(source, tag, message)) { // again where another thread has taken it meanwhile
            pointToPoint.awaitMessage(source, tag);
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
        comm.checkOpen("probeMatched");
        check.source("probeMatched", source, tag);
        if (message == null) {
            throw new SennitException(
                    ErrorClass.ARG, "no handle: given=null " + check.describe("probeMatched", source, tag));
        }
        if (!message.isEmpty()) {
            throw new SennitException(
                    ErrorClass.REQUEST,
                    "the handle holds a message that has not been received: "
                            + check.describe("probeMatched", source, tag));
        }
        if (source == NULL_PROCESS) {
            message.fromNobody(this);
            return true;
        }
        if (!device.probeMatched(pointToPoint.contextId(), source, tag, message.held(), message.status())) {
            return pointToPoint.isHopeless("probeMatched", source, tag);
        }
        message.heldBy(this);
        return true;
    }

    void receive(ProbedMessage message, Object memory, DataLayout layout, Status status) {
        try {
            comm.checkOpen("receive matched");
            if (message.takeNobody()) {
                PointToPoint.nullStatus(status);
                return;
            }
            ReceiveRequest request = device.receiveToBlockOn();
            String operation = "receive matched";
            int source = message.source();
            int tag = message.tag();
            checkFull(message, operation);
            MemorySegment staged = pointToPoint.blocking().prepare(request, operation, memory, layout, source, tag);
            start(message, request, operation);
            pointToPoint.blocking().await(request, staged, operation, memory, layout, source, tag, status);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    Request receiveNonblocking(ProbedMessage message, Object memory, DataLayout layout) {
        try {
            comm.checkOpen("receive matched nonblocking");
            if (message.takeNobody()) {
                return CompletedRequest.of(device.self().progress(), NULL_PROCESS, ANY_TAG, 0);
            }
            ReceiveRequest request = device.newReceive();
            String operation = "receive matched nonblocking";
            checkFull(message, operation);
            pointToPoint.prepare(request, operation, memory, layout, message.source(), message.tag());
            start(message, request, operation);
            return request;
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    private static void checkFull(ProbedMessage message, String operation) {
        if (message.isEmpty()) {
            throw empty(operation);
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
        if (!isStarted) { // another thread was faster
            throw empty(operation);
        }
    }

    static SennitException empty(String operation) {
        return new SennitException(
                ErrorClass.REQUEST,
                "the handle has no message: it has been received already, or none was probed: " + "operation="
                        + operation);
    }
}
