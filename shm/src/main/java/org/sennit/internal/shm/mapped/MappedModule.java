package org.sennit.internal.shm.mapped;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import org.sennit.internal.shm.mapped.memory.SharedFileOffer;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;
import org.sennit.internal.shm.mapped.memory.SharedRegion;
import org.sennit.internal.shm.mapped.memory.StaleFiles;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.LargeMessageMode;
import org.sennit.spi.network.NetworkCapabilities;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.OnDemandModule;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.SharedMemoryName;
import org.sennit.spi.network.VirtualConnection;

/**
 * The network module between JVMs of one host: packets go through rings in memory that both map. It is built on another
 * module, which serves the peers of other hosts, connects the two processes, wakes sleeping peers, and reports their
 * death. Any thread may call any method; see {@link NetworkModule} for what an upcall must not do.
 *
 * <p>A process sleeps in one place, that of the underlying module: before a thread sleeps there it marks
 * itself in the memory of every pair and reads the rings once more; a peer that finds the mark sends a bell
 * over the underlying connection.
 *
 * <p>The connection to a peer of another host is that of the underlying module, passed to the device
 * unchanged, with its upcalls.
 *
 * <p>A process that is alone on its host has the lanes of the underlying module: its card says so, and it shares no
 * memory and polls no ring. Any other process has one lane.
 */
public final class MappedModule extends MappedHost
        implements NetworkModule, SharedMemoryModule, JoiningModule, QuiescentModule, OnDemandModule {
    private static final long CLOSE_NS = 5_000_000_000L;
    private static final long LOOK_NS = 1_000_000;

    /** A record is written within a microsecond of its claim unless its writer has lost its core. */
    private static final long RECORD_NS = 20_000;

    /** Records of one connection that a woken thread takes before it looks at what it waits for. */
    private static final int MOST_AT_ONCE = 64;

    private final NetworkModule inner;
    private final HostMap hostMap; // alone where there are lanes

    private final PollCounts polls = new PollCounts();
    private final ModuleRest rest;

    /**
     * Makes a module that does not listen yet.
     *
     * @param setup identity and surroundings
     * @param beneath the kind of module beneath
     * @param isDemanded whether it is an error that a peer of this host cannot share memory
     */
    MappedModule(NetworkSetup setup, NetworkModuleFactory beneath, boolean isDemanded) {
        this(setup, beneath, isDemanded, new SharedFilePlaces(setup.jobId()));
    }

    /** Makes a module with other places for its memory. */
    MappedModule(NetworkSetup setup, NetworkModuleFactory beneath, boolean isDemanded, SharedFilePlaces places) {
        super(setup, isDemanded, places);
        boolean mayHaveLanes = setup.hostProcesses() == 1 && setup.processes() > 1;
        this.inner = beneath.create(setup.withUpcalls(new InnerUpcalls(this, setup.upcalls()))
                .withEndpoints(mayHaveLanes ? setup.endpoints() : 1));
        this.hostMap =
                new HostMap(HostIdentity.of(setup.options(), setup.process()).digest(), inner.lanes() > 1);
        this.rest = new ModuleRest(this, inner, connections(), setup.context());
    }

    @Override
    public String name() {
        return "mapped";
    }

    @Override
    public String explain() {
        if (hostMap.isAlone()) {
            return "mapped, alone on its host: nothing is shared, over " + inner.explain();
        }
        return "mapped on one host (rings of " + (layout().ringBytes() >> 10) + " KiB in " + places().first()
                + "), over " + inner.explain();
    }

    /** Returns this module's own shared memory; every other extension only if the underlying module has it. */
    @Override
    public <T> T extension(Class<T> type) {
        boolean isServed = type == SharedMemoryModule.class || inner.extension(type) != null;
        return isServed ? NetworkModule.super.extension(type) : null;
    }

    @Override
    boolean isResting() {
        return rest.isResting();
    }

    @Override
    boolean isElsewhere(VirtualConnection beneath) {
        return hostMap.isElsewhere(beneath);
    }

    // ---- connections ----

    @Override
    public BusinessCard init() {
        if (StaleFiles.isTurnOf(setup().process(), setup().hostProcesses())) {
            StaleFiles.clear(setup().context());
        }
        return new MappedCard(hostMap.host(), inner.init()).toCard();
    }

    @Override
    public VirtualConnection connect(int process, BusinessCard card) {
        MappedCard said = MappedCard.of(card);
        synchronized (this) { // before the underlying module lets the peer in
            hostMap.note(process, said);
        }
        return connectionOf(inner.connect(process, said.inner()));
    }

    @Override
    public boolean onFirstContact(Runnable connectAll) {
        return inner.require(OnDemandModule.class).onFirstContact(connectAll);
    }

    @Override
    public VirtualConnection connectToRoot(BusinessCard card) {
        MappedCard said = MappedCard.of(card);
        VirtualConnection beneath = inner.require(JoiningModule.class).connectToRoot(said.inner());
        if (hostMap.isElsewhere(said)) {
            hostMap.noteElsewhere(beneath); // nothing arrives before the first send
        }
        return connectionOf(beneath);
    }

    // ---- progress ----

    @Override
    public int lanes() {
        return hostMap.isAlone() ? inner.lanes() : 1;
    }

    @Override
    public NetworkLane lane(int endpoint) {
        return hostMap.isAlone() ? inner.lane(endpoint) : this;
    }

    @Override
    public int poll(PollDirection direction, int workLimit) {
        int done = connections().poll(workLimit);
        if (direction == PollDirection.OUT_FIRST || connections().isEmpty() || polls.isTime(innerInterval())) {
            done += inner.poll(direction, workLimit);
        }
        return done;
    }

    @Override
    public boolean isCheapToPoll() {
        return setup().hostProcesses() > 1;
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        if (hostMap.isAlone()) { // else a pair may be made while this thread sleeps, which then has to tell it so
            inner.await(waiter, timeoutNs);
            return;
        }
        if (connections().isHeldByMe()) {
            throw new IllegalStateException("an upcall must not wait for messages");
        }
        Sleepers.Sleeper sleeper = sleepers().enter(waiter);
        connections().tell(sleeper);
        try {
            if (!sleeper.isReady()) {
                inner.await(sleeper, timeoutNs);
            } else if (sleeper.awaitsRecord()) {
                awaitRecord(sleeper, timeoutNs);
            }
        } finally {
            sleeper.unmark();
            sleepers().leave(sleeper);
        }
        connections().poll(MOST_AT_ONCE); // what it was woken for
    }

    /**
     * Waits for a record that a peer has claimed and not written yet: the peer is about to write, or waits for a core,
     * perhaps this thread's. A peer that has been stopped or killed must not keep this thread awake, so the wait is
     * short; a peer that writes later reads the sleep flags and rings.
     */
    private void awaitRecord(Sleepers.Sleeper sleeper, long timeoutNs) {
        long since = setup().context().nanoTime();
        while (sleeper.awaitsRecord()) {
            if (setup().context().nanoTime() - since >= RECORD_NS) {
                sleeper.bePatient();
                inner.await(sleeper, Math.min(timeoutNs, LOOK_NS));
                return;
            }
            setup().context().yield();
        }
    }

    @Override
    public void wake(Thread thread) {
        inner.wake(thread);
    }

    @Override
    public boolean isOrdered() {
        return inner.isOrdered();
    }

    @Override
    public NetworkCapabilities capabilities() {
        NetworkCapabilities beneath = inner.capabilities();
        return new NetworkCapabilities(
                EnumSet.allOf(LargeMessageMode.class),
                beneath.detectsPeerDeath(),
                beneath.healsConnections(),
                beneath.hasListeningPort(),
                beneath.isSameHostOnly());
    }

    @Override
    public Arena newSharedArena() {
        return heap().newArena();
    }

    @Override
    public SharedMemoryName nameOf(MemorySegment memory) {
        SharedRegion region = heap().find(memory);
        return region == null
                ? null
                : new SharedMemoryName(region.id(), region.file().describe(), region.offsetOf(memory));
    }

    @Override
    public MemorySegment open(String region) {
        try {
            return SharedFileOffer.parse(region).open(Arena.ofAuto()).segment();
        } catch (SennitException e) { // of another user, of another container, or gone
            return null;
        }
    }

    @Override
    public void peerDied(int process, Throwable cause) {
        inner.peerDied(process, cause);
        for (MappedConnection connection : connections().all()) {
            if (connection.process() == process) {
                connection.service().lost(cause);
            }
        }
    }

    // ---- rest and end ----

    @Override
    public void quiesce(long timeoutNs) {
        checkOpen();
        rest.begin(timeoutNs);
    }

    @Override
    public void resume() {
        rest.end();
    }

    @Override
    public void close() {
        if (!beginClose()) {
            return;
        }
        MappedConnection[] open = connections().all();
        for (MappedConnection connection : open) {
            if (!connection.isAtRest()) {
                connection.terminate();
            }
        }
        rest.finish(setup().context().nanoTime() + CLOSE_NS, true);
        SennitException cause = new SennitException(ErrorClass.SESSION, "the network has been closed");
        end();
        for (MappedConnection connection : open) {
            connection.service().closeNow(cause);
        }
        inner.close();
    }
}
