package org.sennit.qmp;


final class Reductions {
    QmpStatus sum(Object x, int n) { throw new UnsupportedOperationException(); }
    QmpStatus sumExtended(double[] x, int n) { throw new UnsupportedOperationException(); }
    QmpStatus max(Object x) { throw new UnsupportedOperationException(); }
    QmpStatus min(Object x) { throw new UnsupportedOperationException(); }
    QmpStatus xor(long[] x) { throw new UnsupportedOperationException(); }
    QmpStatus binary(Object x, long n, BinaryFunction f) { throw new UnsupportedOperationException(); }
    QmpStatus broadcast(Object x, long n) { throw new UnsupportedOperationException(); }
    QmpStatus alltoall(Object x, Object y, long n) { throw new UnsupportedOperationException(); }
    QmpStatus barrier() { throw new UnsupportedOperationException(); }
}
