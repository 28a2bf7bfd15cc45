package org.sennit.qmp;


final class Profile {
    int control(int l) { throw new UnsupportedOperationException(); }
    String table() { throw new UnsupportedOperationException(); }
    void resetTotal() { throw new UnsupportedOperationException(); }
    double totalSeconds() { throw new UnsupportedOperationException(); }
}
