package org.sennit.chaos.faulty;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Cuts arrivals into fragments of drawn lengths, in a buffer that is spoilt after use. One thread at a time. */
final class FragmentCutter {
    private static final int MOST_BYTES = 1 << 16;
    private static final int MARGIN = 8;
    private static final byte SPOILT = (byte) 0xA5;

    private final SplittableRandom random;
    private final byte[] memory = new byte[MOST_BYTES + MARGIN];
    private int end;

    FragmentCutter(SplittableRandom random) {
        this.random = random;
    }

    /** Returns the next fragment of some bytes. */
    ByteBuffer next(byte[] bytes, int from) {
        int most = switch (random.nextInt(8)) {
            case 0, 1 -> 1;
            case 2, 3 -> 80;
            case 4, 5 -> 3000;
            default -> MOST_BYTES;
        };
        int length = Math.min(1 + random.nextInt(most), bytes.length - from);
        int at = random.nextInt(MARGIN);
        end = at + length;
        System.arraycopy(bytes, from, memory, at, length);
        return ByteBuffer.wrap(memory, at, length);
    }

    /** Called when the fragment has been read: its buffer may be used again. */
    void spoil() {
        Arrays.fill(memory, 0, end, SPOILT);
    }
}
