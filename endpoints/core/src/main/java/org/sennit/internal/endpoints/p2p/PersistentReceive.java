package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.SennitException;

/**
 * A receive that may be started again and again, with arguments that were checked and resolved once. Belongs to the
 * thread that drives the endpoint. (MPI 4.1, section 3.9)
 */
final class PersistentReceive extends ReceiveRequest {
    private final CommContext comm;
    private final PointToPoint pointToPoint;
    private final ArgumentCheck check;
    private final Object given;
    private final MemorySegment segment;
    private final DataLayout whole;
    private final long lengthBytes;
    private final int from;
    private final int wantedTag;
    private boolean isFreed;

    PersistentReceive(
            CommContext comm,
            PointToPoint pointToPoint,
            Object given,
            MemorySegment segment,
            DataLayout whole,
            long lengthBytes,
            int from,
            int wantedTag) {
        super(comm.endpoint().progress());
        this.comm = comm;
        this.pointToPoint = pointToPoint;
        this.check = new ArgumentCheck(comm);
        this.given = given;
        this.segment = segment;
        this.whole = whole;
        this.lengthBytes = lengthBytes;
        this.from = from;
        this.wantedTag = wantedTag;
    }

    @Override
    public void start() {
        checkStartable(isFreed);
        try {
            comm.checkOpen("start");
            check.usable("start", segment, from, wantedTag);
            if (given instanceof boolean[] values) { // the user may have changed them since the last start
                MemoryViews.restage(values, segment);
            }
            pointToPoint.prepare(this, given, segment, whole, lengthBytes, from, wantedTag);
            comm.device().post(this);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    @Override
    public void free() {
        isFreed = true;
        super.free();
    }

    @Override
    public String toString() {
        return "persistent " + check.describe("receive", from, wantedTag) + " capacity=" + lengthBytes;
    }
}
