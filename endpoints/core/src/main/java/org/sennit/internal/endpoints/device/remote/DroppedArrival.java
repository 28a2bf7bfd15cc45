package org.sennit.internal.endpoints.device.remote;

import java.nio.ByteBuffer;
import org.sennit.spi.network.PayloadSink;

/** Consumes and drops the bytes of an eager message for an endpoint that has gone. */
final class DroppedArrival implements PayloadSink {
    static final DroppedArrival INSTANCE = new DroppedArrival();

    private DroppedArrival() {}

    @Override
    public void accept(ByteBuffer bytes) {
        bytes.position(bytes.limit());
    }

    @Override
    public void complete() {}

    @Override
    public void failed(Throwable cause) {}
}
