package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.testkit.Deadline;

/** The memory of communicators of thousands of endpoints grows with their members, and not with the square. */
@Deadline(seconds = 600)
class ManyMembersTest {
    private static final int MANY = 5_000;

    /** Where each member held one number of each other one, of four bytes, it would be 100 MB. */
    private static final long MOST_BYTES = 80_000_000;

    private static final Options VIRTUAL = Options.fromEnvironment().with(JobProcess.VIRTUAL, true, "the test");

    private interface Construction {
        Communicator make(Communicator world);
    }

    @Test
    void communicatorsOfThousandsOfMembersTakeLittleMemoryEach() {
        Job.run(MANY, VIRTUAL, endpoint -> {
            Communicator world = endpoint.world();
            measure("duplicate", MANY, world, Communicator::duplicate);
            measure("split in two", MANY / 2, world, all -> all.split(all.rank() % 2, -all.rank()));
            measure("split by process", MANY, world, all -> all.splitByProcess(0));
            measure("create of half", MANY / 2, world, ManyMembersTest::half);
            measure(
                    "one endpoint each",
                    MANY,
                    world,
                    all -> all.createEndpoints(1).getFirst());
            measure("two sides merged", MANY, world, ManyMembersTest::mergedSides);
        });
    }

    private static Communicator half(Communicator world) {
        int first = world.rank() % 2;
        return world.create(world.group().includeRanges(new int[] {first, MANY - 2 + first, 2}));
    }

    private static Communicator mergedSides(Communicator world) {
        boolean isHigh = world.rank() % 2 == 1;
        try (Communicator side = world.split(isHigh ? 1 : 0, 0);
                Communicator both = side.createIntercommunicator(0, world, isHigh ? 0 : 1, 3)) {
            return ((Intercommunicator) both).merge(isHigh);
        }
    }

    private static void measure(String what, int size, Communicator world, Construction construction) {
        world.barrier();
        long kept = world.rank() == 0 ? -usedBytes() : 0;
        long start = System.nanoTime();
        world.barrier();
        Communicator made = construction.make(world);
        assertEquals(size, made.size());
        world.barrier();
        if (world.rank() == 0) {
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            kept += usedBytes();
            System.out.printf("%s over %d virtual endpoints: %d ms, %d kB kept%n", what, MANY, ms, kept / 1000);
            assertTrue(kept < MOST_BYTES, what + " keeps so many bytes: " + kept);
        }
        world.barrier();
        made.close();
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
