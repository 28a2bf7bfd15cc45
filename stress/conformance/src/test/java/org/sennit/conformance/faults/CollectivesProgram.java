package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * Random collectives over all that live. When one fails, since a member has died, those that are left make a
 * communicator of themselves and go on, until the announced number of processes is dead.
 */
final class CollectivesProgram {
    static final String AT = "calls since the last death: ";
    static final String DONE = "done ";
    private static final int CALLS_AT_THE_END = 40;
    private static final int CALLS_A_LINE = 20;

    private CollectivesProgram() {}

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int deadRanks = Integer.parseInt(args[1]);
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            Communicator all = world;
            int dead = 0;
            while (dead < deadRanks) {
                callUntilAMemberDies(all, seed + dead);
                all = survivors(world);
                dead = world.size() - all.size();
            }
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < CALLS_AT_THE_END; i++) {
                call(all, random, i);
            }
            System.out.println(DONE + world.rank());
        });
    }

    private static void callUntilAMemberDies(Communicator all, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try {
            for (int i = 0; ; i++) {
                if (all.rank() == all.size() - 1 && i % CALLS_A_LINE == 0) {
                    System.out.println(AT + i);
                }
                call(all, random, i);
            }
        } catch (SennitException e) {
            check(e.errorClass() == ErrorClass.PROC_FAILED && e.getMessage().contains("communicator="), e);
        }
    }

    /**
     * Always made from the world, with a tag that says how many are missing: a member that knows of fewer dead than
     * another finds it out, and comes to the same call.
     */
    private static Communicator survivors(Communicator world) {
        while (true) {
            Group failed = world.failed();
            try {
                return world.createFromGroup(world.group().difference(failed), failed.size());
            } catch (SennitException e) {
                check(e.errorClass() == ErrorClass.PROC_FAILED, e);
            }
        }
    }

    private static void call(Communicator all, SplittableRandom random, int number) {
        int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 200_000 : 500);
        int root = random.nextInt(all.size());
        int kind = random.nextInt(6);
        int driver = random.nextInt(3);
        int size = all.size();
        int[] mine = new int[length];
        Arrays.fill(mine, all.rank() + number);
        int sum = size * (size - 1) / 2 + size * number;
        switch (kind) {
            case 0 -> drive(driver, all::barrier, all.nonblocking()::barrier, all.persistent()::barrier);
            case 1 -> {
                int[] result = new int[length];
                drive(
                        driver,
                        () -> all.allreduce(mine, result, Operation.SUM),
                        () -> all.nonblocking().allreduce(mine, result, Operation.SUM),
                        () -> all.persistent().allreduce(mine, result, Operation.SUM));
                check(result[0] == sum && result[length - 1] == sum, "allreduce " + result[0] + " not " + sum);
            }
            case 2 -> {
                drive(
                        driver,
                        () -> all.broadcast(mine, root),
                        () -> all.nonblocking().broadcast(mine, root),
                        () -> all.persistent().broadcast(mine, root));
                check(mine[length - 1] == root + number, "broadcast");
            }
            case 3 -> {
                int[] gathered = new int[length * size];
                drive(
                        driver,
                        () -> all.allgather(mine, gathered),
                        () -> all.nonblocking().allgather(mine, gathered),
                        () -> all.persistent().allgather(mine, gathered));
                check(gathered[gathered.length - 1] == size - 1 + number, "allgather");
            }
            case 4 -> {
                int[] result = new int[length];
                drive(
                        driver,
                        () -> all.reduce(mine, result, Operation.SUM, root),
                        () -> all.nonblocking().reduce(mine, result, Operation.SUM, root),
                        () -> all.persistent().reduce(mine, result, Operation.SUM, root));
                check(all.rank() != root || result[0] == sum, "reduce");
            }
            default -> {
                int[] parts = new int[size];
                Arrays.fill(parts, all.rank());
                int[] result = new int[size];
                drive(
                        driver,
                        () -> all.alltoall(parts, result),
                        () -> all.nonblocking().alltoall(parts, result),
                        () -> all.persistent().alltoall(parts, result));
                check(result[size - 1] == size - 1, "alltoall");
            }
        }
    }

    /** Makes a call that starts a request. */
    private interface Starting {
        Request start();
    }

    private static void drive(int driver, Runnable blocking, Starting nonblocking, Starting persistent) {
        switch (driver) {
            case 0 -> blocking.run();
            case 1 -> nonblocking.start().await();
            default -> {
                Request request = persistent.start();
                request.start();
                request.await();
            }
        }
    }

    private static void check(boolean isSo, Object what) {
        if (!isSo) {
            throw new AssertionError(what.toString(), what instanceof Throwable cause ? cause : null);
        }
    }
}
