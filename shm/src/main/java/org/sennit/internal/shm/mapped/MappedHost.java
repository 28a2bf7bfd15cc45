package org.sennit.internal.shm.mapped;

import java.util.function.Consumer;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;
import org.sennit.internal.shm.mapped.memory.SharedHeap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.VirtualConnection;
import org.slf4j.LoggerFactory;

/**
 * The part of a module that its connections know: what they share, which there are, and the threads that sleep. Any
 * thread.
 */
abstract class MappedHost {
    /** Polls between two polls of the underlying module: a poll of a socket costs 300 ns. */
    private static final int INNER_INTERVAL = 32;

    /** As INNER_INTERVAL, while the underlying module only reports deaths: a poll of the rings takes 10 to 20 ns. */
    private static final int QUIET_INNER_INTERVAL = 1024;

    private final NetworkSetup setup;
    private final NetworkUpcalls upcalls;
    private final SharedFilePlaces places;
    private final SharedHeap heap;
    private final PairDescriptor layout;
    private final int eagerLimitBytes;
    private final boolean isDemanded;

    private final MappedConnections connections = new MappedConnections(); // without those of other hosts
    private final Sleepers sleepers = new Sleepers(connections::keepAwake, connections::haveWork);
    private final Consumer<Thread> waker = this::wake;
    private volatile boolean isClosed; // stored once by close; read by every call that begins something

    // Stored once by close, when the connections are closed and the underlying module is not yet; read by polls and
    // waits.
    private volatile boolean hasEnded;

    // Stored by any thread that changes a connection's state; polls may use an old value for a while.
    private volatile int innerInterval = INNER_INTERVAL;

    @SuppressWarnings("this-escape") // to be called when a thread sleeps, after this
    MappedHost(NetworkSetup setup, boolean isDemanded, SharedFilePlaces places) {
        this.setup = setup;
        this.upcalls = setup.upcalls();
        this.isDemanded = isDemanded;
        this.places = places;
        this.heap = new SharedHeap(places);
        int ringKiB = setup.options().value(MappedOptions.RING);
        this.layout = new PairDescriptor(
                Integer.highestOneBit(2 * ringKiB - 1) << 10, setup.options().value(MappedOptions.LARGE) << 10);
        this.eagerLimitBytes = setup.options().value(MappedOptions.EAGER_MAX);
    }

    /** Wakes a thread that waits in the underlying module. */
    public abstract void wake(Thread thread);

    /** Returns whether connections are brought to rest, or are at rest. */
    abstract boolean isResting();

    /** Returns whether the peer of an underlying connection is on another host. */
    abstract boolean isElsewhere(VirtualConnection beneath);

    final int process() {
        return setup.process();
    }

    final SharedFilePlaces places() {
        return places;
    }

    final NetworkSetup setup() {
        return setup;
    }

    final SharedHeap heap() {
        return heap;
    }

    final PairDescriptor layout() {
        return layout;
    }

    final NetworkUpcalls upcalls() {
        return upcalls;
    }

    final int eagerLimitBytes() {
        return eagerLimitBytes;
    }

    final boolean hasEnded() {
        return hasEnded;
    }

    final void checkOpen() {
        if (isClosed) {
            throw new SennitException(ErrorClass.NETWORK, "the network has been closed");
        }
    }

    /** Ends the beginning of anything; false when it has been ended before. */
    final synchronized boolean beginClose() {
        boolean isFirst = !isClosed;
        isClosed = true;
        return isFirst;
    }

    /** Called when the connections are closed. */
    final void end() {
        hasEnded = true;
    }

    /** Returns the connections to the peers of this host; always the same. */
    final MappedConnections connections() {
        return connections;
    }

    final Sleepers sleepers() {
        return sleepers;
    }

    final int innerInterval() {
        return innerInterval;
    }

    /**
     * Returns the connection that the device uses in place of an underlying one: that connection itself where the peer
     * is on another host.
     */
    final VirtualConnection connectionOf(VirtualConnection beneath) {
        MappedConnection shared = sharedOver(beneath);
        return shared == null ? beneath : shared;
    }

    /** Returns the connection over one beneath, made by the first call or upcall; null for a peer of another host. */
    final synchronized MappedConnection sharedOver(VirtualConnection beneath) {
        if (beneath.attachment() instanceof MappedConnection known) {
            return known;
        }
        if (isElsewhere(beneath)) {
            return null;
        }
        MappedConnection connection = new MappedConnection(this, beneath);
        connections.add(connection); // before an upcall can find it: only what has been added comes to be polled
        beneath.attach(connection);
        chooseInnerInterval();
        return connection;
    }

    final synchronized void forget(MappedConnection connection) {
        connection.inner().attach(null);
        connections.remove(connection);
    }

    /** Called when work on a connection is wanted for the first time. */
    final void use(MappedConnection connection) {
        connections.use(connection);
    }

    /** Called when a peer of this host cannot share memory. */
    final void cannotMap(MappedConnection connection, String reason) {
        if (isDemanded) {
            connection
                    .service()
                    .giveUpLater(new SennitException(
                            ErrorClass.UNSUPPORTED,
                            "net.module=mapped, and memory cannot be shared: process=" + connection.process() + " "
                                    + reason));
            return;
        }
        LoggerFactory.getLogger(MappedHost.class)
                .warn(
                        "memory cannot be shared with process={}, messages go through sockets: {}",
                        connection.process(),
                        reason);
    }

    /**
     * Called when a connection's state has changed: wakes the sleepers, and chooses how often the underlying module is
     * polled.
     */
    final void stateChanged() {
        chooseInnerInterval();
        wakeSleepers();
    }

    private void chooseInnerInterval() {
        boolean isQuiet = setup.hostProcesses() == setup.processes();
        for (MappedConnection connection : connections.all()) {
            isQuiet &= !connection.states().needsInner();
        }
        innerInterval = isQuiet ? QUIET_INNER_INTERVAL : INNER_INTERVAL;
    }

    /** Wakes the sleepers of an endpoint. */
    final void wakeSleeper(int endpoint) {
        sleepers.wake(endpoint, waker);
    }

    /** Has all that sleep look about. */
    final void wakeSleepers() {
        sleepers.wakeAll(waker);
    }
}
