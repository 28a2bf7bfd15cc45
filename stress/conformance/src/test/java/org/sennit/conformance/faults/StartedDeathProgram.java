package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.Job;
import org.sennit.Window;

/**
 * Rank 2 dies while rank 0 starts accesses to ranks 1 and 2, in the order of the arguments. Rank 1 has exposed its
 * memory, once: a second start, of rank 1 alone, is the one that its wait is for. One rank in each process.
 */
final class StartedDeathProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    private static final int VICTIM = 2;

    private StartedDeathProgram() {}

    public static void main(String[] args) {
        int[] order = Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            Group all = world.group();
            long[] memory = new long[1];
            Window window = world.createWindow(memory);
            switch (world.rank()) {
                case 0 -> {
                    Death.ends(() -> window.start(all.include(order)));
                    window.start(all.include(1));
                    window.put(new long[] {7}, 1, 0);
                    window.complete();
                }
                case VICTIM -> {
                    System.out.println(READY);
                    new CountDownLatch(1).await();
                }
                default -> {
                    window.post(all.include(0));
                    window.waitFor();
                    if (memory[0] != 7) {
                        throw new AssertionError("memory=" + memory[0]);
                    }
                }
            }
            System.out.println(DONE + world.rank());
        });
    }
}
