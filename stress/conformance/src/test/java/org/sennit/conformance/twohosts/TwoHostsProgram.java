package org.sennit.conformance.twohosts;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;

/**
 * One process on each of two hosts: exchanges messages and owned buffers of every size, checks each byte, and says how
 * far it is. Argument: how many rounds.
 */
public final class TwoHostsProgram {
    static final String ROUND = "round ";
    static final String DONE = "all has arrived";

    private static final int[] SIZES = {0, 1, 100, 5000, 70_000, 1 << 20};

    private TwoHostsProgram() {}

    /** Runs. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            OwnershipExchange ownership = new OwnershipExchange(world);
            for (int round = 0; round < rounds; round++) {
                exchange(world, round);
                ownership.run(round);
                if (world.rank() == 0) {
                    System.out.println(ROUND + round);
                }
            }
            if (world.rank() == 0) {
                System.out.println(DONE);
            }
        });
    }

    private static void exchange(Communicator world, int round) {
        int peer = 1 - world.rank();
        for (int size : SIZES) {
            byte[] out = new byte[size];
            byte[] in = new byte[size];
            Arrays.fill(out, (byte) (round + size + world.rank()));
            world.sendReceive(out, peer, 1, in, peer, 1, null);
            Arrays.fill(out, (byte) (round + size + peer));
            if (!Arrays.equals(out, in)) {
                throw new AssertionError("round=" + round + " size=" + size + ": not what was sent");
            }
        }
        long[] sum = new long[1];
        world.allreduce(new long[] {round + world.rank()}, sum, Operation.SUM);
        if (sum[0] != 2L * round + 1) {
            throw new AssertionError("round=" + round + " sum=" + sum[0]);
        }
    }
}
