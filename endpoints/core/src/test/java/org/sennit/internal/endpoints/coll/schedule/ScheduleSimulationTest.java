package org.sennit.internal.endpoints.coll.schedule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.testkit.Core;
import org.sennit.testkit.SeededRandom;

/** The simulation finds each kind of fault whatever the order of events, and none in a schedule that is right. */
@Core
class ScheduleSimulationTest {
    private static final int SEEDS = 100;
    private static final int BYTES = 8;
    private static final ProcessMap ONE_PROCESS = new ProcessMap(new int[] {0, 0}, 1);
    private static final ProcessMap TWO_PROCESSES = new ProcessMap(new int[] {0, 1}, 1);

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private byte[][] in;
    private byte[][] out;

    private void run(ProcessMap map, long seed, Consumer<ScheduleBuilder> member) {
        int n = map.size();
        CollectiveSchedule[] schedules = new CollectiveSchedule[n];
        for (int rank = 0; rank < n; rank++) {
            ScheduleBuilder builder = new ScheduleBuilder(map, rank, 1);
            member.accept(builder);
            schedules[rank] = builder.build();
        }
        in = new byte[n][BYTES];
        out = new byte[n][BYTES];
        ScheduleSimulation simulation = new ScheduleSimulation(map, schedules, seed);
        for (int rank = 0; rank < n; rank++) {
            Arrays.fill(in[rank], (byte) (rank + 1));
            simulation.memory(rank, in[rank], 0, out[rank], 0);
            simulation.call(0, rank, new CollectiveCall().set(CollectiveKind.GATHERV, BYTES));
        }
        simulation.run();
    }

    private void assertFinds(String fault, ProcessMap map, Consumer<ScheduleBuilder> member) {
        for (int i = 0; i < SEEDS; i++) {
            long seed = random.nextLong();
            ScheduleFault found = assertThrows(ScheduleFault.class, () -> run(map, seed, member), () -> "seed=" + seed);
            assertTrue(found.getMessage().contains(fault), () -> found.getMessage() + " seed=" + seed);
        }
    }

    private static int in(int member) {
        return BufferRef.of(member, BufferRef.IN);
    }

    private static int line(int member) {
        return BufferRef.of(member, BufferRef.LINE);
    }

    @Test
    void atAGateTheLastMemberCombinesTheLines() {
        for (int i = 0; i < SEEDS; i++) {
            run(ONE_PROCESS, random.nextLong(), b -> {
                b.copy(b.own(BufferRef.IN), 0, b.own(BufferRef.LINE), 0, BYTES);
                b.meet(b.nextPhase(), BYTES);
                b.copy(line(0), 0, b.own(BufferRef.OUT), 0, BYTES);
            });
            byte[] expected = new byte[BYTES];
            SimulatedOperation.combine(in[0], 0, in[1], 0, expected, 0, BYTES);
            assertArrayEquals(expected, out[0]);
            assertArrayEquals(expected, out[1]);
        }
    }

    @Test
    void findsAMemberThatNeverComesToAGate() {
        assertFinds("rank 1 never comes", ONE_PROCESS, b -> {
            int phase = b.nextPhase();
            if (b.isLeader()) {
                b.meet(phase);
            }
        });
    }

    @Test
    void findsALineThatIsReadBeforeItsGate() {
        assertFinds("", ONE_PROCESS, b -> {
            b.copy(b.own(BufferRef.IN), 0, b.own(BufferRef.LINE), 0, BYTES);
            b.copy(line(0), 0, b.own(BufferRef.OUT), 0, BYTES);
            b.meet(b.nextPhase(), BYTES);
        });
    }

    /** Member 0 lends its memory to member 1, and waits for it. */
    private static void lend(ScheduleBuilder b) {
        int begin = b.nextPhase();
        int end = b.nextPhase();
        if (b.isLeader()) {
            b.share();
            b.signal(begin, Step.ALL);
            b.await(end, 1);
        } else {
            b.await(begin, 0);
            b.copy(in(0), 0, b.own(BufferRef.OUT), 0, BYTES);
            b.signal(end, 0);
        }
    }

    @Test
    void memoryThatIsLentAndGivenBackMayBeRead() {
        for (int i = 0; i < SEEDS; i++) {
            run(ONE_PROCESS, random.nextLong(), ScheduleSimulationTest::lend);
            assertArrayEquals(in[0], out[1]);
        }
    }

    @Test
    void aLineMayBeReadWhenItsOwnerHasEnded() {
        for (int i = 0; i < SEEDS; i++) {
            run(ONE_PROCESS, random.nextLong(), b -> {
                int phase = b.nextPhase();
                if (b.isLeader()) {
                    b.copy(in(0), 0, line(0), 0, BYTES);
                    b.signal(phase, 1);
                } else {
                    b.await(phase, 0);
                    b.copy(line(0), 0, b.own(BufferRef.OUT), 0, BYTES);
                }
            });
            assertArrayEquals(in[0], out[1]);
        }
    }

    @Test
    void findsMemoryThatIsNotShared() {
        assertFinds("does not share its memory", ONE_PROCESS, b -> {
            int phase = b.nextPhase();
            if (b.isLeader()) {
                b.signal(phase, Step.ALL);
            } else {
                b.await(phase, 0);
                b.copy(in(0), 0, b.own(BufferRef.OUT), 0, BYTES);
            }
        });
    }

    @Test
    void findsReadingBeforeTheSignal() {
        assertFinds("has not lent its memory yet", ONE_PROCESS, b -> {
            int phase = b.nextPhase();
            b.share();
            b.signal(phase, Step.ALL);
            if (!b.isLeader()) {
                b.copy(in(0), 0, b.own(BufferRef.OUT), 0, BYTES);
            }
            b.awaitAll(phase);
        });
    }

    @Test
    void findsAnOwnerThatDoesNotWaitForItsReaders() {
        assertFinds("in of 0 of process 0", ONE_PROCESS, b -> {
            int phase = b.nextPhase();
            if (b.isLeader()) {
                b.share();
                b.signal(phase, Step.ALL);
            } else {
                b.await(phase, 0);
                b.copy(in(0), 0, b.own(BufferRef.OUT), 0, BYTES);
            }
        });
    }

    @Test
    void findsMembersThatWriteTheSameBytes() {
        assertFinds("not ordered", ONE_PROCESS, b -> {
            int begin = b.nextPhase();
            int end = b.nextPhase();
            b.share();
            b.signal(begin, Step.ALL);
            b.awaitAll(begin);
            b.copy(b.own(BufferRef.IN), 0, BufferRef.of(0, BufferRef.OUT), 0, BYTES);
            b.signal(end, Step.ALL);
            b.awaitAll(end);
        });
    }

    @Test
    void findsALineThatIsWrittenAgainWhileItMayBeRead() {
        assertFinds("line of 0", ONE_PROCESS, b -> {
            int first = b.nextPhase();
            int second = b.nextPhase();
            if (b.isLeader()) {
                b.copy(in(0), 0, line(0), 0, BYTES);
                b.signal(first, 1);
                b.copy(in(0), 0, line(0), 0, BYTES);
                b.signal(second, 1);
            } else {
                b.await(first, 0);
                b.copy(line(0), 0, b.own(BufferRef.OUT), 0, BYTES);
                b.await(second, 0);
            }
        });
    }

    @Test
    void findsAWaitThatNoSignalEnds() {
        assertFinds("no signal of rank 0 will wake it", ONE_PROCESS, b -> {
            int phase = b.nextPhase();
            if (b.isLeader()) {
                b.signal(phase, 0); // meant for another
            } else {
                b.await(phase, 0);
            }
        });
    }

    @Test
    void findsPhasesThatAreCountedDifferently() {
        assertFinds("rank 1 has 1 phases, rank 0 2", ONE_PROCESS, b -> {
            b.nextPhase();
            if (b.isLeader()) {
                b.nextPhase();
            }
        });
    }

    @Test
    void findsDeadlockAndSaysWhereEachMemberStands() {
        assertFinds("rank 1 (process 0, member 1): at 0 await", ONE_PROCESS, b -> {
            int phase = b.nextPhase();
            b.await(phase, 1 - b.member());
            b.signal(phase, Step.ALL);
        });
    }

    @Test
    void findsSendsThatOnlyBufferingWouldSaveFromDeadlock() {
        int faults = 0;
        for (int i = 0; i < SEEDS; i++) {
            try {
                run(TWO_PROCESSES, random.nextLong(), b -> {
                    b.send(1 - b.rank(), b.own(BufferRef.IN), 0, BYTES);
                    b.drain();
                    b.receive(1 - b.rank(), b.own(BufferRef.OUT), 0, BYTES);
                    b.drain();
                });
            } catch (ScheduleFault e) {
                assertTrue(e.getMessage().startsWith("deadlock"), e.getMessage());
                faults++;
            }
        }
        assertTrue(faults > 0 && faults < SEEDS, "faults=" + faults); // some seeds buffer
    }

    @Test
    void findsMessagesOfDifferentLengths() {
        assertFinds("bytes", TWO_PROCESSES, b -> {
            if (b.rank() == 0) {
                b.send(1, b.own(BufferRef.IN), 0, BYTES);
            } else {
                b.receive(0, b.own(BufferRef.OUT), 0, BYTES - 1);
            }
            b.drain();
        });
    }

    @Test
    void findsMessagesThatAreNeverReceived() {
        for (int i = 0; i < SEEDS; i++) {
            long seed = random.nextLong();
            assertThrows(
                    ScheduleFault.class,
                    () -> run(TWO_PROCESSES, seed, b -> {
                        if (b.rank() == 0) {
                            b.send(1, b.own(BufferRef.IN), 0, 0);
                            b.drain();
                        }
                    }));
        }
    }

    @Test
    void findsWhatIsWrittenWhileAMessageIsUnderWay() {
        assertFinds("in of 0 of process 0", TWO_PROCESSES, b -> {
            if (b.rank() == 0) {
                b.send(1, b.own(BufferRef.IN), 0, BYTES);
                b.copy(b.own(BufferRef.OUT), 0, b.own(BufferRef.IN), 0, 1);
            } else {
                b.receive(0, b.own(BufferRef.OUT), 0, BYTES);
            }
            b.drain();
        });
    }

    @Test
    void findsAMemberThatEndsWithMessagesUnderWay() {
        assertFinds("ends with messages under way", TWO_PROCESSES, b -> {
            if (b.rank() == 0) {
                b.send(1, b.own(BufferRef.IN), 0, BYTES);
            } else {
                b.receive(0, b.own(BufferRef.OUT), 0, BYTES);
            }
        });
    }

    @Test
    void findsTabledBlocksOfAnotherLength() {
        assertFinds("gives 8 bytes where 7 are expected", ONE_PROCESS, b -> {
            int begin = b.nextPhase();
            int end = b.nextPhase();
            b.share();
            b.signal(begin, Step.ALL);
            b.awaitAll(begin);
            b.copyTabled(1 - b.member(), 0, b.own(BufferRef.OUT), 0, BYTES - 1);
            b.signal(end, Step.ALL);
            b.awaitAll(end);
        });
    }

    @Test
    void findsAccessesBeyondAMemory() {
        assertFinds(
                "the place has 8 bytes",
                ONE_PROCESS,
                b -> b.copy(b.own(BufferRef.IN), 1, b.own(BufferRef.OUT), 0, BYTES));
    }

    @Test
    void theOperationShowsOrderAndAssociation() {
        byte[] a = drawn();
        byte[] b = drawn();
        byte[] c = drawn();
        assertFalse(Arrays.equals(combined(a, b), combined(b, a)));
        assertFalse(Arrays.equals(combined(combined(a, b), c), combined(a, combined(b, c))));
    }

    private byte[] drawn() {
        byte[] bytes = new byte[64];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] combined(byte[] left, byte[] right) {
        byte[] result = new byte[left.length];
        SimulatedOperation.combine(left, 0, right, 0, result, 0, result.length);
        return result;
    }
}
