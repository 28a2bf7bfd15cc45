package org.sennit.internal.shm.mapped.transfer;

/**
 * The layout of one direction's transfer area: a page of ours, a page of words for each channel, and the channels'
 * slots.
 *
 * <pre>
 *   0        16             4096                                          4096 (1 + channels)
 *   +---------+--------------+-----------------+-------+-----------------+-------------------------+
 *   |  nonce  |  0           | words of channel 0 |  ...  | of the last     |  slots, channel after channel |
 *   +---------+--------------+-----------------+-------+-----------------+-------------------------+
 *
 *   words of a channel, each in two cache lines of its own (the prefetcher fetches pairs):
 *   0         128         256        512                     512 + 16 * 128
 *   +----------+-----------+----------+--------------+---------------+
 *   |  door    |  consumed |  claims  |  ready 0     | ... ready 15  |
 *   +----------+-----------+----------+--------------+---------------+
 * </pre>
 *
 * <p>The first half of the channels, or more, is granted by the receiver, the others are announced by the
 * sender: {@link SlotChannel}.
 *
 * <p>The nonce is written by the sender before it sends anything, and read to verify that a process number means the
 * peer. The words are explained in {@link SlotChannel}.
 *
 * <p>A channel is a ring of 256 KiB. Two JVMs, heap to heap, one way, warm, us: 64 KiB, 256 KiB, 1 MiB by 8 slots of 16
 * KiB: 10.7, 36.9, 140; 16 of 16: 6.4, 17.6, 61.0; 32 of 8: 6.5, 17.5, 61.3; 32 of 16 (512 KiB): 7.2, 17.2, 62.1; 16 of
 * 64 (1 MiB): 8.5, 19.6, 63.4. (class org.sennit.bench.copy.MappedCopyComparison)
 */
final class TransferAreaDescriptor {
    /** The slots of a channel. */
    static final int SLOTS = 16;

    /** The bytes of a slot. */
    static final int SLOT_BYTES = 16 << 10;

    static final int NONCE_BYTES = 16;

    static final long DOOR_OFFSET = 0;
    static final long CONSUMED_OFFSET = 128;
    static final long CLAIMS_OFFSET = 256;
    static final long READY_OFFSET = 512;
    static final long READY_STRIDE = 128;

    private static final long PAGE_BYTES = 4096;
    private static final long CHANNEL_BYTES = (long) SLOTS * SLOT_BYTES;

    /** One bit of a long for each. */
    private static final int MOST_CHANNELS = 63;

    private TransferAreaDescriptor() {}

    /** Returns the number of channels that an area has: one message per channel can be under way at once, more wait. */
    static int channels(long areaBytes) {
        return (int) Math.min(MOST_CHANNELS, (areaBytes - PAGE_BYTES) / (PAGE_BYTES + CHANNEL_BYTES));
    }

    /**
     * Returns the number of channels of an area that its receiver grants, the first ones; the sender announces the
     * others. At least one, so that no message waits for a channel that its sender has announced for another.
     */
    static int grantedChannels(int channels) {
        return channels - channels / 2;
    }

    static long wordsOffset(int channel) {
        return PAGE_BYTES * (1 + channel);
    }

    static long slotOffset(int channels, int channel, long slot) {
        return PAGE_BYTES * (1 + channels) + channel * CHANNEL_BYTES + slot * SLOT_BYTES;
    }
}
