package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.ObjectRequest;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.ImmutableRecords;
import org.sennit.internal.endpoints.datatype.ObjectCodec;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Sends and receives of objects on one communicator: as bytes, or inside a JVM by reference where that was asked for.
 * Belongs to the thread that drives the endpoint.
 */
public final class ObjectMessages {
    private final CommContext comm;
    private final Device device;
    private final ObjectRules rules;
    private final ArgumentCheck check;

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     */
    public ObjectMessages(CommContext comm) {
        this.comm = comm;
        this.device = comm.device();
        this.rules = comm.job().objects();
        this.check = new ArgumentCheck(comm);
    }

    /**
     * Sends an object as bytes; blocks until they are gone.
     *
     * @param value a serializable object or null
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @throws SennitException UNSUPPORTED when objects are off, TYPE when it is not serializable, COUNT when it is too
     *     long, and as for {@link PointToPoint#send}
     */
    public void send(Object value, int destination, int tag) {
        comm.begin("sendObject");
        check.destination("sendObject", destination, tag);
        if (destination != PointToPoint.NULL_PROCESS) {
            byte[] bytes = encode("sendObject", value, destination, tag);
            device.send(message(bytes, destination, tag));
        }
    }

    /**
     * Starts to send an object as bytes; the object itself may change at once.
     *
     * @param value a serializable object or null
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @throws SennitException as for {@link #send}
     */
    public Request sendNonblocking(Object value, int destination, int tag) {
        comm.begin("nonblocking().sendObject");
        check.destination("nonblocking().sendObject", destination, tag);
        if (destination == PointToPoint.NULL_PROCESS) {
            return CompletedRequest.of(device.self().progress(), PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
        }
        byte[] bytes = encode("nonblocking().sendObject", value, destination, tag);
        return device.sendNonblocking(message(bytes, destination, tag));
    }

    /**
     * Sends an immutable object: inside the JVM the object itself, else its bytes. Inside the JVM it waits for the
     * receiver only where that is flooded.
     *
     * @param value an immutable record, string, boxed value, enum constant, or null
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @throws SennitException TYPE when it is not immutable, and as for {@link #send}
     */
    public void share(Object value, int destination, int tag) {
        comm.begin("shareObject");
        check.destination("shareObject", destination, tag);
        String reason = ImmutableRecords.whyNot(value);
        if (reason != null) {
            throw new SennitException(
                    ErrorClass.TYPE,
                    "object may change and cannot be shared: " + reason + ": "
                            + check.describe("shareObject", destination, tag));
        }
        Peer peer =
                destination == PointToPoint.NULL_PROCESS ? null : comm.peers().peer(destination);
        if (peer != null && peer.local() != null) {
            pass(peer, value, destination, tag);
        } else if (peer != null) {
            send(value, destination, tag);
        }
    }

    /**
     * Gives an object to an endpoint of this JVM, by reference. Waits for the receiver only where that is flooded.
     *
     * @param value any object, or null; the caller must not use it any more
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @throws SennitException UNSUPPORTED when the peer is in another JVM, RANK, TAG, COMM, SESSION, PROC_FAILED; the
     *     object is still the caller's; final
     */
    public void give(Object value, int destination, int tag) {
        Peer peer = taker("giveObject", destination, tag);
        if (peer != null) {
            pass(peer, value, destination, tag);
        }
    }

    /**
     * Starts to give an object to an endpoint of this JVM, by reference.
     *
     * @param value any object, or null; the caller must not use it any more
     * @param destination a rank or {@link PointToPoint#NULL_PROCESS}
     * @return the request, complete at once unless the receiver is flooded
     * @throws SennitException as for {@link #give}
     */
    public Request giveNonblocking(Object value, int destination, int tag) {
        Peer peer = taker("giveObjectNonblocking", destination, tag);
        if (peer == null) {
            return CompletedRequest.of(device.self().progress(), PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
        }
        HeldObject held = start(peer, value, destination, tag);
        return held != null ? held : CompletedRequest.of(device.self().progress(), destination, tag, 0);
    }

    /** Returns the peer that an object is given to, or null for the null process. */
    private Peer taker(String operation, int destination, int tag) {
        comm.begin(operation);
        check.destination(operation, destination, tag);
        if (destination == PointToPoint.NULL_PROCESS) {
            return null;
        }
        Peer peer = comm.peers().peer(destination);
        if (peer.local() == null) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "an object cannot be given to another JVM; sendObject sends a copy: "
                            + check.describe(operation, destination, tag));
        }
        return peer;
    }

    private void pass(Peer peer, Object value, int destination, int tag) {
        HeldObject held = start(peer, value, destination, tag);
        if (held != null) {
            held.await(null);
        }
    }

    /**
     * Passes an object. A flooded endpoint gets no more objects than it has senders: each waits for its receive.
     *
     * @return what to wait for, or null
     */
    private HeldObject start(Peer peer, Object value, int destination, int tag) {
        ObjectReference reference = new ObjectReference(value);
        if (peer.local() == device.self() || !peer.local().inbox().isFlooded()) {
            device.sendReference(message(peer, destination, tag, 0), reference);
            return null;
        }
        HeldObject held = new HeldObject(comm, reference, destination, tag);
        device.sendReference(message(peer, destination, tag, 0), held);
        return held;
    }

    /**
     * Receives an object; blocks until it is there.
     *
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param status receives the outcome; may be null
     * @param <T> the class
     * @return the object; null from the null process
     * @throws SennitException UNSUPPORTED when objects are off, TYPE when its class is not allowed or another or it is
     *     no object, TRUNCATE when it is too long, and as for {@link PointToPoint#receive}
     */
    public <T> T receive(Class<T> type, int source, int tag, Status status) {
        ObjectArrival<T> request = start("receiveObject", type, source, tag);
        request.await(status);
        return request.value();
    }

    /**
     * Starts to receive an object.
     *
     * @param source a rank, {@link PointToPoint#ANY_SOURCE} or {@link PointToPoint#NULL_PROCESS}
     * @param tag a tag or {@link PointToPoint#ANY_TAG}
     * @param <T> the class
     * @return the request, which has the object when it is over
     * @throws SennitException as for {@link PointToPoint#receive}; what is wrong with the object comes when it is
     *     waited for
     */
    public <T> ObjectRequest<T> receiveNonblocking(Class<T> type, int source, int tag) {
        return new ObjectReceive<>(
                device.self().progress(), comm, start("nonblocking().receiveObject", type, source, tag));
    }

    private <T> ObjectArrival<T> start(String operation, Class<T> type, int source, int tag) {
        comm.begin(operation);
        check.source(operation, source, tag);
        if (type == null) {
            throw new SennitException(ErrorClass.ARG, "no class: given=null " + check.describe(operation, source, tag));
        }
        ObjectArrival<T> request = new ObjectArrival<>(device.self().progress(), operation, type, rules);
        request.from(comm, comm.rank(), comm.userContextId(), source, tag, DataLayout.OBJECT)
                .into(MemorySegment.NULL, 0, null, 0);
        request.afterwards(request::decode);
        if (source == PointToPoint.NULL_PROCESS) {
            request.take(null);
            request.completeOwn(PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
        } else {
            device.post(request);
        }
        return request;
    }

    private byte[] encode(String operation, Object value, int destination, int tag) {
        return ObjectCodec.encode(value, rules, check.describe(operation, destination, tag));
    }

    private OutgoingMessage message(byte[] bytes, int destination, int tag) {
        return message(comm.peers().peer(destination), destination, tag, bytes.length)
                .from(MemorySegment.ofArray(bytes), 0, null);
    }

    private OutgoingMessage message(Peer peer, int destination, int tag, long lengthBytes) {
        OutgoingMessage message = new OutgoingMessage();
        message.set(comm.userContextId(), comm.rank(), tag, lengthBytes, DataLayout.OBJECT);
        return message.to(comm, peer, destination);
    }
}
