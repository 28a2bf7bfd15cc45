package org.sennit.internal.shm.mapped;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.spi.network.VirtualConnection;

/** The settings of the module between JVMs of one host. */
final class MappedOptions {
    /** Number of records of a ring; see {@link org.sennit.internal.shm.mapped.ring.RingDescriptor}. */
    static final Option<Integer> RING = Option.ofInt(
            "mapped.ring",
            256,
            16,
            1 << 16,
            "KiB",
            "message ring for each direction between two JVMs of a host, rounded up to a power of two");

    /**
     * Up to here a message goes through the ring at once. One way of an array by one copy of the kernel, and by the
     * ring (us, three runs by turns): 8 KiB 3.0 to 3.7 and 3.1 to 3.3, 16 KiB 3.5 to 4.5 and 5.1 to 5.7. Where the
     * kernel does not copy, as a large message through the ring of slots: 16 KiB 5.4 to 6.4 and 5.2 to 5.6. A stream
     * of 16 KiB, GB/s: 6.4 to 10.1 and 5.9 to 6.6.
     */
    static final Option<Integer> EAGER_MAX = Option.ofInt(
            "mapped.eager.max",
            8 * 1024,
            0,
            VirtualConnection.MAX_EAGER_BYTES,
            "B",
            "longest eager message between JVMs of a host; longer ones go by rendezvous");

    /**
     * The area of one direction through which large messages go: a page, and 8 channels of a page and 256 KiB. The
     * receiver grants 4 of them and the sender announces 4, so 8 messages go at once.
     */
    static final Option<Integer> LARGE = Option.ofInt(
            "mapped.large.area",
            2084,
            64,
            1 << 16,
            "KiB",
            "shared copy buffer for large messages, for each direction between two JVMs of a host");

    private MappedOptions() {}

    static List<Option<?>> all() {
        return List.of(RING, EAGER_MAX, LARGE);
    }
}
