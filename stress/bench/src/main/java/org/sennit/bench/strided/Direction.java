package org.sennit.bench.strided;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;

/** Which side of a message has gaps: 8 of 24 bytes. */
enum Direction {
    GATHER("strided to contiguous", true, false, HandWritten::gather, HandWritten::gather),
    SCATTER("contiguous to strided", false, true, HandWritten::scatter, HandWritten::scatter),
    BOTH("strided to strided", true, true, HandWritten::both, HandWritten::both);

    /** A loop over memories of one kind. */
    private interface Loop<M> {
        void run(M from, M to, int count);
    }

    private final String words;
    private final boolean isSenderStrided;
    private final boolean isReceiverStrided;
    private final Loop<double[]> ofArrays;
    private final Loop<MemorySegment> ofSegments;

    Direction(
            String words,
            boolean isSenderStrided,
            boolean isReceiverStrided,
            Loop<double[]> ofArrays,
            Loop<MemorySegment> ofSegments) {
        this.words = words;
        this.isSenderStrided = isSenderStrided;
        this.isReceiverStrided = isReceiverStrided;
        this.ofArrays = ofArrays;
        this.ofSegments = ofSegments;
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

    void byHand(double[] from, double[] to, int count) {
        ofArrays.run(from, to, count);
    }

    void byHand(MemorySegment from, MemorySegment to, int count) {
        ofSegments.run(from, to, count);
    }
}
