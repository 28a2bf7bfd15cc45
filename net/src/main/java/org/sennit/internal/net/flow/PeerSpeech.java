package org.sennit.internal.net.flow;

/**
 * The time for which a peer has sent nothing but handshakes, and the number of sockets: a path that drops large frames
 * carries handshakes for ever. The first socket after a silence gives the peer time for a word, however late it comes.
 * Used with the loop held.
 */
public final class PeerSpeech {
    private final long limitNs;
    private long silentNs;
    private int muteSockets;

    /**
     * Makes one for a peer that has just sent something.
     *
     * @param limitNs the silence after which a peer is taken for dead
     */
    public PeerSpeech(long limitNs) {
        this.limitNs = limitNs;
    }

    /** Counts from now: the peer has sent something other than a handshake, or could not have. */
    public void restart() {
        silentNs = 0;
        muteSockets = 0;
    }

    /** Called when there is another socket, over which only a handshake has come so far. */
    public void socketMade() {
        if (muteSockets++ == 0) {
            silentNs = Math.min(silentNs, limitNs - limitNs / 3);
        }
    }

    /**
     * Counts time without a word.
     *
     * @param elapsedNs since the last count
     * @return whether the silence is still short
     */
    public boolean isShort(long elapsedNs) {
        silentNs += elapsedNs;
        return silentNs < limitNs;
    }

    /** Returns the silence, in nanoseconds. */
    public long silentNs() {
        return silentNs;
    }

    /** Returns the number of sockets that there have been since the last word. */
    public int muteSockets() {
        return muteSockets;
    }
}
