package org.sennit.jcstress;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** A connection to process 1 that sends nothing; tests say what becomes of messages. */
public abstract class IdleConnection implements VirtualConnection {
    /** Makes one. */
    protected IdleConnection() {}

    @Override
    public int process() {
        return 1;
    }

    @Override
    public Object attachment() {
        return null;
    }

    @Override
    public void attach(Object object) {}

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {}

    @Override
    public int eagerLimitBytes() {
        return 0;
    }
}
