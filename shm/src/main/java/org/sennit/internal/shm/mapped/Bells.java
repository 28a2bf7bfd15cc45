package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The packets that wake an endpoint of the peer, one for each endpoint, made when it is first woken. Any thread. */
final class Bells {
    /** Endpoints beyond these get a new packet each time. */
    private static final int MOST = 1 << 10;

    // Guarded by this object's monitor.
    private MemorySegment[] headers = {};

    /** Returns the packet for an endpoint, which is never written again. */
    synchronized MemorySegment of(int endpoint) {
        if (endpoint < headers.length && headers[endpoint] != null) {
            return headers[endpoint];
        }
        MemorySegment header = new ControlPacket(ControlPacket.BELL, endpoint + 1L, "").header();
        if (endpoint < MOST) {
            if (endpoint >= headers.length) {
                headers = Arrays.copyOf(headers, endpoint + 1);
            }
            headers[endpoint] = header;
        }
        return header;
    }
}
