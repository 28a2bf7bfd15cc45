package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Progress;

/** An endpoint as seen by ownership pools. */
public final class OwnershipEndpoint {
    private final Device device;
    private final OwnershipProcess process;
    private final Options options;
    private final int hostProcesses;
    private Object attachment; // guarded by this; null: none

    /**
     * Shows an endpoint.
     *
     * @param options the job's
     */
    public OwnershipEndpoint(Device device, OwnershipProcess process, Options options, int hostProcesses) {
        this.device = device;
        this.process = process;
        this.options = options;
        this.hostProcesses = hostProcesses;
    }

    OwnershipProcess process() {
        return process;
    }

    /** Returns whether several threads may use the endpoint at once: thread level multiple. */
    public boolean isShared() {
        return device.isShared();
    }

    /**
     * Returns the number of pieces of this process's memory that other processes have at the moment.
     *
     * @return a number of pieces, of all its pools; looks at all of them
     */
    public long away() {
        return process.away();
    }

    /**
     * Returns how much of some of this process's memory was passed to a process that has been lost since. A piece comes
     * back only if that process had passed it on; it is not taken back, because then another endpoint owns it.
     *
     * @param isMeant asked of each piece that is away; must not block
     */
    public long strayed(Predicate<OwnershipMemory> isMeant) {
        return process.strayed(isMeant);
    }

    /**
     * Opens an arena that is closed at the end of the job at the latest: when no program of the job runs in this
     * process any more.
     *
     * @param isShared whether the other processes of the host can map its memory
     * @return a fresh arena that any thread may use and close
     * @throws org.sennit.message.SennitException SESSION when the job is over; final
     */
    public Arena newArena(boolean isShared) {
        return process.newArena(isShared);
    }

    /** Returns whether the job is being aborted: what has been forgotten is not worth a line then. */
    public boolean hasJobFailed() {
        return process.hasJobFailed();
    }

    /**
     * Sends memory of other processes home, with one packet for each process. Any thread.
     *
     * @param memory without an owner
     */
    public void sendHome(List<ForeignMemory> memory) {
        process.sendHome(memory, PacketDescriptor.MOVED);
    }

    /**
     * Has something done when the endpoint ends, unless it is forgotten before.
     *
     * @param work done once; must not block or throw
     */
    public void atEnd(Runnable work) {
        device.atEnd(work);
    }

    /** Forgets work of {@link #atEnd}, the same object. */
    public void notAtEnd(Runnable work) {
        device.notAtEnd(work);
    }

    /** Returns the job's options. */
    public Options options() {
        return options;
    }

    /** Returns the number of processes of the job on this host, 1 or more. */
    public int hostProcesses() {
        return hostProcesses;
    }

    /** Returns the progress engine of the endpoint. */
    public Progress progress() {
        return device.self().progress();
    }

    /**
     * Returns the pool attached to the endpoint. Any thread.
     *
     * @param <T> the type, the same in every call
     * @param maker makes it when it is asked for at first; must not block
     */
    public synchronized <T> T attachment(Class<T> type, Supplier<T> maker) {
        if (attachment == null) {
            attachment = maker.get();
        }
        return type.cast(attachment);
    }
}
