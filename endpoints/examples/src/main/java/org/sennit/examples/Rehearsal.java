package org.sennit.examples;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.Request;

/**
 * The program that {@code sennit cache} runs when no other one is named: a little of what most programs do, so that the
 * classes of it are in the cache, those of the network among them.
 */
public final class Rehearsal {
    private static final int TAG = 1;

    /** A short, a medium and a long message: each goes by a protocol of its own. */
    private static final int[] LENGTHS = {8, 4_000, 300_000};

    private Rehearsal() {}

    /**
     * Runs four endpoints in this JVM, or what the launcher says.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            world.barrier();
            double[] sum = new double[1];
            world.allreduce(new double[] {1}, sum, Operation.SUM);
            world.reduce(new double[] {1}, sum, Operation.SUM, 0);
            world.broadcast(sum, 0);
            world.allgather(new int[] {world.rank()}, new int[world.size()]);
            for (int length : LENGTHS) {
                exchange(world, new byte[length], new byte[length]);
            }
            world.barrier();
        });
    }

    private static void exchange(Communicator world, byte[] out, byte[] in) {
        int half = world.size() / 2; // the ranks of another process, where there are two
        int to = (world.rank() + half) % world.size();
        int from = (world.rank() + world.size() - half) % world.size();
        Request received = world.nonblocking().receive(in, from, TAG);
        world.send(out, to, TAG);
        received.await();
    }
}
