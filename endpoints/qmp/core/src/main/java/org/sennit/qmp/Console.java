package org.sennit.qmp;


final class Console {
    int verbose(int l) { throw new UnsupportedOperationException(); }
    int print(java.io.PrintStream s, String f, Object[] a) { throw new UnsupportedOperationException(); }
}
