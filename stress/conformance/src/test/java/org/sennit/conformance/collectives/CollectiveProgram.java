package org.sennit.conformance.collectives;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;

/**
 * Runs the core cases in one job, then random ones until its share of time is used up: each round some of the ranks, in
 * some order, make a communicator and call one collective after the other. Rank 0 signals all to go on, so that all
 * stop together. Arguments: nanoseconds, first round, most rounds.
 */
final class CollectiveProgram implements EndpointProgram {
    static final String RAN = "collectives: ";
    static final String CORE = "core case: ";

    /** The largest communicator. */
    static final int MOST_RANKS = 17;

    private static final int CASES_IN_A_ROUND = 24;
    private static final int LEAST_ROUNDS = 2;

    private final long shareNs;
    private final long firstRound;
    private final long most;
    private final AtomicInteger ran = new AtomicInteger();
    private final Map<String, Integer> core = new ConcurrentSkipListMap<>();

    CollectiveProgram(long shareNs, long firstRound, long most) {
        this.shareNs = shareNs;
        this.firstRound = firstRound;
        this.most = most;
    }

    public static void main(String[] args) {
        CollectiveProgram program =
                new CollectiveProgram(Long.parseLong(args[0]), Long.parseLong(args[1]), Long.parseLong(args[2]));
        Job.run(MOST_RANKS, program);
        program.core.keySet().forEach(name -> System.out.println(CORE + name));
        System.out.println(RAN + program.ran());
    }

    /** The names of all cases that run first. */
    static Set<String> coreNames() {
        return CollectiveCase.core(0, 2).stream()
                .map(call -> call.collective() + " " + call.driver())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The names of those that have passed where rank 0 of their communicator is. */
    Set<String> core() {
        return core.keySet();
    }

    /** How many cases have passed, each counted where rank 0 of its communicator is. */
    int ran() {
        return ran.get();
    }

    @Override
    public void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        long startNs = System.nanoTime();
        long[] order = new long[1];
        if (most > 1) {
            runCore(world);
        }
        for (long round = 0; ; round++) {
            order[0] = round >= most || round >= LEAST_ROUNDS && System.nanoTime() - startNs >= shareNs ? 0 : 1;
            world.broadcast(order, 0);
            if (order[0] == 0) {
                return;
            }
            runRound(world, firstRound + round);
        }
    }

    /** The core cases, with all ranks of the job in the other order. */
    private void runCore(Communicator world) {
        List<Integer> reversed = IntStream.range(0, world.size())
                .map(i -> world.size() - 1 - i)
                .boxed()
                .toList();
        try (Communicator own = world.split(0, reversed.indexOf(world.rank()))) {
            for (CollectiveCase call : CollectiveCase.core(firstRound, world.size())) {
                runCase(call, own, reversed, firstRound);
                if (own.rank() == 0) {
                    core.merge(call.collective() + " " + call.driver(), 1, Integer::sum);
                }
            }
        }
    }

    private void runRound(Communicator world, long round) {
        Random random = new Random(round);
        List<Integer> ranks = IntStream.range(0, world.size()).boxed().collect(Collectors.toList());
        Collections.shuffle(ranks, random);
        int size = 1 + random.nextInt(Math.min(world.size(), MOST_RANKS));
        List<Integer> members = ranks.subList(0, size);
        if (random.nextBoolean()) { // as a program that has not been shuffled
            Collections.sort(members);
        }
        int key = members.indexOf(world.rank());
        try (Communicator own = world.split(key < 0 ? Communicator.UNDEFINED : 0, key)) {
            for (int i = 0; own != null && i < CASES_IN_A_ROUND; i++) {
                runCase(
                        CollectiveCase.of(round * CASES_IN_A_ROUND + i, size, CollectiveCase.LONGEST),
                        own,
                        members,
                        round);
            }
        }
    }

    private void runCase(CollectiveCase call, Communicator communicator, List<Integer> members, long round) {
        try {
            Collective.run(call, communicator);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    "round " + round + ": " + e.getMessage() + "\n" + call + "\nranks of the job: " + members, e);
        }
        if (communicator.rank() == 0) {
            ran.incrementAndGet();
        }
    }

    /** How many cases pass however long they take: some rounds. */
    static int leastCases(long most) {
        return CASES_IN_A_ROUND * (int) Math.min(most, LEAST_ROUNDS);
    }

    /** Long enough for the slowest case on the slowest machine that we know. */
    static int deadlineSeconds(long shareNs) {
        return (int) TimeUnit.NANOSECONDS.toSeconds(shareNs) + 60;
    }
}
