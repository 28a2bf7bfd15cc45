package org.sennit.conformance.threads;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.ThreadLevel;
import org.sennit.config.Options;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.testkit.ParallelThreads;

/** Two endpoints with eight threads each; thread t of one talks with thread t of the other under a tag of their own. */
public final class SharedEndpointProgram {
    static final Options MULTIPLE = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");
    static final int THREADS = 8;
    private static final int[] SIZES = {0, 8, 8, 64, 300, 8, 20_000, 8, 300_000, 1 << 20};

    private SharedEndpointProgram() {}

    /**
     * Runs the program.
     *
     * @param args how many round trips each thread makes
     */
    public static void main(String[] args) {
        run(Integer.parseInt(args[0]));
        System.out.println("all threads got their own");
    }

    static void run(int roundTrips) {
        Job.run(2, MULTIPLE, endpoint -> {
            Communicator world = endpoint.world();
            ParallelThreads.run(THREADS, thread -> exchange(world, thread, roundTrips));
        });
    }

    private static void exchange(Communicator world, int thread, int roundTrips) {
        int peer = 1 - world.rank();
        byte[] out = new byte[1 << 20];
        byte[] in = new byte[1 << 20];
        Status status = new Status();
        for (int i = 0; i < roundTrips; i++) {
            int size = SIZES[(i + thread) % SIZES.length];
            DataLayout layout = DataLayout.BYTE.count(size);
            mark(out, size, thread, i);
            if (i % 3 == 0) {
                Request receive = world.nonblocking().receive(in, DataLayout.BYTE, peer, thread);
                world.send(out, layout, peer, thread);
                receive.await(status);
            } else if (world.rank() == 0) {
                world.send(out, layout, peer, thread);
                world.receive(in, DataLayout.BYTE, peer, thread, status);
            } else {
                world.receive(in, DataLayout.BYTE, peer, thread, status);
                world.send(out, layout, peer, thread);
            }
            check(in, size, thread, i, status);
        }
    }

    private static void mark(byte[] memory, int size, int thread, int round) {
        if (size > 0) {
            memory[0] = (byte) thread;
            memory[size - 1] = size == 1 ? (byte) thread : (byte) round;
        }
    }

    private static void check(byte[] memory, int size, int thread, int round, Status status) {
        if (status.countBytes() != size
                || status.tag() != thread
                || size > 1 && (memory[0] != (byte) thread || memory[size - 1] != (byte) round)) {
            throw new AssertionError("thread " + thread + " round " + round + " size " + size + " got " + status
                    + (size > 1 ? " first " + memory[0] + " last " + memory[size - 1] : ""));
        }
    }
}
