package org.sennit.qmp;


final class LogicalMachine {
    boolean declare(int[] d, int n, int[] map) { throw new UnsupportedOperationException(); }
    boolean isDeclared() { throw new UnsupportedOperationException(); }
    int[] dimensions() { throw new UnsupportedOperationException(); }
    int nodeAt(int[] c) { throw new UnsupportedOperationException(); }
    int[] coordinatesOf(int node) { throw new UnsupportedOperationException(); }
    QmpStatus coordinatesInto(int[] c, int node) { throw new UnsupportedOperationException(); }
    boolean layout(int[] d, int n) { throw new UnsupportedOperationException(); }
    int[] subgrid() { throw new UnsupportedOperationException(); }
    long subgridSites() { throw new UnsupportedOperationException(); }
}
