package org.sennit.internal.net.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.config.Options;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.NetworkCapabilities;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.VirtualConnection;

/**
 * Modules with several lanes, seen by one endpoint of each process: process p has lanes 2 + p mod 2, and what the test
 * does is done by its endpoint p + 1, so that no two processes meet on their first lanes. Upcalls of other connections
 * are dropped: where a process dies, they fail too.
 */
record LanedModuleFactory(NetworkModuleFactory inner) implements NetworkModuleFactory {
    static int lanesOf(int process) {
        return 2 + process % 2;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public int preference() {
        return inner.preference();
    }

    @Override
    public String unavailableBecause(Options options) {
        return inner.unavailableBecause(options);
    }

    @Override
    public NetworkModule create(NetworkSetup setup) {
        int lanes = lanesOf(setup.process());
        Upcalls upcalls = new Upcalls(setup.upcalls());
        NetworkModule module = inner.create(new NetworkSetup(
                setup.jobId(),
                setup.process(),
                setup.processes(),
                setup.hostProcesses(),
                setup.incarnation(),
                lanes,
                setup.secret(),
                setup.options().with(TcpOptions.LANES, lanes, "test"),
                setup.context(),
                upcalls));
        // a process that joins later is known by the address of its first lane alone
        upcalls.endpoint = setup.processes() == 1 ? 0 : setup.process() + 1;
        return new View(module, upcalls.endpoint);
    }

    /** Hands up what one endpoint would see. */
    private static final class Upcalls implements NetworkUpcalls {
        private final NetworkUpcalls above;
        private int endpoint;

        Upcalls(NetworkUpcalls above) {
            this.above = above;
        }

        private boolean isSeen(VirtualConnection vc) {
            return vc.lane(endpoint, endpoint == 0 ? 0 : vc.process() + 1) == vc;
        }

        @Override
        public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
            above.handlePacket(vc, fragment);
        }

        @Override
        public MemorySegment room(VirtualConnection vc, long mostBytes) {
            return above.room(vc, mostBytes);
        }

        @Override
        public long roomOffset(VirtualConnection vc) {
            return above.roomOffset(vc);
        }

        @Override
        public long roomBytes(VirtualConnection vc) {
            return above.roomBytes(vc);
        }

        @Override
        public void filled(VirtualConnection vc, long bytes) {
            above.filled(vc, bytes);
        }

        @Override
        public void aborted(VirtualConnection vc, Throwable cause) {
            above.aborted(vc, cause);
        }

        @Override
        public void terminated(VirtualConnection vc) {
            above.terminated(vc);
        }

        @Override
        public void failed(VirtualConnection vc, Throwable cause) {
            if (isSeen(vc)) {
                above.failed(vc, cause);
            }
        }
    }

    /** The module as one endpoint uses it. */
    private record View(NetworkModule module, int endpoint) implements NetworkModule, JoiningModule, QuiescentModule {
        private NetworkLane lane() {
            return module.lane(endpoint);
        }

        @Override
        public String name() {
            return module.name();
        }

        @Override
        public String explain() {
            return module.explain();
        }

        @Override
        public BusinessCard init() {
            return module.init();
        }

        @Override
        public VirtualConnection connect(int process, BusinessCard card) {
            return module.connect(process, card).lane(endpoint, endpoint == 0 ? 0 : process + 1);
        }

        @Override
        public VirtualConnection connectToRoot(BusinessCard card) {
            return module.require(JoiningModule.class).connectToRoot(card);
        }

        @Override
        public int poll(PollDirection direction, int workLimit) {
            return lane().poll(direction, workLimit);
        }

        @Override
        public void await(NetworkWaiter waiter, long timeoutNs) {
            lane().await(waiter, timeoutNs);
        }

        @Override
        public void wake(Thread thread) {
            lane().wake(thread);
        }

        @Override
        public boolean isOrdered() {
            return module.isOrdered();
        }

        @Override
        public NetworkCapabilities capabilities() {
            return module.capabilities();
        }

        @Override
        public void quiesce(long timeoutNs) {
            module.require(QuiescentModule.class).quiesce(timeoutNs);
        }

        @Override
        public void resume() {
            module.require(QuiescentModule.class).resume();
        }

        @Override
        public void peerDied(int process, Throwable cause) {
            module.peerDied(process, cause);
        }

        @Override
        public void close() {
            module.close();
        }
    }
}
