package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;

/** Executes the remote calls of one number. In the network's upcalls, of several connections at once: must not block. */
public interface RemoteCallHandler {
    /**
     * Returns memory for the data of a call; called when its header has arrived whole.
     *
     * @return memory for it; null to be given the data in memory of the call's own, which lasts until {@link #execute}
     *     returns
     */
    default CallRoom room(RemoteCall call) {
        return null;
    }

    /**
     * Executes a call that has arrived whole. What this throws goes to the origin as the failure of the call.
     *
     * @param call the call, to be answered once, now or later
     * @param data the data: what {@link #room} gave, cut to the length of the data, or memory that lasts until this
     *     returns; empty without data
     */
    void execute(RemoteCall call, MemorySegment data);

    /**
     * Called in place of {@link #execute} when the data of the call is lost, because the memory that {@link #room} gave
     * cannot be written, or must not be any more. What this throws goes to the origin as the failure of the call.
     *
     * @param call the call, to be answered once, now or later
     * @param why the cause
     */
    default void lost(RemoteCall call, RuntimeException why) {
        throw why;
    }
}
