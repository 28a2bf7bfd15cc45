package org.sennit.endpoints.passing;

import java.util.Arrays;

/**
 * The gifts of an endpoint that nobody has taken yet, as far as is known: as long as they are few, a give does not wait, and
 * no word comes back for it. So a one-way stream stays in bounded memory without a store that both sides write. Belongs to
 * the thread that gives.
 */
public class GiveWindow {
    private static final int FIRST_CAPACITY = 64;
    private static final int MOST_GIFTS = 4096;

    private final long mostBytes;
    private PassedMemory[] gifts = new PassedMemory[FIRST_CAPACITY];
    private long[] words = new long[FIRST_CAPACITY];
    private long[] bytes = new long[FIRST_CAPACITY];
    private int count;
    private long openBytes;
    private int remoteCount; // since the last that was answered
    private long remoteBytes;

    /**
     * An empty window.
     *
     * @param mostBytes how much may be under way before a give waits, in bytes; one gift may always be
     */
    public GiveWindow(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * Whether a gift may go to an endpoint of this JVM without an answer.
     *
     * @param lengthBytes its length
     * @return true when {@link #add} may follow
     */
    public boolean isOpen(long lengthBytes) {
        if (count == gifts.length || openBytes + lengthBytes > mostBytes) {
            sweep();
        }
        return count == 0 || count < MOST_GIFTS && openBytes + lengthBytes <= mostBytes;
    }

    /**
     * Takes note of a gift that goes without an answer; after {@link #isOpen}.
     *
     * @param gift the memory
     * @param word what {@link PassedMemory#give} gave
     * @param lengthBytes its length
     */
    public void add(PassedMemory gift, long word, long lengthBytes) {
        if (count == gifts.length) {
            gifts = Arrays.copyOf(gifts, 2 * count);
            words = Arrays.copyOf(words, 2 * count);
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        gifts[count] = gift;
        words[count] = word;
        bytes[count] = lengthBytes;
        count++;
        openBytes += lengthBytes;
    }

    /**
     * Whether a gift may go to another process without an answer: nothing tells that it has been taken, so each window's
     * worth one is answered. Counts it.
     *
     * @param lengthBytes its length
     * @return false when it is to be answered
     */
    public boolean isOpenToProcess(long lengthBytes) {
        if (remoteCount > 0 && (remoteCount == MOST_GIFTS || remoteBytes + lengthBytes > mostBytes)) {
            remoteCount = 0;
            remoteBytes = 0;
            return false;
        }
        remoteCount++;
        remoteBytes += lengthBytes;
        return true;
    }

    private void sweep() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (gifts[i].isTaken(words[i])) {
                openBytes -= bytes[i];
            } else {
                gifts[kept] = gifts[i];
                words[kept] = words[i];
                bytes[kept] = bytes[i];
                kept++;
            }
        }
        Arrays.fill(gifts, kept, count, null);
        count = kept;
    }
}
