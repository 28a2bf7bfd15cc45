package org.sennit.internal.endpoints.am.endpoint;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.endpoints.am.memory.MemoryDigest;
import org.sennit.internal.endpoints.am.memory.VectorCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * For checked mode: the header and the data of a message at its origin, which must not be changed before the origin
 * counter moves. Any thread.
 */
public final class OriginCheck {
    private final EndpointScope from;
    private final int source;
    private final int handler;
    private final MemorySegment header;
    private final ActiveVector data;
    private final long digest;
    private boolean hasEnded; // guarded by this

    private OriginCheck(EndpointScope from, int source, int handler, MemorySegment header, ActiveVector data) {
        this.from = from;
        this.source = source;
        this.handler = handler;
        this.header = header;
        this.data = data;
        this.digest = MemoryDigest.of(header, data);
    }

    /**
     * Begins to watch a message whose data is read after its call has returned.
     *
     * @return null unless in checked mode, or where other threads cannot read the memory
     */
    public static OriginCheck begin(
            EndpointScope from, int source, int handler, MemorySegment header, ActiveVector data) {
        return from.work().isChecked() && !MemoryViews.isConfined(header) && !VectorCopy.isConfined(data)
                ? new OriginCheck(from, source, handler, header, data)
                : null;
    }

    /**
     * Calls the origin's error handler, once, where header or data have been changed; before the origin counter moves.
     * Returns when that has been looked for, by whichever thread.
     */
    public synchronized void end() {
        if (hasEnded) {
            return;
        }
        hasEnded = true;
        try {
            if (MemoryDigest.of(header, data) == digest) {
                return;
            }
        } catch (IllegalStateException | InternalError e) { // lost memory, which the one that reads the data finds
            return;
        }
        from.report(
                source,
                handler,
                new SennitException(
                        ErrorClass.PENDING,
                        "header or data of an active message have been changed before its origin counter has moved:"
                                + " operation=activeMessages().send handler=" + handler + " length="
                                + data.lengthBytes() + " " + from));
    }
}
