package org.sennit.conformance.faults;

import org.sennit.Communicator;
import org.sennit.PartitionedReceive;
import org.sennit.PartitionedSend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/** A call that names another rank, and that waits for ever when that one does nothing. */
enum NamingCall {
    RECEIVE((world, peer) -> world.receive(new byte[8], peer, 1)),
    RECEIVE_NONBLOCKING(
            (world, peer) -> world.nonblocking().receive(new long[100], peer, 1).await()),
    RECEIVE_ANY((world, peer) -> world.receive(new byte[8], Communicator.ANY_SOURCE, 1)),
    RECEIVE_BY_TESTS((world, peer) -> {
        Request receive = world.nonblocking().receive(new int[3], peer, 1);
        while (!receive.test()) {
            Thread.onSpinWait();
        }
    }),
    RECEIVE_LATER((world, peer) -> {
        Request first = world.nonblocking().receive(new int[3], peer, 1);
        try {
            first.await();
        } finally {
            world.receive(new int[3], peer, 2); // posted when the death is known
        }
    }),
    SEND_LARGE((world, peer) -> world.send(new byte[100 << 20], peer, 3)),
    SEND_LARGE_NONBLOCKING((world, peer) ->
            world.nonblocking().send(new byte[20 << 20], peer, 3).await()),
    SEND_SYNCHRONOUS((world, peer) -> world.sendSynchronous(new byte[1], peer, 3)),
    SEND_OFTEN((world, peer) -> {
        while (true) {
            world.send(new byte[4096], peer, 3);
        }
    }),
    PROBE((world, peer) -> world.probe(peer, 1)),
    PROBE_ANY((world, peer) -> world.probe(Communicator.ANY_SOURCE, 1)),
    PROBE_MATCHED((world, peer) -> world.probeMatched(peer, 1)),
    SEND_RECEIVE((world, peer) -> world.sendReceive(new byte[1], peer, 3, new byte[1], peer, 1, null)),
    SEND_RECEIVE_NONBLOCKING((world, peer) -> world.nonblocking()
            .sendReceive(new byte[1], peer, 3, new byte[1], peer, 1)
            .await()),
    RECEIVE_PERSISTENT((world, peer) -> {
        Request request = world.persistent().receive(new byte[8], peer, 1);
        request.start();
        request.await();
    }),
    SEND_PERSISTENT((world, peer) -> {
        Request request = world.persistent().sendSynchronous(new byte[8], peer, 3);
        request.start();
        request.await();
    }),
    RECEIVE_PARTITIONED((world, peer) -> {
        PartitionedReceive request =
                world.persistent().receivePartitioned(new long[4], 4, DataLayout.LONG.count(1), peer, 1);
        request.start();
        request.await();
    }),
    SEND_PARTITIONED((world, peer) -> {
        PartitionedSend request =
                world.persistent().sendPartitioned(new byte[2 << 20], 2, DataLayout.BYTE.count(1 << 20), peer, 3);
        request.start();
        request.readyRange(0, 1);
        request.await();
    }),
    AWAIT_ANY((world, peer) -> Request.awaitAny(
            world.nonblocking().receive(new byte[1], peer, 1),
            world.nonblocking().receive(new byte[1], peer, 2))),
    AWAIT_ALL((world, peer) -> Request.awaitAll(
            world.nonblocking().receive(new byte[1], peer, 1),
            world.nonblocking().receive(new byte[1], peer, 2)));

    /** What is called. */
    interface Body {
        void run(Communicator world, int peer) throws Exception;
    }

    private final Body body;

    NamingCall(Body body) {
        this.body = body;
    }

    void run(Communicator world, int peer) throws Exception {
        body.run(world, peer);
    }

    /** The call of a rank: all are made when there are as many ranks. */
    static NamingCall of(int rank) {
        return values()[rank % values().length];
    }
}
