package org.sennit.endpoints.passing;

import java.util.Arrays;

/**
 * The gifts of an endpoint that nobody has taken yet, as far as is known: as long as they are few, a give does not wait, and
 * no word comes back for it. So a one-way stream stays in bounded memory without a store that both sides write. Belongs to
 * the thread that gives.
 */
public final class GiveWindow {
    private static final int FIRST_CAPACITY = 64;
    private static final int MOST_GIFTS = 4096;

    private final long mostBytes;
    private PassedMemory[] gifts = new PassedMemory[FIRST_CAPACITY];
    private long[] numbers = new long[FIRST_CAPACITY];
    private long[] bytes = new long[FIRST_CAPACITY];
    private int count;
    private long openBytes;

    /**
     * An empty window.
     *
     * @param mostBytes how much may be under way before a give waits, in bytes; one gift may always be
     */
    public GiveWindow(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Whether a gift of this length may go without an answer. */
    boolean isOpen(long lengthBytes) {
        if (count == gifts.length || openBytes + lengthBytes > mostBytes) {
            sweep();
        }
        return count == 0 || count < MOST_GIFTS && openBytes + lengthBytes <= mostBytes;
    }

    /** A gift has gone without an answer; after {@link #isOpen}. */
    void add(PassedMemory gift, long number, long lengthBytes) {
        if (count == gifts.length) {
            gifts = Arrays.copyOf(gifts, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        gifts[count] = gift;
        numbers[count] = number;
        bytes[count] = lengthBytes;
        count++;
        openBytes += lengthBytes;
    }

    private void sweep() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (gifts[i].isTaken(numbers[i])) {
                openBytes -= bytes[i];
            } else {
                gifts[kept] = gifts[i];
                numbers[kept] = numbers[i];
                bytes[kept] = bytes[i];
                kept++;
            }
        }
        Arrays.fill(gifts, kept, count, null);
        count = kept;
    }
}
