package org.sennit.conformance.twohosts;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;

/**
 * Buffers go to and fro between two hosts: given, taken, sent, received, in mixtures and by collectives. One thread.
 */
final class OwnershipExchange {
    private static final int TAG = 8;
    private static final int[] SIZES = {0, 1, 100, 5000, 70_000, 1 << 20};

    private final Communicator world;
    private final OwnershipPool pool;
    private final Handover handover;
    private final int peer;

    OwnershipExchange(Communicator world) {
        this.world = world;
        this.pool = OwnershipPool.of(world.endpoint());
        this.handover = pool.over(world);
        this.peer = 1 - world.rank();
    }

    /** Checks each byte; throws when one is not what was given. */
    void run(int round) {
        for (int size : SIZES) {
            Request giving = handover.giveNonblocking(filled(size, round), peer, TAG);
            check(handover.take(peer, TAG), size, round);
            giving.await();
            giveToReceive(size, round);
            sendToTake(size, round);
            OwnedBuffer[] came = handover.alltoall(new OwnedBuffer[] {filled(size, round), filled(size, round)});
            check(came[peer], size, round);
            came[1 - peer].free();
            gatherAndScatter(size, round);
        }
        refuseAnObject();
        if (pool.statistics().owned() != 0) {
            throw new AssertionError("in use after a round: " + pool.statistics());
        }
    }

    private void giveToReceive(int size, int round) {
        byte[] in = new byte[size];
        Request receiving = world.nonblocking().receive(in, peer, TAG);
        handover.give(filled(size, round), peer, TAG);
        receiving.await();
        check(MemorySegment.ofArray(in), size, round);
    }

    private void sendToTake(int size, int round) {
        OwnedBuffer out = filled(size, round);
        Request sending = world.nonblocking().send(out.segment(), DataLayout.BYTE.count(size), peer, TAG);
        check(handover.take(Communicator.ANY_SOURCE, TAG), size, round);
        sending.await();
        out.free();
    }

    private void gatherAndScatter(int size, int round) {
        OwnedBuffer[] all = handover.gather(filled(size, round), 0);
        OwnedBuffer back = handover.scatter(all, 0);
        if (back.length() != size) {
            throw new AssertionError("round=" + round + " size=" + size + " came back with " + back.length());
        }
        back.free();
    }

    /** An object does not leave its JVM. */
    private void refuseAnObject() {
        try {
            handover.giveObject(this, peer, TAG);
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.UNSUPPORTED) {
                return;
            }
            throw e;
        }
        throw new AssertionError("an object was given to another host");
    }

    private OwnedBuffer filled(int size, int round) {
        OwnedBuffer buffer = pool.alloc(size);
        buffer.segment().fill((byte) (round + size + world.rank()));
        return buffer;
    }

    private void check(OwnedBuffer buffer, int size, int round) {
        check(buffer.segment(), size, round);
        buffer.free();
    }

    private void check(MemorySegment memory, int size, int round) {
        byte expected = (byte) (round + size + peer);
        boolean isRight = memory.byteSize() == size;
        for (long i = 0; isRight && i < size; i++) {
            isRight = memory.get(ValueLayout.JAVA_BYTE, i) == expected;
        }
        if (!isRight) {
            throw new AssertionError("round=" + round + " size=" + size + ": not what was given");
        }
    }
}
