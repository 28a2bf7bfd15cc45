package org.sennit.internal.shm.mapped;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.config.Options;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.VirtualConnection;

/**
 * Mapped modules of processes that all live in this JVM, and the number of packets that have arrived at them. Any
 * thread.
 */
final class ModulesHere implements NetworkUpcalls {
    private final String job;
    private final int processes;
    private final AtomicInteger arrived = new AtomicInteger();

    ModulesHere(String job, int processes) {
        this.job = job;
        this.processes = processes;
    }

    MappedModule module(int process, NetworkModuleFactory beneath) {
        NetworkSetup setup = new NetworkSetup(
                job, process, processes, 1, new byte[16], Options.defaults(), RuntimeContext.system(), this);
        return new MappedModule(setup, beneath, false);
    }

    int arrived() {
        return arrived.get();
    }

    /** Closes modules, all at the same time: they take leave of each other. */
    static void close(NetworkModule... modules) {
        Thread[] others = new Thread[modules.length - 1];
        for (int i = 0; i < others.length; i++) {
            others[i] = Thread.ofPlatform().start(modules[i + 1]::close);
        }
        modules[0].close();
        for (Thread other : others) {
            while (other.isAlive()) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        fragment.position(fragment.limit());
        arrived.incrementAndGet();
    }

    @Override
    public void terminated(VirtualConnection vc) {}

    @Override
    public void failed(VirtualConnection vc, Throwable cause) {
        throw new AssertionError(cause);
    }
}
