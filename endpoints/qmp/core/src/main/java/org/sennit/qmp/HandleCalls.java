package org.sennit.qmp;

import org.sennit.message.Memory;

/**
 * The calls on handles that {@link ChannelCalls} declares: start and wait, other memory, clear to send, and the end. A
 * handle is idle or active.
 */
public abstract class HandleCalls extends MemoryCalls {
    /** For the subclasses of this package. */
    HandleCalls() {}

    // ---- running ----

    /**
     * Starts all channels of a handle; does not block, and allocates nothing. A receive gates its channel: its memory
     * is written from now on. A second start to the same node by another handle does not block either. (QMP_start)
     *
     * @param handle idle
     * @return SUCCESS; INVALID_OP when it is active (it goes on unharmed), BAD_MESSAGE when it is missing, freed or
     *     consumed, BAD_MEMORY when its memory has been freed
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public final QmpStatus start(MessageHandle handle) {
        return node().running().start(handle);
    }

    /**
     * Makes progress and looks. A send is complete when its memory may be overwritten, a receive when its message is
     * there. (QMP_is_complete)
     *
     * @param handle any
     * @return true when it is complete, or idle; true with BAD_MESSAGE for one that is missing, freed or consumed; an
     *     error of the operation is returned by {@link Qmp#getErrorNumber}
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public final boolean isComplete(MessageHandle handle) {
        return node().running().isComplete(handle);
    }

    /**
     * Blocks until a handle is complete, for at most ten minutes, see {@link #setTimeout}. (QMP_wait)
     *
     * @param handle any
     * @return SUCCESS, at once when it is idle; TIMEOUT, and it is active still; BAD_MESSAGE for a handle that is
     *     missing, freed or consumed, or for a message that is longer than its memory
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public final QmpStatus await(MessageHandle handle) {
        return node().running().await(handle);
    }

    /**
     * Blocks until all handles are complete, for at most ten minutes in all, see {@link #setTimeout}. (QMP_wait_all)
     *
     * @param handles sends and receives
     * @param nhandles how many of them
     * @return SUCCESS, or the first status by index that is another; all have been waited for
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public final QmpStatus awaitAll(MessageHandle[] handles, int nhandles) {
        return node().running().awaitAll(handles, nhandles);
    }

    /**
     * Sets how long {@link #await} and {@link #awaitAll} wait, for all channels together.
     *
     * @param timeoutNs nanoseconds, 0 and up; ten minutes at the beginning
     */
    public final void setTimeout(long timeoutNs) {
        node().running().setTimeout(timeoutNs);
    }

    // ---- changes and end ----

    /**
     * Frees a handle. (QMP_free_msghandle)
     *
     * @param handle idle; stays as it is, with INVALID_OP when it is active, with BAD_MESSAGE when it is consumed; null
     *     and freed handles are passed over
     */
    public final void freeMsghandle(MessageHandle handle) {
        node().running().free(handle);
    }

    /**
     * Lets a handle use other memory of the same shape, without a new declaration. (QMP_change_address, QMP 2.5)
     *
     * @param handle idle, of one channel, declared with memory in one buffer
     * @param buffer takes the place of that buffer
     * @return SUCCESS; INVALID_OP for a handle that is active or of several channels, BAD_MEMORY, MEMSIZE_TOOBIG where
     *     the shape does not lie in the buffer
     */
    public final QmpStatus changeAddress(MessageHandle handle, @Memory Object buffer) {
        return node().running().changeAddress(handle, new Object[] {buffer}, 1);
    }

    /**
     * Lets the channels of a handle use other memory of the same shapes. (QMP_change_address_multiple, QMP 2.5)
     *
     * @param handle idle
     * @param buffers for each channel, in the declared order, what takes the place of its buffer; null leaves it
     * @param naddr the number of channels
     * @return SUCCESS; INVALID_ARG for another number, otherwise as {@link #changeAddress}; nothing is changed then
     */
    public final QmpStatus changeAddressMultiple(MessageHandle handle, Object[] buffers, int naddr) {
        return node().running().changeAddress(handle, buffers, naddr);
    }

    /**
     * Says whether the memory of a receive may be overwritten before its start; a message that is there already then
     * comes while the node computes. (QMP_clear_to_send, QMP 2.5)
     *
     * @param handle idle; its sends are left as they are
     * @param clearToSend READY counts for the next start, and cannot be taken back
     * @return SUCCESS; INVALID_OP for a handle that is active, or where READY is taken back
     */
    public final QmpStatus clearToSend(MessageHandle handle, ClearToSend clearToSend) {
        return node().running().clearToSend(handle, clearToSend);
    }
}
