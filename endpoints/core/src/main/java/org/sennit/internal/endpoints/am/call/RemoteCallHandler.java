package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;

/**
 * Executes the remote calls of one number. In the network's upcalls, of several connections at once: must not block.
 */
public interface RemoteCallHandler {
    /**
     * Decides where the data of a call goes; called when its header has arrived whole.
     *
     * @param room to be set, where this returns true; not to be kept
     * @return false to be given the data in memory of the call's own, which lasts until the call has been answered
     */
    default boolean room(RemoteCall call, CallRoom room) {
        return false;
    }

    /**
     * Executes a call that has arrived whole. What this throws goes to the origin as the failure of the call.
     *
     * @param call the call, to be answered once, now or later
     * @param data the data, in memory that lasts until the call has been answered; empty without data, null where
     *     {@link #room} has returned where it goes
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
