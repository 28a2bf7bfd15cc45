package org.sennit.qmp;

import org.sennit.*;

final class NodeState {
    static NodeState of(Communicator allocated, Job job, String[] arguments) { throw new UnsupportedOperationException(); }
    CommState defaultComm() { throw new UnsupportedOperationException(); }
    CommState allocated() { throw new UnsupportedOperationException(); }
    CommState job() { throw new UnsupportedOperationException(); }
    QmpStatus setDefault(QmpCommunicator c) { throw new UnsupportedOperationException(); }
    String[] arguments() { throw new UnsupportedOperationException(); }
    Endpoint endpoint() { throw new UnsupportedOperationException(); }
    boolean isInitialized() { throw new UnsupportedOperationException(); }
    void end() { throw new UnsupportedOperationException(); }
    Grid allocatedGrid() { throw new UnsupportedOperationException(); }
    int[] jobGeometry() { throw new UnsupportedOperationException(); }
    MemoryCalls memory() { throw new UnsupportedOperationException(); }
    Running running() { throw new UnsupportedOperationException(); }
    ErrorLog errors() { throw new UnsupportedOperationException(); }
    Console console() { throw new UnsupportedOperationException(); }
    Profile profile() { throw new UnsupportedOperationException(); }
    void abort(int code, String text) { throw new UnsupportedOperationException(); }
}
