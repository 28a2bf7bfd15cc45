package org.sennit.qmp;


final class Running {
    QmpStatus start(MessageHandle h) { throw new UnsupportedOperationException(); }
    QmpStatus await(MessageHandle h) { throw new UnsupportedOperationException(); }
    QmpStatus awaitAll(MessageHandle[] h, int n) { throw new UnsupportedOperationException(); }
    boolean isComplete(MessageHandle h) { throw new UnsupportedOperationException(); }
    void free(MessageHandle h) { throw new UnsupportedOperationException(); }
    void setTimeout(long t) { throw new UnsupportedOperationException(); }
    QmpStatus changeAddress(MessageHandle h, Object[] b, int n) { throw new UnsupportedOperationException(); }
    QmpStatus clearToSend(MessageHandle h, ClearToSend c) { throw new UnsupportedOperationException(); }
}
