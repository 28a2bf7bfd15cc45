package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.ownership.TakeRequest;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Memory that changes hands, below pools and handles. */
@Deadline(seconds = 60)
@Core
@Behaviours({62, 63, 71, 72, 73, 74, 75, 76})
class OwnershipMessagesTest {
    private static final int TAG = 5;
    private static final long ROOM = 1 << 20;
    private static final int[] LENGTHS = {0, 1, 8, 256, 257, 4096, 65_537, 1 << 20};

    /** Memory that counts how often it has come home. */
    private static final class Piece extends OwnershipMemory {
        private final MemorySegment memory = Arena.ofAuto().allocate(ROOM, 64);
        private final AtomicInteger returns = new AtomicInteger();
        private final AtomicInteger abandonments = new AtomicInteger();

        Piece(Endpoint endpoint) {
            super(((EndpointHandle) endpoint).ownership());
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        protected void returned() {
            returns.incrementAndGet();
        }

        @Override
        protected void abandoned() {
            abandonments.incrementAndGet();
        }

        Piece filled(int seed, long bytes) {
            for (long i = 0; i < bytes; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + i * 7));
            }
            return this;
        }

        void assertHolds(int seed, long bytes) {
            for (long i = 0; i < bytes; i++) {
                assertEquals((byte) (seed + i * 7), memory.get(ValueLayout.JAVA_BYTE, i));
            }
        }
    }

    private static OwnershipMessages passing(Endpoint endpoint, long windowBytes) {
        return new OwnershipMessages(
                ((CommunicatorHandle) endpoint.world()).context(), bytes -> new Piece(endpoint), windowBytes, false);
    }

    private static OwnershipMessages passing(Endpoint endpoint) {
        return passing(endpoint, Long.MAX_VALUE);
    }

    private static void run(int processes, int each, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(7, true, any -> null), processes, each, Options.fromEnvironment())
                .run(program);
    }

    private static LocalNetwork sharing(int... processes) {
        LocalNetwork network = new LocalNetwork(7, true, any -> null);
        BitSet sharing = new BitSet();
        Arrays.stream(processes).forEach(sharing::set);
        network.shareMemory(sharing);
        return network;
    }

    /** Gives until the peer has said that it can map the memory, which it learns from the first. */
    private static void meet(Endpoint endpoint, OwnershipMessages passing, int giver, int taker) {
        Communicator world = endpoint.world();
        boolean[] isMet = {false};
        for (int round = 0; !isMet[0]; round++) {
            if (world.rank() == giver) {
                Piece piece = new Piece(endpoint);
                passing.give(piece, 8, taker, TAG + 1);
                world.receive(isMet, taker, TAG + 2); // the answer has come before this
            } else {
                OwnershipMemory taken = passing.take(ROOM, giver, TAG + 1, null);
                isMet[0] = taken instanceof ForeignMemory || round > 1000;
                taken.sendBack();
                world.send(isMet, giver, TAG + 2);
            }
        }
    }

    @Test
    void changesHandsBetweenProcessesThatCanMapItAndGoesHomeByItsNumber() {
        AtomicReference<Piece> given = new AtomicReference<>();
        CountDownLatch isHome = new CountDownLatch(1);
        new InProcessJob(sharing(0, 1), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            meet(endpoint, passing, 0, 1);
            meet(endpoint, passing, 1, 0);
            Status status = new Status();
            if (endpoint.world().rank() == 0) {
                Piece piece = new Piece(endpoint).filled(9, ROOM);
                given.set(piece);
                passing.give(piece, ROOM, 1, TAG);
                Piece back = (Piece) passing.take(ROOM, 1, TAG, status); // the peer gives the same memory
                assertSame(piece, back);
                assertEquals(100, status.countBytes());
                back.assertHolds(10, 100);
                passing.give(back, 1000, 1, TAG);
                endpoint.world().receive(new byte[0], 1, TAG);
                while (piece.returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
                isHome.countDown();
            } else {
                ForeignMemory taken = (ForeignMemory) passing.take(ROOM, 0, TAG, status);
                assertEquals(given.get().memory().address(), taken.memory().address());
                assertEquals(ROOM, status.countBytes());
                given.get().assertHolds(9, ROOM);
                given.get().filled(10, 100);
                passing.give(taken, 100, 0, TAG);
                assertSame(taken, passing.take(ROOM, 0, TAG, status));
                assertEquals(1000, status.countBytes());
                taken.sendBack();
                endpoint.world().send(new byte[0], 0, TAG);
                isHome.await();
            }
        });
        assertEquals(1, given.get().returns.get());
    }

    @Test
    void isGivenOnToAThirdProcessByTheSameName() {
        AtomicReference<Piece> given = new AtomicReference<>();
        new InProcessJob(sharing(0, 1, 2), 3, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            int rank = endpoint.world().rank();
            if (rank < 2) {
                meet(endpoint, passing, 0, 1);
            }
            if (rank > 0) {
                meet(endpoint, passing, 1, 2);
            }
            if (rank == 0) {
                given.set(new Piece(endpoint).filled(4, 5000));
                passing.give(given.get(), 5000, 1, TAG);
                while (given.get().returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
            } else if (rank == 1) {
                passing.give(passing.take(ROOM, 0, TAG, null), 5000, 2, TAG);
            } else {
                byte[] copy = new byte[5000]; // a receive copies and sends it home
                endpoint.world().receive(copy, 1, TAG);
                assertEquals((byte) (4 + 4999 * 7), copy[4999]);
            }
        });
        assertEquals(1, given.get().returns.get());
    }

    @Test
    void goesAsBytesToAProcessThatCannotMapIt() {
        AtomicReference<Piece> given = new AtomicReference<>();
        new InProcessJob(sharing(0), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            for (int i = 0; i < 20; i++) {
                if (endpoint.world().rank() == 0) {
                    given.set(new Piece(endpoint).filled(i, 500));
                    passing.give(given.get(), 500, 1, TAG);
                    endpoint.world().receive(new byte[0], 1, TAG);
                    assertEquals(1, given.get().returns.get());
                } else {
                    ((Piece) passing.take(ROOM, 0, TAG, null)).assertHolds(i, 500);
                    endpoint.world().send(new byte[0], 0, TAG);
                }
            }
        });
    }

    @Test
    void betweenProcessesTooAGiveBeyondTheWindowWaitsUntilItIsTaken() {
        CountDownLatch mayTake = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        new InProcessJob(sharing(0, 1), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages passing = passing(endpoint, 3000);
            meet(endpoint, passing(endpoint), 0, 1);
            if (endpoint.world().rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    assertTrue(passing.giveNonblocking(new Piece(endpoint), 1000, 1, TAG)
                            .isComplete());
                }
                Request beyond = passing.giveNonblocking(new Piece(endpoint), 1000, 1, TAG);
                assertFalse(beyond.test());
                mayTake.countDown();
                assertEquals(1000, beyond.await().countBytes());
                Piece untaken = new Piece(endpoint);
                Request refused = null;
                for (int i = 0; i < 4; i++) { // the fourth is beyond the window again
                    refused = passing.giveNonblocking(i < 3 ? new Piece(endpoint) : untaken, 1000, 1, TAG);
                }
                mayEnd.countDown();
                SennitException error = assertThrows(SennitException.class, refused::await);
                assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                assertTrue(error.getMessage().contains("peer=1"), error::getMessage);
                assertTrue(error.getMessage().contains("cause=its program has ended"), error::getMessage);
                while (untaken.returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
            } else {
                mayTake.await();
                for (int i = 0; i < 4; i++) {
                    assertNotNull(passing.take(ROOM, 0, TAG, null));
                }
                mayEnd.await();
            }
        });
    }

    @Test
    void changesHandsInsideAJvmAndIsNotCopied() {
        AtomicReference<OwnershipMemory> given = new AtomicReference<>();
        run(1, 2, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            for (int i = 0; i < LENGTHS.length; i++) {
                if (endpoint.world().rank() == 0) {
                    Piece piece = new Piece(endpoint).filled(i, LENGTHS[i]);
                    given.set(piece);
                    passing.give(piece, LENGTHS[i], 1, TAG);
                    endpoint.world().receive(new byte[0], 1, TAG);
                    assertEquals(0, piece.returns.get());
                } else {
                    Status status = new Status();
                    Piece piece = (Piece) passing.take(ROOM, 0, TAG, status);
                    assertSame(given.get(), piece);
                    piece.assertHolds(i, LENGTHS[i]);
                    assertEquals(LENGTHS[i], status.countBytes());
                    assertEquals(0, status.source());
                    assertEquals(TAG, status.tag());
                    endpoint.world().send(new byte[0], 0, TAG);
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void arrivesInEveryLengthAndGoesHomeWhereOnlyItsBytesTravel(int processes, int each) {
        List<Piece> given = new ArrayList<>();
        run(processes, each, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            for (int i = 0; i < LENGTHS.length; i++) {
                if (endpoint.world().rank() == 0) {
                    Piece piece = new Piece(endpoint).filled(i, LENGTHS[i]);
                    given.add(piece);
                    if (i % 2 == 0) {
                        passing.give(piece, LENGTHS[i], 1, TAG);
                    } else {
                        passing.giveNonblocking(piece, LENGTHS[i], 1, TAG).await();
                    }
                } else {
                    Status status = new Status();
                    ((Piece) passing.take(ROOM, 0, TAG, status)).assertHolds(i, LENGTHS[i]);
                    assertEquals(LENGTHS[i], status.countBytes());
                }
            }
        });
        given.forEach(piece -> assertEquals(processes - 1, piece.returns.get()));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, false", "2, 1, false", "1, 2, true", "2, 1, true"})
    void aReceiveGetsACopyOfWhatIsGivenAndATakeOwnsWhatIsSent(int processes, int each, boolean isAnySource) {
        AtomicReference<Piece> given = new AtomicReference<>();
        run(processes, each, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            int source = isAnySource ? Communicator.ANY_SOURCE : 0;
            for (int length : LENGTHS) {
                if (endpoint.world().rank() == 0) {
                    Piece piece = new Piece(endpoint).filled(3, length);
                    given.set(piece);
                    passing.give(piece, length, 1, TAG);
                    endpoint.world().receive(new byte[0], 1, TAG);
                    assertEquals(1, piece.returns.get());
                    byte[] bytes = new byte[length];
                    new java.util.Random(length).nextBytes(bytes);
                    endpoint.world().send(bytes, 1, TAG);
                } else {
                    byte[] in = new byte[length];
                    endpoint.world().receive(in, source, TAG);
                    for (int i = 0; i < length; i++) {
                        assertEquals((byte) (3 + i * 7), in[i]);
                    }
                    endpoint.world().send(new byte[0], 0, TAG);
                    Status status = new Status();
                    MemorySegment taken =
                            passing.take(ROOM, source, TAG, status).memory().asSlice(0, length);
                    byte[] bytes = new byte[length];
                    new java.util.Random(length).nextBytes(bytes);
                    assertArrayEquals(bytes, taken.toArray(ValueLayout.JAVA_BYTE));
                    assertEquals(length, status.countBytes());
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void neitherOvertakesNorIsOvertaken(int processes, int each) {
        int rounds = 300;
        run(processes, each, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            byte[] in = new byte[4];
            for (int i = 0; i < rounds; i++) {
                boolean isGiven = i % 3 != 1;
                boolean isTaken = i % 4 < 2;
                if (endpoint.world().rank() == 0) {
                    if (isGiven) {
                        passing.give(new Piece(endpoint).filled(i, 4), 4, 1, TAG);
                    } else {
                        endpoint.world()
                                .send(new Piece(endpoint).filled(i, 4).memory().asSlice(0, 4), 1, TAG);
                    }
                } else if (isTaken) {
                    ((Piece) passing.take(ROOM, 0, TAG, null)).assertHolds(i, 4);
                } else {
                    endpoint.world().receive(in, 0, TAG);
                    assertEquals((byte) i, in[0]);
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "3, 1"})
    void anyoneIsTakenFromAndNamed(int processes, int each) {
        run(processes, each, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            int rank = endpoint.world().rank();
            if (rank > 0) {
                passing.give(new Piece(endpoint).filled(rank, 100), 100, 0, rank);
            } else {
                boolean[] isHeard = new boolean[3];
                for (int i = 0; i < 2; i++) {
                    Status status = new Status();
                    Piece piece = (Piece) passing.take(ROOM, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                    piece.assertHolds(status.source(), 100);
                    assertEquals(status.source(), status.tag());
                    assertFalse(isHeard[status.source()]);
                    isHeard[status.source()] = true;
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void aTakeOfTooFewBytesNamesBothLengthsAndTheMemoryGoesHome(int processes, int each) {
        AtomicReference<Piece> given = new AtomicReference<>();
        run(processes, each, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            if (endpoint.world().rank() == 0) {
                Piece piece = new Piece(endpoint);
                given.set(piece);
                passing.give(piece, 5000, 1, TAG);
                passing.give(new Piece(endpoint).filled(1, 10), 10, 1, TAG);
            } else {
                SennitException error = assertThrows(SennitException.class, () -> passing.take(4999, 0, TAG, null));
                assertEquals(ErrorClass.TRUNCATE, error.errorClass());
                assertTrue(
                        error.getMessage()
                                .contains("operation=take rank=1 peer=0 tag=5 communicator=world length=5000"
                                        + " capacity=4999"),
                        error.getMessage());
                ((Piece) passing.take(ROOM, 0, TAG, null)).assertHolds(1, 10);
            }
        });
        assertEquals(1, given.get().returns.get());
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 8", "1, 2, 100000", "2, 1, 8", "2, 1, 100000"})
    void aTakeThatFindsNoRoomSaysSoAndTheNextMessageComes(int processes, int each, int length) {
        run(processes, each, endpoint -> {
            boolean[] isFull = {true};
            OwnershipMessages passing = new OwnershipMessages(
                    ((CommunicatorHandle) endpoint.world()).context(),
                    bytes -> {
                        if (isFull[0]) {
                            throw new SennitException(ErrorClass.NO_MEM, "full");
                        }
                        return new Piece(endpoint);
                    },
                    1 << 20,
                    false);
            if (endpoint.world().rank() == 0) {
                endpoint.world().send(new byte[length], 1, TAG);
                endpoint.world().send(new byte[length], 1, TAG);
            } else {
                SennitException error = assertThrows(SennitException.class, () -> passing.take(ROOM, 0, TAG, null));
                assertEquals(ErrorClass.NO_MEM, error.errorClass());
                assertTrue(error.getMessage().contains("operation=take rank=1 peer=0 tag=5"), error.getMessage());
                isFull[0] = false;
                assertNotNull(passing.take(ROOM, 0, TAG, null));
            }
        });
    }

    @Test
    void beyondTheWindowAGiveWaitsUntilItIsTaken() {
        CountDownLatch mayTake = new CountDownLatch(1);
        run(1, 2, endpoint -> {
            OwnershipMessages passing = passing(endpoint, 3000);
            if (endpoint.world().rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    assertTrue(passing.giveNonblocking(new Piece(endpoint), 1000, 1, TAG)
                            .isComplete());
                }
                Request beyond = passing.giveNonblocking(new Piece(endpoint), 1000, 1, TAG);
                assertFalse(beyond.test());
                mayTake.countDown();
                Status status = beyond.await();
                assertEquals(1000, status.countBytes());
                for (int i = 0; i < 1000; i++) {
                    passing.give(new Piece(endpoint), 1000, 1, TAG);
                }
            } else {
                mayTake.await();
                for (int i = 0; i < 1004; i++) {
                    assertNotNull(passing.take(ROOM, 0, TAG, null));
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGiveThatWouldWaitForWhoHasEndedIsAnErrorAndTheBufferGoesHome(boolean isWaiting) {
        List<Piece> given = new ArrayList<>();
        CountDownLatch isGiven = new CountDownLatch(1);
        run(1, 2, endpoint -> {
            OwnershipMessages passing = passing(endpoint, 1000);
            if (endpoint.world().rank() == 1) {
                isGiven.await();
                return;
            }
            for (int i = 0; i < 3; i++) {
                given.add(new Piece(endpoint));
            }
            passing.give(given.get(0), 1000, 1, TAG);
            isGiven.countDown();
            while (!isWaiting && given.get(0).abandonments.get() == 0) {
                Thread.onSpinWait();
            }
            SennitException error = assertThrows(SennitException.class, () -> passing.give(given.get(1), 1000, 1, TAG));
            assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
            assertTrue(error.getMessage().contains("gone home: operation=give rank=0 peer=1 tag=5"), error::getMessage);
            assertEquals(
                    1, given.get(1).returns.get() + given.get(1).abandonments.get());
            assertTrue(passing.giveNonblocking(given.get(2), 1000, 1, TAG).isComplete(), "the window is open");
        });
        assertEquals(1, given.get(0).abandonments.get());
    }

    @Test
    void whatIsNotTakenIsReportedWhenTheEndpointEnds() {
        List<Piece> given = new ArrayList<>();
        CountDownLatch isGiven = new CountDownLatch(1);
        run(1, 2, endpoint -> {
            OwnershipMessages passing = passing(endpoint, 1000);
            if (endpoint.world().rank() == 0) {
                given.add(new Piece(endpoint));
                given.add(new Piece(endpoint));
                passing.give(given.get(0), 1000, 1, TAG);
                Request beyond = passing.giveNonblocking(given.get(1), 1000, 1, TAG);
                isGiven.countDown();
                SennitException error = assertThrows(SennitException.class, beyond::await);
                assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                assertTrue(error.getMessage().contains("operation=give rank=0 peer=1 tag=5"), error.getMessage());
            } else {
                isGiven.await();
            }
        });
        given.forEach(piece -> assertEquals(1, piece.abandonments.get()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aTakeThatIsFreedGivesBackWhatStillComes(int processes) {
        AtomicReference<Piece> given = new AtomicReference<>();
        run(processes, 2 / processes, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            if (endpoint.world().rank() == 1) {
                TakeRequest take = passing.newTake();
                passing.start(take, "take", ROOM, 0, TAG);
                take.free();
                endpoint.world().send(new byte[0], 0, TAG);
                endpoint.world().receive(new byte[0], 0, TAG + 1);
            } else {
                endpoint.world().receive(new byte[0], 1, TAG);
                given.set(new Piece(endpoint));
                passing.give(given.get(), 100, 1, TAG);
                endpoint.world().send(new byte[0], 1, TAG + 1);
            }
        });
        assertEquals(1, given.get().returns.get());
    }

    @Test
    void theNullProcessTakesAnythingAndGivesNothing() {
        run(1, 1, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            Piece piece = new Piece(endpoint);
            passing.give(piece, 10, Communicator.NULL_PROCESS, TAG);
            assertEquals(1, piece.returns.get());
            Status status = new Status();
            assertNotNull(passing.take(ROOM, Communicator.NULL_PROCESS, TAG, status));
            assertEquals(Communicator.NULL_PROCESS, status.source());
            assertEquals(0, status.countBytes());
        });
    }

    @Test
    void wrongArgumentsLeaveItWithItsOwner() {
        run(1, 1, endpoint -> {
            OwnershipMessages passing = passing(endpoint);
            Piece piece = new Piece(endpoint);
            for (int[] bad : new int[][] {{1, TAG}, {-3, TAG}, {0, -1}}) {
                SennitException error =
                        assertThrows(SennitException.class, () -> passing.give(piece, 10, bad[0], bad[1]));
                assertTrue(error.getMessage().contains("operation=give rank=0"), error.getMessage());
            }
            assertEquals(0, piece.returns.get());
            passing.give(piece, 10, 0, TAG);
            assertSame(piece, passing.take(10, 0, TAG, null));
        });
    }
}
