package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Each call of a window whose members on one host reach each other's memory, and those on another one do not. */
@Deadline(seconds = 120)
@Core
class WindowOverHostsTest extends WindowTest {
    private static final int LAST = 2; // alone on its host

    @Override
    WindowPlacement placement() {
        return WindowPlacement.TWO_HOSTS;
    }

    /** Runs a program on two members of one host and one of another. */
    private static void runOnThree(LocalNetwork network, EndpointProgram program) {
        new InProcessJob(network, LAST + 1, 1, Options.fromEnvironment()).run(program);
    }

    @Test
    void membersOfOneHostAccessEachOtherWithoutAPacket() {
        LocalNetwork network = WindowPlacement.twoHosts(LAST + 1);
        runOnThree(network, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            try (Window window = world.allocateWindow(64, 8)) {
                window.lockAll(WindowAssertion.NO_CHECK);
                world.barrier();
                long before = network.packets().of(PacketDescriptor.ACTIVE_MESSAGE);
                world.barrier();
                if (rank == 0) {
                    long[] one = {1};
                    long[] seen = new long[1];
                    DataLayout spread = DataLayout.vector(2, 1, 2, DataLayout.LONG);
                    window.put(one, 1, 0);
                    window.put(new long[3], spread, 1, 1, spread);
                    window.accumulate(one, 1, 0, Operation.SUM);
                    window.accumulate(new long[] {4, 0, 5}, spread, 1, 1, spread, Operation.SUM);
                    window.fetchAndOp(one, seen, 1, 0, Operation.SUM);
                    assertEquals(2, seen[0]);
                    window.compareAndSwap(new long[] {7}, new long[] {3}, seen, 1, 0);
                    window.nonblocking().get(seen, 1, 0).await();
                    window.flush(1);
                    assertEquals(7, seen[0]);
                    MemorySegment there = window.shared(1);
                    assertArrayEquals(new long[] {7, 4, 0, 5, 0, 0, 0, 0}, there.toArray(ValueLayout.JAVA_LONG));
                    assertEquals(before, network.packets().of(PacketDescriptor.ACTIVE_MESSAGE));
                    window.put(one, LAST, 0);
                    window.flush(LAST);
                    assertTrue(network.packets().of(PacketDescriptor.ACTIVE_MESSAGE) > before);
                    SennitException refused = assertThrows(SennitException.class, () -> window.shared(LAST));
                    assertEquals(ErrorClass.RMA_SHARED, refused.errorClass(), refused::toString);
                }
                world.barrier();
                window.unlockAll();
                if (rank == LAST) {
                    assertEquals(1, ((MemorySegment) window.memory()).get(ValueLayout.JAVA_LONG, 0));
                }
            }
        });
    }

    /** Updates that no instruction can do are made by the target's process, in their order among the others. */
    @Test
    void updatesThatNeedAGuardKeepTheirOrderAmongThoseThatDoNot() {
        runOnThree(WindowPlacement.twoHosts(LAST + 1), endpoint -> {
            Communicator world = endpoint.world();
            int times = 200;
            try (Window window = world.allocateWindow(56, 1)) {
                window.lockAll();
                long[] seen = new long[1];
                // Bytes 0 to 7 by instructions; 9 to 16 at an odd place; a pair at 24.
                DataLayout pair = PairType.INT_INT.layout().count(1);
                int[] location = new int[2];
                DataLayout spread = DataLayout.byteIndexed(new long[] {1, 1}, new long[] {0, 9}, DataLayout.LONG)
                        .count(1);
                for (int i = 0; i < times; i++) {
                    window.accumulate(new long[] {1}, 1, 0, Operation.SUM);
                    window.accumulate(new long[] {1}, 1, 9, Operation.SUM);
                    window.fetchAndOp(new long[] {1}, seen, 1, 9, Operation.SUM);
                    window.compareAndSwap(new long[] {seen[0] + 1}, new long[] {-1}, seen, 1, 9);
                    location[0] = i * 3 + world.rank();
                    location[1] = world.rank();
                    window.accumulate(location, pair, 1, 24, pair, Operation.MAXLOC);
                    if (world.rank()
                            == 0) { // in its own place: elements of which one lies at an odd place, and one of them
                        // alone
                        window.accumulate(new long[] {i, i}, DataLayout.LONG, 1, 32, spread, Operation.REPLACE);
                        window.accumulate(new long[] {-i}, 1, 32, Operation.REPLACE);
                        window.get(seen, 1, 32);
                        assertEquals(-i, seen[0]);
                    }
                }
                window.unlockAll();
                world.barrier();
                if (world.rank() == 1) {
                    MemorySegment memory = (MemorySegment) window.memory();
                    assertEquals(3L * times, memory.get(ValueLayout.JAVA_LONG, 0));
                    assertEquals(6L * times, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 9));
                    assertEquals(3 * times - 1, memory.get(ValueLayout.JAVA_INT, 24));
                    assertEquals(2, memory.get(ValueLayout.JAVA_INT, 28));
                }
            }
        });
    }
}
