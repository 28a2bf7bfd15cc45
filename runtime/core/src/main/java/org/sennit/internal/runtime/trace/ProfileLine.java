package org.sennit.internal.runtime.trace;

/** A line of a profile: the calls of one rank at one place, with one peer, by one protocol. One thread at a time. */
public final class ProfileLine {
    /** No peer, or many: a barrier, a wait for all. */
    public static final int NO_PEER = -1;

    /** Messages that the rank has sent. */
    public static final char SENT = '>';

    /** Messages that the rank has received. */
    public static final char RECEIVED = '<';

    static final char NO_DIRECTION = '-';

    private static final int FIELDS = 9;

    final int rank;
    final CallSite site;
    final char direction;
    final int peer;
    final MessageProtocol protocol;
    long count;
    long bytes;
    long waitingNs;

    ProfileLine(int rank, CallSite site, char direction, int peer, MessageProtocol protocol) {
        this.rank = rank;
        this.site = site;
        this.direction = direction;
        this.peer = peer;
        this.protocol = protocol;
    }

    /**
     * Adds one message or call.
     *
     * @param messageBytes its length
     */
    public void add(long messageBytes) {
        count++;
        bytes += messageBytes;
    }

    /**
     * Adds time of waiting.
     *
     * @param ns nanoseconds
     */
    public void addWaiting(long ns) {
        waitingNs += ns;
    }

    long waitingNs() {
        return waitingNs;
    }

    /** Returns one line of text that {@link #parse} reads. */
    String text() {
        return rank + "\t" + site.operation() + "\t" + site.place() + "\t" + peer + "\t" + protocol + "\t" + count
                + "\t" + bytes + "\t" + waitingNs + "\t" + direction;
    }

    static ProfileLine parse(String text) {
        String[] fields = text.split("\t", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a line of a profile: " + text);
        }
        ProfileLine line = new ProfileLine(
                Integer.parseInt(fields[0]),
                new CallSite(fields[1], fields[2]),
                fields[8].charAt(0),
                Integer.parseInt(fields[3]),
                MessageProtocol.named(fields[4]));
        line.count = Long.parseLong(fields[5]);
        line.bytes = Long.parseLong(fields[6]);
        line.waitingNs = Long.parseLong(fields[7]);
        return line;
    }
}
