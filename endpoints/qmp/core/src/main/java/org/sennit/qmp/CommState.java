package org.sennit.qmp;

import org.sennit.Communicator;

final class CommState {
    int numberOfNodes() { throw new UnsupportedOperationException(); }
    int nodeNumber() { throw new UnsupportedOperationException(); }
    LogicalMachine machine() { throw new UnsupportedOperationException(); }
    Channels channels() { throw new UnsupportedOperationException(); }
    Reductions reductions() { throw new UnsupportedOperationException(); }
    QmpCommunicator split(int color, int key) { throw new UnsupportedOperationException(); }
    QmpStatus free() { throw new UnsupportedOperationException(); }
    int numberOfColors() { throw new UnsupportedOperationException(); }
    int color() { throw new UnsupportedOperationException(); }
    int key() { throw new UnsupportedOperationException(); }
    Communicator communicator() { throw new UnsupportedOperationException(); }
    QmpCommunicator handle() { throw new UnsupportedOperationException(); }
    int firstOfProcess(int node) { throw new UnsupportedOperationException(); }
}
