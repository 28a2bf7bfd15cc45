package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.MappedFile;

/**
 * Each call that reads or writes a mapped file fails by itself when the file has been cut short, and the next one is as
 * good as before. Accesses to a window in one JVM also when C2 has compiled them, which makes the JVM's error
 * asynchronous: their copies are inlined into the call.
 */
@Deadline(seconds = 120)
class ShortenedFileCallsTest {
    private static final int BYTES = 256 << 10;
    private static final int FEW = 20;
    private static final long[] SOUND = new long[BYTES / Long.BYTES];

    /** Returns whether a call fails because of its memory; any other error is thrown. */
    private static boolean isRefused(Runnable call) {
        try {
            call.run();
            return false;
        } catch (SennitException e) {
            assertEquals(ErrorClass.BUFFER, e.errorClass(), e::toString);
            return true;
        }
    }

    private record Message(String name, int bytes, boolean isOfSender, DataLayout gaps) {
        void run(Communicator world, MemorySegment file) {
            boolean isFile = world.rank() == 0 == isOfSender;
            Object memory = isFile ? file.asSlice(0, gaps == null ? bytes : BYTES) : SOUND;
            DataLayout layout = isFile && gaps != null ? gaps : DataLayout.BYTE.count(bytes);
            if (world.rank() == 0) {
                world.send(memory, layout, 1, 0);
            } else {
                world.receive(memory, layout, 0, 0);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Message> messages() {
        DataLayout few = DataLayout.vector(100, 8, 16, DataLayout.BYTE);
        DataLayout many = DataLayout.vector(8000, 8, 16, DataLayout.BYTE);
        return Stream.of(
                new Message("a word to a file", 8, false, null),
                new Message("an immediate message to a file", 1000, false, null),
                new Message("one to gaps", 800, false, few),
                new Message("a message by reference to a file", 64_000, false, null),
                new Message("one to gaps by reference", 64_000, false, many),
                new Message("one by reference from a file", 64_000, true, null),
                new Message("one by reference from gaps", 64_000, true, many),
                new Message("blocks that both copy", BYTES, true, null));
    }

    /** Both sides fail where the receiver copies from the sender's memory. */
    @ParameterizedTest
    @MethodSource("messages")
    void aMessageFails(Message message) {
        boolean isOfBoth = message.bytes > 4096;
        try (MappedFile file = new MappedFile(BYTES)) {
            Job.run(2, endpoint -> {
                Communicator world = endpoint.world();
                for (int i = 0; i < FEW; i++) {
                    message.run(world, file.memory());
                }
                world.barrier();
                file.truncate(0);
                world.barrier();
                boolean isFailing = isOfBoth || world.rank() == 0 == message.isOfSender;
                int refused = 0;
                for (int i = 0; i < FEW; i++) {
                    refused += isRefused(() -> message.run(world, file.memory())) ? 1 : 0;
                }
                assertEquals(isFailing ? FEW : 0, refused);
            });
        }
    }

    @Test
    void aSendOfAShortMessageFails() {
        try (MappedFile file = new MappedFile(BYTES)) {
            Job.run(2, endpoint -> {
                Communicator world = endpoint.world();
                MemorySegment shortOne = file.memory().asSlice(0, 8);
                for (int i = 0; i < FEW; i++) {
                    exchange(world, shortOne);
                }
                world.barrier();
                file.truncate(0);
                world.barrier();
                for (int i = 0; world.rank() == 0 && i < FEW; i++) {
                    assertEquals(true, isRefused(() -> world.send(shortOne, 1, 0)));
                }
                exchange(world, MemorySegment.ofArray(new byte[8]));
            });
        }
    }

    @Test
    void anExchangeInOneMemoryFails() {
        try (MappedFile file = new MappedFile(BYTES)) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                MemorySegment memory = file.memory().asSlice(0, 8);
                world.sendReceiveReplace(memory, 0, 0, 0, 0);
                file.truncate(0);
                for (int i = 0; i < FEW; i++) {
                    assertEquals(true, isRefused(() -> world.sendReceiveReplace(memory, 0, 0, 0, 0)));
                    assertEquals(
                            true,
                            isRefused(() -> world.nonblocking()
                                    .sendReceiveReplace(memory, 0, 0, 0, 0)
                                    .await()));
                }
            });
        }
    }

    /** Of two pieces, which are packed. */
    @Test
    void anActiveMessageFails() {
        try (MappedFile file = new MappedFile(BYTES)) {
            acrossProcesses(endpoint -> {
                Communicator world = endpoint.world();
                ActiveMessages active = world.activeMessages();
                ActiveCounter arrived = active.newCounter();
                active.register(0, _ -> null);
                MemorySegment memory = file.memory();
                ActiveVector data =
                        ActiveVector.generic(new Object[] {memory, memory}, new long[] {0, 64}, new long[] {8, 8});
                int other = 1 - world.rank();
                world.barrier();
                active.send(other, 0, null, data, arrived.number(), null, null);
                arrived.await(1);
                world.barrier();
                file.truncate(0);
                for (int i = 0; i < FEW; i++) {
                    assertEquals(
                            true, isRefused(() -> active.send(other, 0, null, data, arrived.number(), null, null)));
                }
                active.send(other, 0, null, ActiveVector.EMPTY, arrived.number(), null, null);
                arrived.await(1);
                active.fence();
                world.barrier();
            });
        }
    }

    private static void exchange(Communicator world, MemorySegment memory) {
        if (world.rank() == 0) {
            world.send(memory, 1, 0);
        } else {
            world.receive(new byte[8], 0, 0);
        }
    }

    /** An access to element 0 of rank 1's part, with some memory of the origin. */
    private record Access(String name, BiConsumer<Window, MemorySegment> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final DataLayout ONE = DataLayout.LONG.count(1);

    private static Stream<Access> accesses() {
        DataLayout gaps = DataLayout.vector(50, 1, 2, DataLayout.LONG);
        DataLayout row = DataLayout.LONG.count(50);
        return Stream.of(
                new Access("put", (window, origin) -> window.put(origin, ONE, 1, 0, ONE)),
                new Access("get", (window, origin) -> window.get(origin, ONE, 1, 0, ONE)),
                new Access("put of an array", (window, _) -> window.put(new long[1], 1, 0)),
                new Access("get of an array", (window, _) -> window.get(new long[1], 1, 0)),
                new Access("put from gaps", (window, origin) -> window.put(origin, gaps, 1, 0, row)),
                new Access("get from gaps", (window, origin) -> window.get(origin, row, 1, 0, gaps)),
                new Access("accumulate", (window, origin) -> window.accumulate(origin, ONE, 1, 0, ONE, Operation.SUM)),
                new Access(
                        "accumulate of an array", (window, _) -> window.accumulate(new long[1], 1, 0, Operation.MAX)),
                new Access(
                        "accumulate of bytes",
                        (window, origin) -> window.accumulate(
                                origin, DataLayout.BYTE.count(1), 1, 0, DataLayout.BYTE.count(1), Operation.BXOR)),
                new Access(
                        "getAccumulate",
                        (window, origin) ->
                                window.getAccumulate(new long[1], ONE, origin, ONE, 1, 0, ONE, Operation.MIN)),
                new Access(
                        "fetchAndOp",
                        (window, origin) -> window.fetchAndOp(origin, new long[1], ONE, 1, 0, Operation.SUM)),
                new Access(
                        "fetchAndOp of arrays",
                        (window, _) -> window.fetchAndOp(new long[1], new long[1], ONE, 1, 0, Operation.SUM)),
                new Access(
                        "compareAndSwap",
                        (window, origin) -> window.compareAndSwap(origin, new long[1], new long[1], ONE, 1, 0)),
                new Access(
                        "compareAndSwap of arrays",
                        (window, _) -> window.compareAndSwap(new long[1], new long[1], new long[1], ONE, 1, 0)));
    }

    private static Stream<Access> accessesOfOrigins() {
        return accesses().filter(each -> !each.name.contains("array"));
    }

    @ParameterizedTest
    @MethodSource("accesses")
    void anAccessToAFileOfTheTargetFailsInOneJvm(Access access) {
        Job.run(2, endpoint -> target(endpoint, access, MappedFile.WARM, MappedFile.FAULTS));
    }

    @ParameterizedTest
    @MethodSource("accesses")
    void anAccessToAFileOfTheTargetFailsInAnotherProcess(Access access) {
        acrossProcesses(endpoint -> target(endpoint, access, FEW, FEW));
    }

    @ParameterizedTest
    @MethodSource("accessesOfOrigins")
    void anAccessWithAFileOfTheOriginFailsInOneJvm(Access access) {
        Job.run(2, endpoint -> origin(endpoint, access));
    }

    @ParameterizedTest
    @MethodSource("accessesOfOrigins")
    void anAccessWithAFileOfTheOriginFailsInAnotherProcess(Access access) {
        acrossProcesses(endpoint -> origin(endpoint, access));
    }

    private static void acrossProcesses(EndpointProgram program) {
        new InProcessJob(new LocalNetwork(23, true, _ -> null), 2, 1, Options.fromEnvironment()).run(program);
    }

    private void target(Endpoint endpoint, Access access, int calls, int faults) {
        try (MappedFile file = new MappedFile(4096)) {
            MemorySegment sound = MemorySegment.ofArray(new long[512]);
            all(endpoint.world(), file, file.memory(), sound, access, calls, faults);
        }
    }

    private void origin(Endpoint endpoint, Access access) {
        try (MappedFile file = new MappedFile(4096)) {
            MemorySegment sound = MemorySegment.ofArray(new long[512]);
            all(endpoint.world(), file, sound, file.memory(), access, FEW, FEW);
        }
    }

    private static void all(
            Communicator world,
            MappedFile file,
            MemorySegment part,
            MemorySegment origin,
            Access access,
            int calls,
            int faults) {
        try (Window window = world.createWindow(part)) {
            window.lockAll();
            if (world.rank() == 0) {
                for (int i = 0; i < calls; i++) {
                    access.call.accept(window, origin);
                    window.flush(1);
                }
            }
            world.barrier();
            file.truncate(0);
            world.barrier();
            if (world.rank() == 0) {
                int refused = 0;
                for (int i = 0; i < faults; i++) {
                    refused += isRefused(() -> {
                                access.call.accept(window, origin);
                                window.flush(1);
                            })
                            ? 1
                            : 0;
                }
                assertEquals(faults, refused);
            }
            window.unlockAll();
            world.barrier();
        }
    }
}
