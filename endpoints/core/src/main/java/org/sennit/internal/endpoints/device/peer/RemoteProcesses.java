package org.sennit.internal.endpoints.device.peer;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.device.flow.CreditWindows;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.OnDemandModule;
import org.sennit.spi.network.VirtualConnection;

/**
 * The other processes of the job. The network is notified of them at once, or, where its module opens on demand, of all
 * of them at the first contact with any. Any thread may call.
 */
public final class RemoteProcesses {
    private final ConcurrentHashMap<Integer, RemoteProcess> known = new ConcurrentHashMap<>();
    private boolean isOnDemand; // guarded by this

    /**
     * Says which network they are reached by; before the first of them.
     *
     * @param module initialised
     */
    public synchronized void useNetwork(NetworkModule module) {
        OnDemandModule onDemand = module.extension(OnDemandModule.class);
        isOnDemand = onDemand != null && onDemand.onFirstContact(this::connectAll);
    }

    /**
     * Adds a process.
     *
     * @param connector makes the network's connection to it
     * @param windows what may still be sent to its endpoints
     */
    public RemoteProcess add(int process, Supplier<VirtualConnection> connector, CreditWindows windows) {
        RemoteProcess added = new RemoteProcess(process, connector, this::connectAll, windows);
        known.put(process, added);
        boolean isOpen;
        synchronized (this) {
            isOpen = !isOnDemand;
        }
        if (isOpen) {
            added.connect();
        }
        return added;
    }

    /**
     * Connects to all processes. Holds no lock meanwhile, because connecting takes the network's loop, and an upcall
     * there may want the lock. A process that is added meanwhile is connected by this or by {@link #add}.
     */
    private void connectAll() {
        synchronized (this) {
            isOnDemand = false;
        }
        known.values().forEach(RemoteProcess::connect);
    }

    /** Returns the process with a number; null where none has been added. */
    public RemoteProcess of(int process) {
        return known.get(process);
    }

    /** Returns all that have been added. */
    public Collection<RemoteProcess> all() {
        return known.values();
    }
}
