package org.sennit.contract.netmod;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;

/**
 * The least that a network module needs, to begin another one from: the mandatory core over queues of one JVM, with
 * back-pressure and without any optional interface. Start reading here; {@link StubConnection} is the other half.
 */
final class StubModule implements NetworkModule {
    private static final long LOOK_NS = 1_000_000;

    final Map<Integer, StubModule> network; // all processes; in a real module the wire
    final NetworkSetup setup;
    final ReentrantLock loop = new ReentrantLock(); // held for all upcalls and callbacks, by the thread that polls
    final Map<Integer, StubConnection> connections = new ConcurrentHashMap<>();

    StubModule(Map<Integer, StubModule> network, NetworkSetup setup) {
        this.network = network;
        this.setup = setup;
    }

    @Override
    public String name() {
        return "stub";
    }

    @Override
    public String explain() {
        return "stub: queues of one JVM";
    }

    @Override
    public BusinessCard init() {
        network.put(setup.process(), this);
        return new BusinessCard("stub:" + setup.process());
    }

    @Override
    public VirtualConnection connect(int process, BusinessCard card) {
        if (process == setup.process() || !card.text().equals("stub:" + process)) {
            throw new SennitException(ErrorClass.ARG, "no process to connect to: process=" + process + " card=" + card);
        }
        return to(process);
    }

    StubConnection to(int process) {
        return connections.computeIfAbsent(process, peer -> new StubConnection(this, peer));
    }

    @Override
    public int poll(PollDirection direction, int workLimit) {
        if (!loop.tryLock()) {
            return 0;
        }
        try {
            int done = 0;
            for (StubConnection connection : connections.values()) {
                done += connection.send() + connection.receive(workLimit);
            }
            return done;
        } finally {
            loop.unlock();
        }
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        if (loop.isHeldByCurrentThread()) {
            throw new IllegalStateException("an upcall must not wait for messages");
        }
        if (poll(PollDirection.IN_FIRST, Integer.MAX_VALUE) == 0 && !waiter.isReady()) {
            LockSupport.parkNanos(this, Math.min(timeoutNs, LOOK_NS)); // a real module blocks in the system
        }
    }

    @Override
    public void wake(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public void peerDied(int process, Throwable cause) {
        to(process).fail(cause);
    }

    @Override
    public void close() {
        SennitException closed = new SennitException(ErrorClass.NETWORK, "the network has been closed");
        connections.values().forEach(connection -> connection.fail(closed));
    }
}
