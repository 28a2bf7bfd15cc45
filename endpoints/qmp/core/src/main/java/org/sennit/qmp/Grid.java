package org.sennit.qmp;


final class Grid {
    int[] dimensions() { throw new UnsupportedOperationException(); }
    int[] coordinatesOf(int place) { throw new UnsupportedOperationException(); }
}
