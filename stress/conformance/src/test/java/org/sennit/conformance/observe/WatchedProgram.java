package org.sennit.conformance.observe;

import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.Request;

/** A program whose messages are known: every kind of protocol, wildcards, another communicator, collectives between. */
final class WatchedProgram {
    static final int RANKS = 4;
    static final int LAPS = 25;
    private static final int[] SIZES = {0, 8, 257, 5_000, 300_000};

    /** Messages of users in a run. */
    static final int MESSAGES = RANKS * (LAPS * SIZES.length + 1 + 2 + 1) + 2 * (RANKS - 1);

    private WatchedProgram() {}

    public static void main(String[] args) {
        Job.run(RANKS, WatchedProgram::run);
    }

    static void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        int rank = world.rank();
        int next = (rank + 1) % RANKS;
        int previous = (rank + RANKS - 1) % RANKS;
        for (int lap = 0; lap < LAPS; lap++) {
            for (int size : SIZES) {
                Request arriving = world.nonblocking().receive(new byte[size], previous, size);
                world.send(new byte[size], next, size);
                arriving.await();
            }
        }
        world.barrier();
        Request toMyself = world.nonblocking().send(new byte[3], rank, 1);
        world.receive(new byte[3], rank, 1);
        toMyself.await();
        Communicator half = world.split(rank % 2, rank);
        half.nonblocking().send(new int[1], 1 - half.rank(), 2).await();
        half.receive(new int[1], 1 - half.rank(), 2);
        half.nonblocking().send(new int[1], 1 - half.rank(), 2).await();
        half.receive(new int[1], Communicator.ANY_SOURCE, Communicator.ANY_TAG);
        half.close();
        double[] sum = {1};
        world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
        manyToOne(world);
        world.send(new byte[1], next, 9);
        world.receive(new byte[1], previous, 9);
    }

    private static void manyToOne(Communicator world) {
        if (world.rank() != 0) {
            world.send(new byte[8], 0, 3);
            world.send(new byte[1_000], 0, 3);
            return;
        }
        for (int i = 0; i < 2 * (RANKS - 1); i++) {
            world.receive(new byte[1_000], Communicator.ANY_SOURCE, 3);
        }
    }
}
