package org.sennit.contract.netmod;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** An operation that answers "more" many times, each time with a packet in slices, numbered from 1. */
final class SlicedSend extends NetworkSend {
    private final int batches;
    private final int lengthBytes;
    private int done;

    SlicedSend(int batches, int lengthBytes) {
        this.batches = batches;
        this.lengthBytes = lengthBytes;
    }

    @Override
    protected boolean onDataAvailable(VirtualConnection vc) {
        if (done == batches) {
            return true;
        }
        done++;
        MemorySegment whole = ModuleUnderTest.payload(done, lengthBytes);
        List<MemorySegment> slices = new ArrayList<>();
        for (long at = 0, part = 1; at < lengthBytes; at += part, part = Math.min(part * 3, lengthBytes - at)) {
            slices.add(whole.asSlice(at, part));
        }
        again(TestPackets.header(0, done, lengthBytes), slices);
        return false;
    }

    @Override
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        throw new AssertionError("the operation has failed", cause);
    }
}
