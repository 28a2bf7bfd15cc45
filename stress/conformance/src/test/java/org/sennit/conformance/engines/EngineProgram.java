package org.sennit.conformance.engines;

import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;

/**
 * The program of the engines' tests, of two endpoints in each process unless the engine or an option says otherwise:
 * sums the ranks in two jobs one after the other, then the last rank does what the argument says, and the others wait
 * for it.
 */
public final class EngineProgram {
    private EngineProgram() {}

    /** Runs. */
    public static void main(String[] args) {
        String action = args.length == 0 ? "nothing" : args[0];
        Job.run(2, endpoint -> sum(endpoint.world()));
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            sum(world);
            if (world.rank() == world.size() - 1) {
                act(action, world);
            } else if (!action.equals("nothing")) {
                world.receive(new byte[1], world.size() - 1, 1); // ends with the job
            }
        });
    }

    private static void sum(Communicator world) {
        int[] own = {world.rank()};
        int[] sum = new int[1];
        world.allreduce(own, sum, Operation.SUM);
        if (world.rank() == 0) {
            System.out.println("size " + world.size() + " sum " + sum[0]);
            System.out.flush();
        }
    }

    private static void act(String action, Communicator world) throws Exception {
        switch (action) {
            case "nothing" -> {}
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(3);
            case "kill" -> {
                long self = ProcessHandle.current().pid();
                new ProcessBuilder("sh", "-c", "kill -KILL " + self).start(); // the program kill may be missing
                new CountDownLatch(1).await();
            }
            case "abort" -> world.abort(9, new IllegalStateException("on purpose"));
            case "throw" -> throw new IllegalStateException("nobody catches this");
            case "hang" -> {
                System.out.println("hangs");
                System.out.flush();
                new CountDownLatch(1).await();
            }
            default -> throw new IllegalArgumentException(action);
        }
    }
}
