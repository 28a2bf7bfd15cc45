package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * A mapped file that becomes shorter under a large send with gaps fails that send and its receive, and nothing else;
 * one that an active message fills fails that message.
 */
@Deadline
class ShortenedFileTest {
    private static final int BLOCKS = 100_000;
    private static final DataLayout GAPS = DataLayout.vector(BLOCKS, 1, 2, DataLayout.DOUBLE);

    @TempDir
    Path folder;

    @Test
    void failsTheSendAndItsReceiveOnly() {
        LocalNetwork network = new LocalNetwork(17, true, unused -> null);
        new InProcessJob(network, 2, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                send(world);
            } else {
                world.receive(new int[1], 0, 1); // the file is short by now
                SennitException lost =
                        assertThrows(SennitException.class, () -> world.receive(new double[BLOCKS], 0, 2));
                assertTrue(lost.getMessage().contains("tag=2"), lost.getMessage());
                int[] after = {0};
                world.receive(after, 0, 3);
                assertArrayEquals(new int[] {3}, after);
            }
        });
        assertEquals(0, network.sharedCount());
    }

    @Test
    void failsTheActiveMessageOnlyThatFillsIt() {
        new InProcessJob(new LocalNetwork(18, true, unused -> null), 2, 1, Options.fromEnvironment())
                .run(endpoint -> fill(endpoint.world(), 1));
        Job.run(2, endpoint -> fill(endpoint.world(), 2));
    }

    private void fill(Communicator world, int job) {
        int bytes = 600; // in one packet
        try (FileChannel file = FileChannel.open(
                        folder.resolve("target" + job + "." + world.rank()),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            file.truncate(0);
            ActiveMessages active = world.activeMessages();
            ActiveCounter counter = active.newCounter();
            Queue<ErrorClass> reported = new ConcurrentLinkedQueue<>();
            active.onError((source, handler, error) -> reported.add(error.errorClass()));
            active.register(0, message -> ActiveVector.of(memory));
            active.register(1, message -> ActiveVector.strided(memory, 0, 3, 200, 200));
            world.barrier();
            int peer = 1 - world.rank();
            for (int handler = 0; handler < 2; handler++) {
                ActiveVector data = handler == 0
                        ? ActiveVector.of(new byte[bytes])
                        : ActiveVector.strided(new byte[bytes], 0, 3, 200, 200);
                active.send(peer, handler, null, data, counter.number(), counter, counter);
            }
            counter.await(6);
            world.barrier();
            assertEquals(List.of(ErrorClass.BUFFER, ErrorClass.BUFFER), List.copyOf(reported));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Of lengths that are copied into the answer, and of others; at the target, and at the origin, there also with
     * gaps.
     */
    @Test
    void failsTheAccessesOnlyThatUseIt() {
        LocalNetwork network = new LocalNetwork(19, true, unused -> null);
        new InProcessJob(network, 2, 1, Options.fromEnvironment()).run(endpoint -> access(endpoint.world()));
    }

    private void access(Communicator world) {
        int bytes = 64 << 10;
        try (FileChannel file = FileChannel.open(
                        folder.resolve("part" + world.rank()),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            long[] sound = new long[3000];
            long[] place = new long[2];
            try (Window window = world.createDynamicWindow()) {
                if (world.rank() == 1) {
                    place[0] = window.attach(memory);
                    place[1] = window.attach(sound);
                }
                world.broadcast(place, 1);
                file.truncate(0);
                window.lockAll();
                if (world.rank() == 0) {
                    fails(() -> window.get(new byte[600], 1, place[0]));
                    fails(() -> window.get(new byte[bytes], 1, place[0]));
                    DataLayout gaps = DataLayout.vector(3000, 1, 2, DataLayout.LONG);
                    fails(() -> {
                        window.put(memory, gaps, 1, place[1], DataLayout.LONG.count(3000));
                        window.flush(1);
                    });
                    fails(() -> window.get(memory.asSlice(0, 8), 1, place[1]));
                    fails(() -> window.get(memory, gaps, 1, place[1], DataLayout.LONG.count(3000)));
                    fails(() -> window.put(memory.asSlice(0, 8), 1, place[1]));
                    window.put(new long[] {7}, 1, place[1]);
                    window.flush(1);
                }
                window.unlockAll();
                world.barrier();
                assertEquals(world.rank() == 1 ? 7 : 0, sound[0]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fails(Runnable access) {
        SennitException error = assertThrows(SennitException.class, access::run);
        assertEquals(ErrorClass.BUFFER, error.errorClass(), error::toString);
    }

    private void send(Communicator world) {
        try (FileChannel file = FileChannel.open(
                        folder.resolve("field"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment memory =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, GAPS.offsetBytes() + 16L * BLOCKS, arena);
            Request lost = world.nonblocking().send(memory, GAPS, 1, 2);
            file.truncate(4096);
            world.send(new int[1], 1, 1);
            SennitException cause = assertThrows(SennitException.class, lost::await);
            assertTrue(cause.getMessage().contains("tag=2"), cause.getMessage());
            world.send(new int[] {3}, 1, 3);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
