package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Barrier, broadcast, reduce, allreduce and reduce-scatter across an intercommunicator: each side does its part for
 * itself, and the ranks 0 of the two exchange the outcome. (MPI 4.1, section 6.2.2)
 */
public final class InterCollective extends CollectiveAlgorithm {
    public InterCollective() {
        super(
                "two sides",
                "each side for itself, the two ranks 0 exchange the outcome",
                CollectiveKind.BARRIER,
                CollectiveKind.BROADCAST,
                CollectiveKind.REDUCE,
                CollectiveKind.ALLREDUCE,
                CollectiveKind.REDUCE_SCATTER,
                CollectiveKind.REDUCE_SCATTER_BLOCK);
    }

    @Override
    public void append(ScheduleBuilder b, CollectiveCall call) {
        switch (call.kind) {
            case BARRIER -> barrier(b);
            case BROADCAST -> broadcast(b, call);
            case REDUCE -> reduce(b, call);
            case ALLREDUCE -> allreduce(b, call);
            default -> reduceScatter(b, call);
        }
    }

    private static void barrier(ScheduleBuilder b) {
        MeetingBarrier.append(b);
        if (b.rank() == 0) {
            b.receiveRemote(0, b.own(BufferRef.IN), 0, 0);
            b.sendRemote(0, b.own(BufferRef.IN), 0, 0);
            b.drain();
        }
        MeetingBarrier.append(b);
    }

    private static void broadcast(ScheduleBuilder b, CollectiveCall call) {
        if (call.root == CollectiveCall.SELF_ROOT) {
            b.sendRemote(0, b.own(BufferRef.IN), 0, call.bytes);
            b.drain();
        } else if (call.root >= 0) {
            if (b.rank() == 0) {
                b.receiveRemote(call.root, b.own(BufferRef.OUT), 0, call.bytes);
                b.drain();
            }
            SharedBroadcast.append(b, 0, BufferRef.OUT, BufferRef.OUT, call.bytes);
        }
    }

    private static void reduce(ScheduleBuilder b, CollectiveCall call) {
        if (call.root == CollectiveCall.SELF_ROOT) {
            b.receiveRemote(0, b.own(BufferRef.OUT), 0, call.bytes);
            b.drain();
        } else if (call.root >= 0) {
            long temp = reduceToFirst(b, call.bytes);
            if (b.rank() == 0) {
                b.sendRemote(call.root, b.own(BufferRef.TEMP), temp, call.bytes);
                b.drain();
            }
        }
    }

    /** Reduces the operands of the local group at its rank 0, in temporary memory. */
    private static long reduceToFirst(ScheduleBuilder b, long bytes) {
        long temp = b.map().processOf(0) == b.process() ? b.leaderTemp(bytes) : 0; // rank 0 leads its process
        StripedReduction.append(b, 0, bytes, false, BufferRef.TEMP, temp);
        return temp;
    }

    private static void allreduce(ScheduleBuilder b, CollectiveCall call) {
        long temp = reduceToFirst(b, call.bytes);
        if (b.rank() == 0) {
            b.receiveRemote(0, b.own(BufferRef.OUT), 0, call.bytes);
            b.sendRemote(0, b.own(BufferRef.TEMP), temp, call.bytes);
            b.drain();
        }
        SharedBroadcast.append(b, 0, BufferRef.OUT, BufferRef.OUT, call.bytes);
    }

    /**
     * Appends a reduce-scatter. What the other side has reduced is as long as both sides' blocks are; rank 0 deals it
     * out.
     */
    private static void reduceScatter(ScheduleBuilder b, CollectiveCall call) {
        boolean isEqual = call.kind == CollectiveKind.REDUCE_SCATTER_BLOCK;
        // Equal blocks: IN is one for each rank of the other side, OUT one of ours, and both sums are the same.
        long bytes = isEqual ? call.bytes * b.size() : total(call);
        long temp = reduceToFirst(b, bytes);
        long theirs = b.leaderTemp(b.process() == b.map().processOf(0) ? bytes : 0);
        if (b.rank() == 0) {
            b.receiveRemote(0, b.own(BufferRef.TEMP), theirs, bytes);
            b.sendRemote(0, b.own(BufferRef.TEMP), temp, bytes);
            b.drain();
        }
        deal(b, call, theirs);
    }

    private static long total(CollectiveCall call) {
        int last = call.receiveBlocks.length() - 1;
        return call.receiveBlocks.offset(last) + call.receiveBlocks.bytes(last);
    }

    private static void deal(ScheduleBuilder b, CollectiveCall call, long at) {
        boolean isRootHere = b.process() == b.map().processOf(0);
        if (b.rank() == 0) {
            b.share();
        }
        if (isRootHere) {
            TeamMeeting.release(b, 0);
            b.copy(
                    BufferRef.of(0, BufferRef.TEMP),
                    at + offset(call, b.rank()),
                    b.own(BufferRef.OUT),
                    0,
                    length(call, b.rank()));
        } else {
            b.nextPhase();
            b.receive(0, b.own(BufferRef.OUT), 0, length(call, b.rank()));
        }
        if (b.rank() == 0) {
            for (int rank = 1; rank < b.size(); rank++) {
                if (!b.isHere(rank)) {
                    b.send(rank, b.own(BufferRef.TEMP), at + offset(call, rank), length(call, rank));
                }
            }
        }
        b.drain();
        if (isRootHere) {
            TeamMeeting.gather(b, 0);
        } else {
            b.nextPhase();
        }
    }

    private static long offset(CollectiveCall call, int rank) {
        return call.receiveBlocks == null ? call.bytes * rank : call.receiveBlocks.offset(rank);
    }

    private static long length(CollectiveCall call, int rank) {
        return call.receiveBlocks == null ? call.bytes : call.receiveBlocks.bytes(rank);
    }
}
