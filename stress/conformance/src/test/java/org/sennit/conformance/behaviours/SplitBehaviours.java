package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Splits. */
final class SplitBehaviours {
    private SplitBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("35 theKeyOrdersOverAllProcesses", SplitBehaviours::reversed),
                new Behaviour("36 tiesKeepTheOldOrder", SplitBehaviours::ties),
                new Behaviour("37 severalColorsInAProcess", SplitBehaviours::colorsInAProcess),
                new Behaviour("38 aNegativeColorIsAnErrorOnAll", SplitBehaviours::negativeColor),
                new Behaviour("39 aProcessWithoutAColor", SplitBehaviours::processWithoutColor),
                new Behaviour("splitByProcessAndBySharedMemory", SplitBehaviours::byPlace));
    }

    private static void reversed(Communicator world) throws Exception {
        EndpointThreads.run(world, 3, endpoints -> {
            try (Communicator reversed = endpoints.split(7, -endpoints.rank())) {
                assertEquals(endpoints.size() - 1 - endpoints.rank(), reversed.rank());
                int[] old = new int[reversed.size()];
                reversed.allgather(new int[] {endpoints.rank()}, old);
                for (int r = 0; r < old.length; r++) {
                    assertEquals(old.length - 1 - r, old[r]);
                }
                EndpointBehaviours.talkToAll(reversed);
            }
        });
    }

    private static void ties(Communicator world) throws Exception {
        EndpointThreads.run(world, 3, endpoints -> {
            try (Communicator same = endpoints.split(0, 5);
                    Communicator two = endpoints.split(0, -(endpoints.rank() % 2))) {
                assertEquals(endpoints.rank(), same.rank());
                int odd = endpoints.size() / 2;
                int half = endpoints.rank() / 2;
                assertEquals(endpoints.rank() % 2 == 1 ? half : odd + half, two.rank());
            }
        });
    }

    /** Four endpoints in each of three members; the last member has none. */
    private static void colorsInAProcess(Communicator world) throws Exception {
        int count = world.rank() < 3 ? 4 : 0;
        EndpointThreads.run(world, count, endpoints -> {
            int thread = endpoints.rank() % 4;
            int color = thread == 3 ? Communicator.UNDEFINED : thread % 2;
            Communicator part = endpoints.split(color, endpoints.rank());
            if (thread == 3) {
                assertNull(part);
                return;
            }
            assertEquals(color == 0 ? 6 : 3, part.size());
            assertEquals(color == 0 ? endpoints.rank() / 4 * 2 + thread / 2 : endpoints.rank() / 4, part.rank());
            for (int i = 0; i < 20; i++) { // both at once
                int[] sum = new int[1];
                part.allreduce(new int[] {i}, sum, Operation.SUM);
                assertEquals(i * part.size(), sum[0]);
            }
            EndpointBehaviours.talkToAll(part);
            part.close();
        });
    }

    private static void negativeColor(Communicator world) {
        SennitException error = assertThrows(SennitException.class, () -> world.split(world.rank() == 1 ? -1 : 0, 0));
        assertEquals(ErrorClass.ARG, error.errorClass());
        SennitException other = assertThrows(SennitException.class, () -> world.split(-4, 0));
        assertEquals(ErrorClass.ARG, other.errorClass());
    }

    private static void processWithoutColor(Communicator world) {
        int without = world.processOf(world.size() - 1);
        boolean isWithout = world.processOf(world.rank()) == without;
        try (Communicator others = world.split(isWithout ? Communicator.UNDEFINED : 4, 0)) {
            assertEquals(isWithout, others == null);
            if (others != null) {
                EndpointBehaviours.talkToAll(others);
                others.barrier();
            }
        }
    }

    private static void byPlace(Communicator world) {
        try (Communicator process = world.splitByProcess(-world.rank());
                Communicator host = world.splitBySharedMemory(world.rank())) {
            int mine = 0;
            for (int r = 0; r < world.size(); r++) {
                mine += world.processOf(r) == world.processOf(world.rank()) ? 1 : 0;
            }
            assertEquals(mine, process.size());
            for (int r = 0; r < process.size(); r++) {
                assertEquals(world.processOf(world.rank()), process.processOf(r));
            }
            int[] old = new int[process.size()];
            process.allgather(new int[] {world.rank()}, old);
            for (int r = 1; r < old.length; r++) {
                assertEquals(old[r - 1] - 1, old[r]); // reversed
            }
            int[] hosts = new int[world.size()];
            world.allgather(new int[] {hostOfThisProcess()}, hosts);
            int own = hosts[world.rank()];
            assertEquals(Arrays.stream(hosts).filter(each -> each == own).count(), host.size());
            assertEquals(
                    Arrays.stream(hosts, 0, world.rank())
                            .filter(each -> each == own)
                            .count(),
                    host.rank());
        }
    }

    /** Returns a number for the host: tests make hosts of name spaces. */
    private static int hostOfThisProcess() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/net")).hashCode();
        } catch (IOException notThisSystem) {
            return 0; // all are on one
        }
    }
}
