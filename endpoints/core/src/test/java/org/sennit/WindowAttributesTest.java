package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Name, hints, attributes and error handler of windows. */
@Deadline(seconds = 120)
class WindowAttributesTest {
    private static final int SEED = 31;

    private static void inOneProcess(int endpoints, EndpointProgram program) {
        Job.run(endpoints, program);
    }

    private static void inProcesses(int endpoints, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(SEED, false, network -> null), endpoints, 1, Options.fromEnvironment())
                .run(program);
    }

    @Test
    void infoTellsAllHintsInForce() {
        inOneProcess(2, endpoint -> {
            Communicator world = endpoint.world();
            Map<String, String> always = Map.of(
                    "no_locks",
                    "false",
                    "same_size",
                    "false",
                    "same_disp_unit",
                    "false",
                    "accumulate_ordering",
                    "rar,raw,war,waw",
                    "accumulate_ops",
                    "same_op_no_op",
                    "mpi_accumulate_granularity",
                    "0");
            try (Window created = world.createWindow(new long[1]);
                    Window dynamic = world.createDynamicWindow()) {
                assertEquals(always, created.info());
                assertEquals(always, dynamic.info());
            }
            Map<String, String> given = new HashMap<>();
            given.put("same_size", "true");
            given.put("alloc_shm", "false");
            given.put("accumulate_ordering", "all");
            given.put("no_locks", "perhaps");
            given.put("color", "blue");
            try (Window allocated = world.allocateWindow(64, 8, given)) {
                Map<String, String> expected = new HashMap<>(always);
                expected.put("same_size", "true");
                expected.put("alloc_shm", "false");
                expected.put("mpi_minimum_memory_alignment", "64");
                assertEquals(expected, allocated.info());
                assertEquals(
                        Map.of("accumulate_ordering", "all", "no_locks", "perhaps", "color", "blue"),
                        allocated.ignoredInfo());
                allocated.setInfo(Map.of("no_locks", "true", "alloc_shm", "true"));
                assertEquals("true", allocated.info().get("no_locks"));
                assertEquals("false", allocated.info().get("alloc_shm"));
                assertEquals(
                        Map.of("accumulate_ordering", "all", "alloc_shm", "true", "color", "blue"),
                        allocated.ignoredInfo());
            }
        });
    }

    @Test
    void hintsThatAskForNoMoreThanWhatHoldsAreInForce() {
        inOneProcess(2, endpoint -> {
            Communicator world = endpoint.world();
            List<Map<String, String>> weaker = List.of(
                    Map.of("accumulate_ordering", "none"),
                    Map.of("accumulate_ordering", "waw,rar"),
                    Map.of("accumulate_ordering", "rar,raw,war,waw"),
                    Map.of("accumulate_ops", "same_op"),
                    Map.of("accumulate_ops", "same_op_no_op", "mpi_accumulate_granularity", "16"),
                    Map.of("mpi_accumulate_granularity", "0"));
            Map<String, String> wrong =
                    Map.of("accumulate_ordering", "rar,", "accumulate_ops", "any", "mpi_accumulate_granularity", "-1");
            for (Map<String, String> hints : weaker) {
                try (Window window = world.createWindow(new long[1], 1, hints)) {
                    assertEquals(Map.of(), window.ignoredInfo());
                    assertEquals("rar,raw,war,waw", window.info().get("accumulate_ordering"));
                    assertEquals("same_op_no_op", window.info().get("accumulate_ops"));
                    assertEquals("0", window.info().get("mpi_accumulate_granularity"));
                    window.setInfo(wrong);
                    assertEquals(wrong, window.ignoredInfo());
                    window.setInfo(hints);
                    Map<String, String> left = new HashMap<>(wrong);
                    left.keySet().removeAll(hints.keySet());
                    assertEquals(left, window.ignoredInfo());
                }
            }
        });
    }

    @Test
    void memoryIsAlignedAsAHintAsksFor() {
        inOneProcess(3, WindowAttributesTest::align);
        inProcesses(3, WindowAttributesTest::align);
    }

    private static void align(Endpoint endpoint) {
        Communicator world = endpoint.world();
        String name = "mpi_minimum_memory_alignment";
        for (int alignment = 1; alignment <= 1 << 21; alignment *= 2) {
            for (String isShared : List.of("true", "false")) {
                Map<String, String> hints = Map.of(name, Integer.toString(alignment), "alloc_shm", isShared);
                try (Window window = world.allocateWindow(24, 8, hints)) {
                    assertEquals(
                            Integer.toString(Math.max(64, alignment)),
                            window.info().get(name));
                    assertEquals(Map.of(), window.ignoredInfo());
                    assertEquals(0, ((MemorySegment) window.memory()).address() % alignment);
                    window.setInfo(Map.of(name, "2"));
                    assertEquals(Map.of(), window.ignoredInfo());
                    String more = Integer.toString(4 * Math.max(64, alignment));
                    window.setInfo(Map.of(name, more)); // too late
                    assertEquals(Map.of(name, more), window.ignoredInfo());
                }
            }
        }
        for (String wrong : List.of("0", "-64", "96", "many", "2147483648")) {
            try (Window window = world.allocateWindow(8, 8, Map.of(name, wrong))) {
                assertEquals("64", window.info().get(name));
                assertEquals(Map.of(name, wrong), window.ignoredInfo());
            }
        }
        try (Window window = world.createWindow(new long[1], 1, Map.of(name, "64"))) {
            assertEquals(Map.of(name, "64"), window.ignoredInfo());
        }
    }

    @Test
    void partsOfASharedWindowAreAlignedAsAHintAsksFor() {
        inOneProcess(3, endpoint -> {
            Communicator world = endpoint.world();
            String name = "mpi_minimum_memory_alignment";
            Map<String, String> apart = Map.of(name, "4096", "alloc_shared_noncontig", "true");
            try (Window window = world.allocateSharedWindow(5, 1, apart);
                    Window dense = world.allocateSharedWindow(5, 1, Map.of(name, "1024"));
                    Window least = world.allocateSharedWindow(5, 1, Map.of(name, "8192"))) {
                for (int rank = 0; rank < 3; rank++) {
                    assertEquals(0, window.shared(rank).address() % 4096);
                }
                assertEquals(4096, window.shared(1).address() - window.shared(0).address());
                assertEquals("4096", window.info().get(name));
                assertEquals(0, dense.shared(0).address() % 1024);
                assertEquals(5, dense.shared(1).address() - dense.shared(0).address());
                assertEquals("64", least.info().get(name));
                assertEquals(Map.of(name, "8192"), least.ignoredInfo());
            }
        });
    }

    /** Also where a member gives none, or one that is too large, which is ignored. */
    @Test
    void theLargestAlignmentOfAMemberIsThatOfASharedWindow() {
        inOneProcess(3, WindowAttributesTest::alignTogether);
        LocalNetwork network = new LocalNetwork(SEED, true, all -> null);
        BitSet processes = new BitSet();
        processes.set(0, 3);
        network.shareMemory(processes);
        new InProcessJob(network, 3, 1, Options.fromEnvironment()).run(WindowAttributesTest::alignTogether);
    }

    private static void alignTogether(Endpoint endpoint) {
        Communicator world = endpoint.world();
        String name = "mpi_minimum_memory_alignment";
        String apart = "alloc_shared_noncontig";
        for (int largest = 0; largest < world.size(); largest++) {
            Map<String, String> own = new HashMap<>(Map.of(apart, "true"));
            if (world.rank() == largest) {
                own.put(name, "1024");
            } else if (world.rank() == (largest + 1) % world.size()) {
                own.put(name, "8192");
            }
            try (Window window = world.allocateSharedWindow(5, 1, own)) {
                assertEquals("1024", window.info().get(name));
                assertEquals("8192".equals(own.get(name)) ? Map.of(name, "8192") : Map.of(), window.ignoredInfo());
                for (int rank = 0; rank < world.size(); rank++) {
                    assertEquals(0, window.shared(rank).address() % 1024);
                }
                window.fence();
                window.put(new byte[] {(byte) largest}, (world.rank() + 1) % world.size(), 4);
                window.fence();
                assertEquals(largest, ((MemorySegment) window.memory()).get(ValueLayout.JAVA_BYTE, 4));
            }
        }
        Map<String, String> some = Map.of(apart, Boolean.toString(world.rank() == 0), name, "128");
        fails(ErrorClass.INFO_VALUE, () -> world.allocateSharedWindow(5, 1, some), "different hints");
    }

    @Test
    void aWindowWithoutLocksRefusesThem() {
        inOneProcess(2, endpoint -> {
            try (Window window = endpoint.world().allocateWindow(8, 8, Map.of("no_locks", "true"))) {
                for (Runnable lock : List.<Runnable>of(() -> window.lock(LockKind.SHARED, 1), window::lockAll)) {
                    SennitException error = assertThrows(SennitException.class, lock::run);
                    assertEquals(ErrorClass.RMA_SYNC, error.errorClass());
                    assertTrue(error.getMessage().contains("no_locks"), error::getMessage);
                }
                window.fence();
                window.put(new long[] {7}, 1, 0);
                window.fence();
                window.setInfo(Map.of("no_locks", "false"));
                window.fence(WindowAssertion.NO_SUCCEED);
                window.lockAll();
                window.unlockAll();
            }
        });
    }

    @Test
    void brokenPromisesAndDifferentHintsAreErrorsOnAllMembers() {
        inOneProcess(3, WindowAttributesTest::breakPromises);
        inProcesses(3, WindowAttributesTest::breakPromises);
    }

    private static void breakPromises(Endpoint endpoint) {
        Communicator world = endpoint.world();
        int rank = world.rank();
        Map<String, String> sameSize = Map.of("same_size", "true");
        Map<String, String> sameUnit = Map.of("same_disp_unit", "true");
        fails(ErrorClass.SIZE, () -> world.allocateWindow(8 + rank, 1, sameSize), "least=8 most=10");
        fails(ErrorClass.SIZE, () -> world.createWindow(new byte[8 - rank], 1, sameSize), "least=6 most=8");
        fails(ErrorClass.DISP, () -> world.createWindow(new byte[8], 1 + rank, sameUnit), "least=1 most=3");
        Map<String, String> own = rank == 1 ? sameSize : Map.of();
        fails(
                ErrorClass.INFO_VALUE,
                () -> world.allocateWindow(8, 1, own),
                "different hints",
                "operation=allocateWindow");
        fails(ErrorClass.INFO_VALUE, () -> world.createDynamicWindow(own), "different hints");
        assertThrows(SennitException.class, () -> world.createWindow(new byte[1], 1, null));
        try (Window window = world.allocateWindow(8, 1, Map.of("same_size", "true", "same_disp_unit", "true"))) {
            assertEquals(8, window.sizeBytes((rank + 1) % 3));
        }
    }

    private static void fails(ErrorClass errorClass, Runnable call, String... parts) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass(), error::toString);
        for (String part : parts) {
            assertTrue(error.getMessage().contains(part), error::getMessage);
        }
    }

    @Test
    void partsOfASharedWindowMayLieOnCacheLinesOfTheirOwn() {
        inOneProcess(3, endpoint -> {
            Communicator world = endpoint.world();
            Map<String, String> apart = Map.of("alloc_shared_noncontig", "true");
            try (Window window = world.allocateSharedWindow(5, 1, apart);
                    Window dense = world.allocateSharedWindow(5, 1)) {
                for (int rank = 1; rank < 3; rank++) {
                    assertEquals(
                            64,
                            window.shared(rank).address()
                                    - window.shared(rank - 1).address());
                    assertEquals(
                            5,
                            dense.shared(rank).address()
                                    - dense.shared(rank - 1).address());
                    assertEquals(5, window.sizeBytes(rank));
                }
            }
        });
    }

    @Test
    void attributesEndWithTheirWindowTheLatestFirst() {
        inOneProcess(2, endpoint -> {
            List<String> deleted = new ArrayList<>();
            WindowAttributeKey<String> one =
                    WindowAttributeKey.of((window, value) -> deleted.add(window.name() + value));
            WindowAttributeKey<Integer> other = WindowAttributeKey.of((window, value) -> deleted.add("other" + value));
            WindowAttributeKey<Object> plain = WindowAttributeKey.plain();
            Window window = endpoint.world().allocateWindow(8, 8);
            window.setName("w");
            assertNull(window.attribute(one));
            window.setAttribute(one, "a");
            window.setAttribute(one, "b");
            window.setAttribute(other, 5);
            window.setAttribute(plain, deleted);
            assertEquals("b", window.attribute(one));
            assertSame(deleted, window.attribute(plain));
            window.deleteAttribute(plain);
            assertNull(window.attribute(plain));
            assertEquals(List.of("wa"), deleted);
            window.close();
            window.close();
            assertEquals(List.of("wa", "other5", "wb"), deleted);
            fails(ErrorClass.WIN, () -> window.setAttribute(one, "c"), "setAttribute");
            assertEquals(WindowModel.UNIFIED, window.model());
        });
    }

    @Test
    void theWindowsErrorHandlerIsToldOnceAndTheCommunicatorsOnlyWithoutOne() {
        inOneProcess(2, endpoint -> {
            Communicator world = endpoint.world().duplicate();
            List<String> reported = new ArrayList<>();
            world.setErrorHandler((communicator, error) -> reported.add("communicator " + error.errorClass()));
            try (Window window = world.allocateWindow(8, 8)) {
                fails(ErrorClass.RMA_SYNC, () -> window.put(new long[1], 1, 0));
                window.setErrorHandler((from, error) -> {
                    assertSame(window, from);
                    reported.add("window " + error.errorClass());
                });
                fails(ErrorClass.RMA_SYNC, () -> window.put(new long[1], 1, 0));
                fails(ErrorClass.RANK, () -> window.sizeBytes(2));
                fails(ErrorClass.RMA_SYNC, () -> window.nonblocking().put(new long[1], 1, 0));
                fails(ErrorClass.ARG, () -> window.setName(null));
                window.setErrorHandler(null);
                assertNull(window.errorHandler());
                fails(ErrorClass.RANK, () -> window.displacementUnit(2));
            }
            assertEquals(
                    List.of(
                            "communicator RMA_SYNC",
                            "window RMA_SYNC",
                            "window RANK",
                            "window RMA_SYNC",
                            "window ARG",
                            "communicator RANK"),
                    reported);
        });
    }
}
