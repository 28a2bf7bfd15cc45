package org.sennit.bench.crowd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.bench.program.WarmUp;
import org.sennit.message.Request;

/**
 * Each rank of the lower half sends windows of nonblocking messages of 8 bytes to its partner in the upper
 * half, all pairs at once; rank 0 writes the messages a second of all together to a file. One object a
 * process, shared by its endpoints.
 */
public final class PairsProgram implements EndpointProgram {
    private static final int WINDOW = 64;
    private static final int DATA_TAG = 1;
    private static final int ANSWER_TAG = 2;
    private static final int FIRST_WINDOWS = 20;
    private static final double SECONDS = 1.5;

    /** The compilers of 32 endpoints on two cores work for six seconds and more. */
    private static final int BATCHES = 250;

    private static final double NS_PER_SECOND = 1e9;

    private final Path result;

    /**
     * Makes a program for the endpoints of one process.
     *
     * @param result receives the rate as text
     */
    public PairsProgram(Path result) {
        this.result = result;
    }

    /**
     * Runs in a launched process.
     *
     * @param arguments the file for the rate
     */
    public static void main(String[] arguments) {
        Job.run(1, new PairsProgram(Path.of(arguments[0])));
    }

    @Override
    public void run(Endpoint endpoint) throws IOException {
        Communicator world = endpoint.world();
        Pair pair = new Pair(world);
        WarmUp warmUp = WarmUp.of(BATCHES, true);
        int windows = FIRST_WINDOWS;
        double seconds = 0;
        boolean isWarm = false;
        // Rank 0 looks at the clock; all do the same number of windows, more with each turn until a turn is long
        // enough and no compiler works any more.
        while (seconds < SECONDS || !isWarm) {
            world.barrier();
            long start = System.nanoTime();
            for (int window = 0; window < windows; window++) {
                pair.window();
            }
            world.barrier();
            double[] clock = {(System.nanoTime() - start) / NS_PER_SECOND};
            world.broadcast(clock, 0);
            seconds = clock[0];
            isWarm = isAgreed(world, !warmUp.isDue(System.nanoTime()));
            if (seconds < SECONDS) {
                windows = Math.min(4 * windows, (int) Math.ceil(1.2 * windows * SECONDS / seconds));
            }
        }
        if (world.rank() == 0) {
            double messages = (double) windows * WINDOW * (world.size() / 2);
            Files.writeString(result, Double.toString(messages / seconds));
        }
    }

    private static boolean isAgreed(Communicator world, boolean isWarm) {
        double[] all = new double[1];
        world.allreduce(new double[] {isWarm ? 1 : 0}, all, Operation.MIN);
        return all[0] > 0;
    }

    /** One endpoint's part in its pair. */
    private static final class Pair {
        private final Communicator world;
        private final boolean isSender;
        private final int partner;
        private final Request[] requests = new Request[WINDOW];
        private final long[] message = new long[1];
        private final byte[] nothing = {};

        Pair(Communicator world) {
            int half = world.size() / 2;
            this.world = world;
            this.isSender = world.rank() < half;
            this.partner = isSender ? world.rank() + half : world.rank() - half;
        }

        void window() {
            for (int i = 0; i < WINDOW; i++) {
                requests[i] = isSender
                        ? world.nonblocking().send(message, partner, DATA_TAG)
                        : world.nonblocking().receive(message, partner, DATA_TAG);
            }
            Request.awaitAll(requests);
            if (isSender) {
                world.receive(nothing, partner, ANSWER_TAG);
            } else {
                world.send(nothing, partner, ANSWER_TAG);
            }
        }
    }
}
