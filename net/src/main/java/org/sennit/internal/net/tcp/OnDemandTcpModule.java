package org.sennit.internal.net.tcp;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.config.Options;
import org.sennit.internal.net.wire.LaneCard;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.NetworkCapabilities;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.OnDemandModule;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.QuiescentModule;
import org.sennit.spi.network.VirtualConnection;

/**
 * A {@link TcpModule} on one host that is made at the first contact with a peer: until then there is a
 * {@link Doorbell}, and nothing of Netty has been loaded, which takes half the time of an empty job. Any thread.
 *
 * <p>Before that waiting threads park, each for itself.
 */
final class OnDemandTcpModule implements NetworkModule, JoiningModule, QuiescentModule, OnDemandModule {
    private final NetworkSetup setup;
    private final SocketPolicy policy;
    private final String name;
    private final boolean isUnixDemanded;
    private final Object making = new Object();
    private final Set<Thread> waiting = Collections.newSetFromMap(new IdentityHashMap<>()); // guarded by itself
    private final Map<Integer, Throwable> dead = new ConcurrentHashMap<>(); // reported before there was a module

    // Volatile store with `making` held; volatile load by any thread. A waiter is in `waiting` before its load, and
    // `waiting` is read behind the store: one of the two sees the other.
    private volatile TcpModule made;

    // Guarded by making.
    private Doorbell bell; // null before init, and where there is none
    private boolean isClosed;
    private Runnable firstContact; // null: all peers are known, or come by card alone

    private OnDemandTcpModule(NetworkSetup setup, SocketPolicy policy, String name, boolean isUnixDemanded) {
        this.setup = setup;
        this.policy = policy;
        this.name = name;
        this.isUnixDemanded = isUnixDemanded;
    }

    /**
     * Returns a module of this kind where its only socket would be a Unix one, else one that is made at once.
     * Parameters and errors as those of {@link TcpModule}.
     */
    static NetworkModule of(NetworkSetup setup, String name, boolean isUnixDemanded) {
        Options options = setup.options();
        SocketPolicy policy = SocketPolicy.of(setup, isUnixDemanded);
        boolean isPlain = options.value(TcpOptions.TRANSPORT).equals(TcpOptions.TRANSPORT.defaultValue())
                && setup.secret().length > 0;
        if (isPlain
                && policy.isUnixAllowed()
                && !policy.hasOtherHosts()
                && LaneChoice.of(setup).count() == 1) {
            return new OnDemandTcpModule(setup, policy, name, isUnixDemanded);
        }
        return new TcpModule(setup, name, isUnixDemanded);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String explain() {
        TcpModule module = made;
        return module == null ? name + " on one host, to be opened at the first contact with a peer" : module.explain();
    }

    // ---- the first contact ----

    @Override
    public BusinessCard init() {
        synchronized (making) {
            try {
                bell = Doorbell.open(setup);
            } catch (IOException
                    | UnsupportedOperationException cannot) { // said by the module, or another socket serves
                made = new TcpModule(setup, name, isUnixDemanded);
                return made.init();
            }
            if (setup.process() == 0) {
                StaleSockets.clear(
                        bell.folder().base(), setup.context().wallTime().toEpochMilli());
            }
            bell.answer(setup, this::opened);
            ListenAddress address = new ListenAddress(
                    ListenAddress.Reach.UNIX,
                    policy.isTlsEverywhere(),
                    bell.folder().socket().toString(),
                    0);
            TcpAddress own = new TcpAddress(setup.incarnation(), policy.host().digest(), List.of(address));
            return new LaneCard(List.of(own)).toCard();
        }
    }

    @Override
    public boolean onFirstContact(Runnable connectAll) {
        synchronized (making) {
            if (bell == null || made != null) {
                return false;
            }
            firstContact = connectAll;
            return true;
        }
    }

    /** Returns the module, to which all peers are known or are being made known by the caller. */
    private TcpModule made() {
        TcpModule module = made;
        return module == null ? make() : module;
    }

    /** Returns the module, to which all peers are known. */
    private TcpModule opened() {
        TcpModule module = made;
        if (module == null) {
            module = make();
            Runnable connectAll;
            synchronized (making) {
                connectAll = firstContact;
                firstContact = null;
            }
            if (connectAll != null) {
                connectAll.run();
            }
        }
        return module;
    }

    private TcpModule make() {
        synchronized (making) {
            if (made != null) {
                return made;
            }
            if (isClosed) {
                throw new SennitException(ErrorClass.NETWORK, "the network has been closed");
            }
            TcpModule module = new TcpModule(setup, name, isUnixDemanded, bell.folder());
            try {
                module.init();
            } catch (RuntimeException | Error cannot) {
                module.close();
                throw cannot;
            }
            made = module;
            bell.close();
            dead.forEach(module::peerDied);
            wakeAll();
            return module;
        }
    }

    @Override
    public VirtualConnection connect(int process, BusinessCard card) {
        return made().connect(process, card);
    }

    @Override
    public VirtualConnection connectToRoot(BusinessCard card) {
        return opened().connectToRoot(card);
    }

    // ---- progress ----

    @Override
    public int poll(PollDirection direction, int workLimit) {
        TcpModule module = made;
        return module == null ? 0 : module.poll(direction, workLimit);
    }

    @Override
    public void await(NetworkWaiter waiter, long timeoutNs) {
        TcpModule module = made;
        if (module != null) {
            module.await(waiter, timeoutNs);
            return;
        }
        RuntimeContext context = setup.context();
        long since = context.nanoTime();
        Thread self = Thread.currentThread();
        boolean wasInterrupted = false;
        synchronized (waiting) {
            waiting.add(self);
        }
        try {
            long leftNs = timeoutNs;
            while (made == null && leftNs > 0 && !waiter.isReady() && isWaiting(self)) {
                wasInterrupted |= Thread.interrupted(); // it would end every park
                context.parkNanos(this, leftNs);
                leftNs = timeoutNs == Long.MAX_VALUE ? timeoutNs : timeoutNs - (context.nanoTime() - since);
            }
        } finally {
            synchronized (waiting) {
                waiting.remove(self);
            }
            if (wasInterrupted) {
                self.interrupt();
            }
        }
    }

    private boolean isWaiting(Thread thread) {
        synchronized (waiting) {
            return waiting.contains(thread);
        }
    }

    /** Has all that wait return: there is a module, or will never be. */
    private void wakeAll() {
        synchronized (waiting) {
            waiting.forEach(setup.context()::unpark);
            waiting.clear();
        }
    }

    @Override
    public void wake(Thread thread) {
        TcpModule module = made;
        if (module == null) {
            setup.context().unpark(thread);
            module = made;
        }
        if (module != null) {
            module.wake(thread);
        }
    }

    @Override
    public NetworkCapabilities capabilities() {
        return opened().capabilities();
    }

    // ---- rest, failure and the end ----

    @Override
    public void quiesce(long timeoutNs) {
        opened().quiesce(timeoutNs);
    }

    @Override
    public void resume() {
        TcpModule module = made;
        if (module != null) {
            module.resume();
        }
    }

    @Override
    public void peerDied(int process, Throwable cause) {
        dead.putIfAbsent(process, cause);
        TcpModule module = made; // behind the put: the thread that makes it reads the map behind the store
        if (module != null) {
            module.peerDied(process, cause);
        }
    }

    @Override
    public void close() {
        synchronized (making) {
            if (!isClosed && made == null && bell != null) {
                bell.close();
                bell.folder().close();
            }
            isClosed = true;
            wakeAll();
        }
        TcpModule module = made;
        if (module != null) {
            module.close();
        }
    }
}
