package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.SennitException;

/**
 * A persistent receive, with arguments checked and resolved once. Belongs to the thread that drives the endpoint. (MPI
 * 4.1, section 3.9)
 */
final class PersistentReceive extends ReceiveRequest {
    private final CommContext comm;
    private final PointToPoint pointToPoint;
    private final ArgumentCheck check;
    private final DeclaredMemory memory;
    private final Runnable unstage;
    private final int from;
    private final int wantedTag;

    PersistentReceive(CommContext comm, PointToPoint pointToPoint, DeclaredMemory memory, int from, int wantedTag) {
        super(comm.endpoint().progress());
        this.comm = comm;
        this.pointToPoint = pointToPoint;
        this.check = new ArgumentCheck(comm);
        this.memory = memory;
        this.unstage = memory::unstage;
        this.from = from;
        this.wantedTag = wantedTag;
    }

    @Override
    public void start() {
        checkStartable();
        try {
            comm.begin("start");
            check.usable(memory, from, wantedTag);
            memory.restage();
            prepare();
            comm.device().post(this);
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    private void prepare() {
        MemorySegment segment = memory.filled();
        pointToPoint.from(this, memory.layout(), memory.lengthBytes(), from, wantedTag);
        if (pointToPoint.mustStage(segment)) {
            PointToPoint.intoCopy(this, segment, memory.offset(), memory.shape(), memory.lengthBytes());
            return;
        }
        into(segment, memory.offset(), memory.shape(), memory.lengthBytes());
        if (memory.isBooleans()) {
            afterwards(unstage);
        }
    }

    @Override
    public void useMemory(Object given) {
        checkChangeable();
        try {
            MemorySegment segment = check.toWrite("useMemory", given, memory.layout(), from, wantedTag);
            memory.use(given, segment, check.length("useMemory", segment, memory.layout(), from, wantedTag));
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    @Override
    public String toString() {
        return "persistent " + check.describe("receive", from, wantedTag) + " capacity=" + memory.lengthBytes();
    }
}
