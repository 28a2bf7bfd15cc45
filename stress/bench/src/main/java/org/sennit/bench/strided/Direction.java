package org.sennit.bench.strided;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;

/** Which side of a message has gaps: 8 of 24 bytes. */
enum Direction {
    GATHER("strided to contiguous", true, false) {
        @Override
        void byHand(double[] from, double[] to, int count) {
            HandWritten.gather(from, to, count);
        }

        @Override
        void byHand(MemorySegment from, MemorySegment to, int count) {
            HandWritten.gather(from, to, count);
        }
    },
    SCATTER("contiguous to strided", false, true) {
        @Override
        void byHand(double[] from, double[] to, int count) {
            HandWritten.scatter(from, to, count);
        }

        @Override
        void byHand(MemorySegment from, MemorySegment to, int count) {
            HandWritten.scatter(from, to, count);
        }
    },
    BOTH("strided to strided", true, true) {
        @Override
        void byHand(double[] from, double[] to, int count) {
            HandWritten.both(from, to, count);
        }

        @Override
        void byHand(MemorySegment from, MemorySegment to, int count) {
            HandWritten.both(from, to, count);
        }
    };

    private final String words;
    private final boolean isSenderStrided;
    private final boolean isReceiverStrided;

    Direction(String words, boolean isSenderStrided, boolean isReceiverStrided) {
        this.words = words;
        this.isSenderStrided = isSenderStrided;
        this.isReceiverStrided = isReceiverStrided;
    }

    String words() {
        return words;
    }

    DataLayout ofSender(int count) {
        return layout(isSenderStrided, count);
    }

    DataLayout ofReceiver(int count) {
        return layout(isReceiverStrided, count);
    }

    private static DataLayout layout(boolean isStrided, int count) {
        return isStrided ? DataLayout.vector(count, 1, 3, DataLayout.DOUBLE) : DataLayout.DOUBLE.count(count);
    }

    abstract void byHand(double[] from, double[] to, int count);

    abstract void byHand(MemorySegment from, MemorySegment to, int count);
}
