package org.sennit.message;

/**
 * Outcome of a receive or probe: source, tag and length of the message. Mutable and reusable, so that
 * a loop needs only one; not for two threads at once. (MPI 4.1, section 3.2.5)
 */
public final class Status {
    /** Any source, or no source: the status of a request that was not active. */
    public static final int ANY = -1;

    private int source = ANY;
    private int tag = ANY;
    private long countBytes;
    private boolean isCancelled;

    /** Makes an empty status: any source, any tag, no bytes. */
    public Status() {}

    /**
     * Fills the status.
     *
     * @param source the sender's rank
     * @param tag the tag
     * @param countBytes the length in bytes
     * @param isCancelled whether the operation was cancelled
     * @return this
     */
    public Status set(int source, int tag, long countBytes, boolean isCancelled) {
        this.source = source;
        this.tag = tag;
        this.countBytes = countBytes;
        this.isCancelled = isCancelled;
        return this;
    }

    /**
     * Makes this the empty status of MPI: any source, any tag, no bytes.
     *
     * @return this
     */
    public Status clear() {
        return set(ANY, ANY, 0, false);
    }

    /**
     * Returns the sender's rank in the communicator of the receive.
     *
     * @return the rank, −2 for the null process, −1 in an empty status
     */
    public int source() {
        return source;
    }

    /**
     * Returns the tag of the message.
     *
     * @return the tag, −1 in an empty status and for the null process
     */
    public int tag() {
        return tag;
    }

    /**
     * Returns the length of the message.
     *
     * @return bytes
     */
    public long countBytes() {
        return countBytes;
    }

    /**
     * Returns the length of the message in elements, or in repetitions of a derived layout. (MPI_Get_count)
     *
     * @param layout what is counted: {@code INT} counts integers, a vector counts vectors; an offset and a count that
     *     the layout has are not looked at
     * @return whole ones, or −3 (undefined) when the bytes are not a multiple of the size of one
     */
    public long count(DataLayout layout) {
        return layout.unitsIn(countBytes);
    }

    /**
     * Returns the length of the message in elements of primitive types. (MPI_Get_elements)
     *
     * @param layout what was received; an offset and a count that it has are not looked at
     * @return whole elements, or −3 (undefined) when the message ends inside an element
     */
    public long elements(DataLayout layout) {
        return layout.elementsIn(countBytes);
    }

    /**
     * Returns whether the operation was cancelled.
     *
     * @return true after a successful cancel
     */
    public boolean isCancelled() {
        return isCancelled;
    }

    @Override
    public String toString() {
        return "source=" + source + " tag=" + tag + " length=" + countBytes + (isCancelled ? " cancelled" : "");
    }
}
