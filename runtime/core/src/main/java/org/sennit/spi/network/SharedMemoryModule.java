package org.sennit.spi.network;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Optional interface of a {@link NetworkModule}: memory that the processes of one host map. Any thread.
 *
 * <p>Callers: the device, for arenas that programs ask for and for ownership passing between processes of one host.
 */
public interface SharedMemoryModule {
    /**
     * Opens an arena for memory that messages are sent from and received in: peers of this host map the memory,
     * and a message is copied once.
     *
     * @return a fresh arena that any thread may use and close; its {@code allocate} throws a SennitException with
     *     NO_MEM when memory has run out
     */
    Arena newSharedArena();

    /**
     * Names memory so that another process of this host can open it by {@link #open}.
     *
     * @param memory of a {@link #newSharedArena} that is open
     * @return its name; null when it is not shared
     */
    SharedMemoryName nameOf(MemorySegment memory);

    /**
     * Opens the region of memory that another process has named.
     *
     * @param region what {@link SharedMemoryName#region} gave there
     * @return the whole region, for any thread, as long as it is reachable; null when it cannot be opened here
     */
    MemorySegment open(String region);
}
