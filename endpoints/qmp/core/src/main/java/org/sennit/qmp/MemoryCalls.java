package org.sennit.qmp;

import java.lang.foreign.MemorySegment;

final class MemoryCalls {
    AlignedMemory allocate(long n, long a, int f) { throw new UnsupportedOperationException(); }
    AlignedMemory allocateOrThrow(long n, long a, int f) { throw new UnsupportedOperationException(); }
    MemorySegment pointer(AlignedMemory m) { throw new UnsupportedOperationException(); }
    void free(AlignedMemory m) { throw new UnsupportedOperationException(); }
    void free(MessageMemory m) { throw new UnsupportedOperationException(); }
    MessageMemory declare(Object b, long o, long n) { throw new UnsupportedOperationException(); }
    MessageMemory declareStrided(Object b, long o, long blk, int n, long s) { throw new UnsupportedOperationException(); }
    MessageMemory declareStridedArray(Object b, long[] o, long[] blk, int[] n, long[] s) { throw new UnsupportedOperationException(); }
    MessageMemory declareIndexed(Object b, int[] l, int[] i, int e, int c) { throw new UnsupportedOperationException(); }
}
