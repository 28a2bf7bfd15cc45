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
     * Up to here a message goes through the ring at once. 16 KiB of an array by the ring, and as a large message, by
     * turns: one way .75 and 1.2 us near, 2.4 and 2.35 far; a stream 20 to 22 and 7.5 to 8.4 GB/s near, 13 and 7.5 far.
     * 32 KiB one way 1.45 and 1.4 near. On a Xeon whose kernel copies (before a receive that waits got its bytes
     * straight from the ring): 8 KiB 3.1 to 3.3 and 3.0 to 3.7 us, 16 KiB 5.1 to 5.7 and 3.5 to 4.5.
     */
    static final Option<Integer> EAGER_MAX = Option.ofInt(
            "mapped.eager.max",
            16 * 1024,
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
