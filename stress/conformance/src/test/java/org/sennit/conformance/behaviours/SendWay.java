package org.sennit.conformance.behaviours;

import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * One of the calls that send: every mode, blocking, nonblocking and persistent.
 *
 * @param name the call
 * @param isSynchronous whether it may be complete only when the message has been received
 * @param isBlocking whether the call itself waits
 * @param call makes it
 */
record SendWay(String name, boolean isSynchronous, boolean isBlocking, Call call) {
    /** Sends; gives the request that is to be waited for. */
    @FunctionalInterface
    interface Call {
        Request send(Communicator world, Object memory, DataLayout layout, int destination, int tag);
    }

    /** Makes a blocking call. */
    @FunctionalInterface
    private interface Blocking {
        void send(Object memory, DataLayout layout, int destination, int tag);
    }

    private static Request blocking(Blocking call, Object memory, DataLayout layout, int destination, int tag) {
        call.send(memory, layout, destination, tag);
        return null;
    }

    private static Request started(Request persistent) {
        persistent.start();
        return persistent;
    }

    static List<SendWay> all() {
        return List.of(
                new SendWay("send", false, true, (w, m, l, d, t) -> blocking(w::send, m, l, d, t)),
                new SendWay("sendSynchronous", true, true, (w, m, l, d, t) -> blocking(w::sendSynchronous, m, l, d, t)),
                new SendWay("sendBuffered", false, true, (w, m, l, d, t) -> blocking(w::sendBuffered, m, l, d, t)),
                new SendWay("sendReady", false, true, (w, m, l, d, t) -> blocking(w::sendReady, m, l, d, t)),
                new SendWay(
                        "nonblocking().send",
                        false,
                        false,
                        (w, m, l, d, t) -> w.nonblocking().send(m, l, d, t)),
                new SendWay(
                        "nonblocking().sendSynchronous",
                        true,
                        false,
                        (w, m, l, d, t) -> w.nonblocking().sendSynchronous(m, l, d, t)),
                new SendWay(
                        "nonblocking().sendBuffered",
                        false,
                        false,
                        (w, m, l, d, t) -> w.nonblocking().sendBuffered(m, l, d, t)),
                new SendWay(
                        "nonblocking().sendReady",
                        false,
                        false,
                        (w, m, l, d, t) -> w.nonblocking().sendReady(m, l, d, t)),
                new SendWay(
                        "persistent().send",
                        false,
                        false,
                        (w, m, l, d, t) -> started(w.persistent().send(m, l, d, t))),
                new SendWay(
                        "persistent().sendSynchronous",
                        true,
                        false,
                        (w, m, l, d, t) -> started(w.persistent().sendSynchronous(m, l, d, t))),
                new SendWay(
                        "persistent().sendBuffered",
                        false,
                        false,
                        (w, m, l, d, t) -> started(w.persistent().sendBuffered(m, l, d, t))),
                new SendWay(
                        "persistent().sendReady",
                        false,
                        false,
                        (w, m, l, d, t) -> started(w.persistent().sendReady(m, l, d, t))));
    }

    /** Sends and waits. */
    void send(Communicator world, Object memory, DataLayout layout, int destination, int tag) {
        Request request = call.send(world, memory, layout, destination, tag);
        if (request != null) {
            request.await();
        }
    }
}
