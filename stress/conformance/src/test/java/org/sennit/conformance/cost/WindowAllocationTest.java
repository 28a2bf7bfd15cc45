package org.sennit.conformance.cost;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.WindowAssertion;
import org.sennit.config.Options;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Blocking accesses to windows allocate nothing once they are warm: to memory that the caller's process reaches, in one
 * JVM and over mapped memory, and to memory for which the target's process executes them. Each rank accesses the
 * other's part, with one kind of access and a flush in a step.
 */
@Deadline(seconds = 300)
@Behaviours(144)
class WindowAllocationTest {
    private static final int STEPS = 1_000;
    private static final int CALLED_STEPS = 500; // of 20 to 100 us
    private static final int ELEMENTS = 300;
    private static final int LONG_STEPS = 100; // of 20 us to 1 ms
    private static final int BURST = 16; // accesses with one flush
    private static final int MOST_ELEMENTS = 140_000; // in two calls, or some 70 of an update
    private static final int SPREAD = 2; // of elements with gaps

    private static final List<String> CALLS = List.of(
            "put",
            "get",
            "accumulate SUM",
            "accumulate REPLACE",
            "getAccumulate SUM",
            "getAccumulate NO_OP",
            "fetchAndOp",
            "compareAndSwap");
    private static final List<String> MEMORIES = List.of("ints", "longs", "segment");

    /** Memory of the caller, and where the elements lie in it and at the target. */
    private record Access(Object origin, Object expected, Object result, DataLayout layout, DataLayout one) {
        static Access of(String kind, boolean hasGaps, int elements) {
            ElementType type = kind.equals("ints") ? ElementType.INT : ElementType.LONG;
            DataLayout element = DataLayout.of(type);
            DataLayout layout = hasGaps ? DataLayout.vector(elements, 1, SPREAD, element) : element.count(elements);
            int room = SPREAD * elements;
            return new Access(memory(kind, room), memory(kind, room), memory(kind, room), layout, element);
        }

        private static Object memory(String kind, int elements) {
            return switch (kind) {
                case "ints" -> new int[elements];
                case "longs" -> new long[elements];
                default -> Arena.ofAuto().allocate((long) elements * Long.BYTES, Long.BYTES);
            };
        }

        Runnable step(Window window, String call, int peer, int times) {
            Runnable access = switch (call) {
                case "put" -> () -> window.put(origin, layout, peer, 0, layout);
                case "get" -> () -> window.get(result, layout, peer, 0, layout);
                case "accumulate SUM" -> () -> window.accumulate(origin, layout, peer, 0, layout, Operation.SUM);
                case "accumulate REPLACE" ->
                    () -> window.accumulate(origin, layout, peer, 0, layout, Operation.REPLACE);
                case "getAccumulate SUM" ->
                    () -> window.getAccumulate(origin, layout, result, layout, peer, 0, layout, Operation.SUM);
                case "getAccumulate NO_OP" ->
                    () -> window.getAccumulate(origin, layout, result, layout, peer, 0, layout, Operation.NO_OP);
                case "fetchAndOp" -> () -> window.fetchAndOp(origin, result, one, peer, 0, Operation.SUM);
                default -> () -> window.compareAndSwap(origin, expected, result, one, peer, 0);
            };
            return () -> {
                for (int i = 0; i < times; i++) {
                    access.run();
                }
                window.flush(peer);
            };
        }
    }

    static Stream<String> cases() {
        return CALLS.stream()
                .flatMap(call -> MEMORIES.stream()
                        .flatMap(kind -> Stream.of(call + ", " + kind, call + ", " + kind + " with gaps")));
    }

    /** Fewer, since each takes longer. */
    static Stream<String> calledCases() {
        return CALLS.stream()
                .flatMap(call -> Stream.of(call + ", longs", call + ", longs with gaps", call + ", segment"));
    }

    /** Of more than 16 KiB: their data is not copied at the beginning; and more at once than a flush usually finds. */
    static Stream<String> longCases() {
        return Stream.concat(
                Stream.of("put", "get", "accumulate SUM", "getAccumulate SUM")
                        .flatMap(call -> Stream.of(
                                call + ", longs, 3000",
                                call + ", longs with gaps, 40000",
                                call + ", longs, " + MOST_ELEMENTS)),
                Stream.of("put, longs, 3000, in a burst", "put, longs, 300, in a burst", "put, segment, 3000"));
    }

    static Runnable step(Window window, String name, int peer) {
        String[] parts = name.split(", ");
        boolean hasGaps = parts[1].endsWith(" with gaps");
        String kind = hasGaps ? parts[1].substring(0, parts[1].indexOf(' ')) : parts[1];
        int elements = parts.length > 2 ? Integer.parseInt(parts[2]) : ELEMENTS;
        int times = parts.length > 3 ? BURST : 1;
        return Access.of(kind, hasGaps, elements).step(window, parts[0], peer, times);
    }

    static Stream<Arguments> ofBothLevels() {
        return cases().flatMap(name -> Stream.of("serialized", "multiple").map(level -> Arguments.of(name, level)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("ofBothLevels")
    void accessesInOneJvmAllocateNothing(String name, String level) {
        Job.run(2, Options.fromEnvironment().with("thread.level", level), endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.createWindow(new long[SPREAD * ELEMENTS], 1);
            window.lockAll();
            SteadyState.await(world, STEPS, 0, step(window, name, 1 - world.rank()));
            window.unlockAll();
            window.close();
        });
    }

    /** An epoch of all locks takes the lock of the caller's own part and that of the target. */
    @Test
    void epochsOfAllInOneJvmAllocateNothing() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            long[] value = {1};
            WindowAssertion[] none = {}; // given, since a caller without any makes one where the call is not inlined
            try (Window window = world.allocateWindow(2 * Long.BYTES, Long.BYTES)) {
                SteadyState.await(world, STEPS, 0, () -> {
                    window.lockAll(none);
                    window.put(value, 1 - world.rank(), 0);
                    window.unlockAll();
                });
            }
        });
    }

    /** Each access to memory that the window has allocated; both ranks say which allocates nothing. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                Window window = world.allocateWindow((long) SPREAD * ELEMENTS * Long.BYTES, 1);
                window.lockAll();
                cases().forEach(name -> {
                    SteadyState.await(world, STEPS, 0, step(window, name, 1 - world.rank()));
                    TwoJvms.passed(name);
                });
                window.unlockAll();
                window.close();
            });
        }
    }

    /**
     * Each access to memory of the program, which the target's process has to execute; of all threads of both
     * processes.
     */
    static final class CalledProgram {
        private CalledProgram() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                Window window = world.createWindow(new long[SPREAD * ELEMENTS], 1);
                window.lockAll();
                calledCases().forEach(name -> {
                    Runnable step = step(window, name, 1 - world.rank());
                    SteadyState.awaitOfAllThreads(world, CALLED_STEPS, step);
                    TwoJvms.passed(name);
                });
                window.unlockAll();
                window.close();
            });
        }
    }

    /** As {@link CalledProgram}, of long accesses, and of many at once. */
    static final class LongProgram {
        private LongProgram() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                Window window = world.createWindow(new long[SPREAD * MOST_ELEMENTS], 1);
                window.lockAll();
                // JDK 25.0.3 leaves a call of the system in the code of its first compiler now and then
                int uncompiledCalls = args[0].equals(NetworkOptions.MAPPED) ? 0 : 1;
                longCases().forEach(name -> {
                    Runnable step = step(window, name, 1 - world.rank());
                    SteadyState.awaitOfAllThreads(world, LONG_STEPS, uncompiledCalls, step);
                    TwoJvms.passed(name);
                });
                window.unlockAll();
                window.close();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.MAPPED, NetworkOptions.TCP})
    void longAccessesAllocateNothing(String network) {
        TwoJvms.run(LongProgram.class, network, longCases().toList(), network);
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.MAPPED, NetworkOptions.TCP})
    void accessesThatTheTargetExecutesAllocateNothing(String network) {
        TwoJvms.run(CalledProgram.class, network, calledCases().toList());
    }

    @Test
    void accessesToMappedMemoryAllocateNothing() {
        TwoJvms.run(Program.class, NetworkOptions.MAPPED, cases().toList());
    }
}
