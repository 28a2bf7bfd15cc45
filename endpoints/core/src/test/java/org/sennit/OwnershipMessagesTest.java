package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
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
    private static final int[] LENGTHS = {0, 1, 8, 256, 257, 4096, 65_537, 1 << 20};

    private static void run(int processes, int each, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(7, true, any -> null), processes, each, Options.fromEnvironment())
                .run(program);
    }

    @Test
    void changesHandsInsideAJvmAndIsNotCopied() {
        AtomicReference<OwnershipMemory> given = new AtomicReference<>();
        run(1, 2, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            for (int i = 0; i < LENGTHS.length; i++) {
                if (endpoint.world().rank() == 0) {
                    CountedMemory piece = new CountedMemory(endpoint).filled(i, LENGTHS[i]);
                    given.set(piece);
                    ownership.give(piece, LENGTHS[i], 1, TAG);
                    endpoint.world().receive(new byte[0], 1, TAG);
                    assertEquals(0, piece.returns.get());
                } else {
                    Status status = new Status();
                    CountedMemory piece = (CountedMemory) ownership.take(CountedMemory.ROOM, 0, TAG, status);
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
        List<CountedMemory> given = new ArrayList<>();
        run(processes, each, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            for (int i = 0; i < LENGTHS.length; i++) {
                if (endpoint.world().rank() == 0) {
                    CountedMemory piece = new CountedMemory(endpoint).filled(i, LENGTHS[i]);
                    given.add(piece);
                    if (i % 2 == 0) {
                        ownership.give(piece, LENGTHS[i], 1, TAG);
                    } else {
                        ownership.giveNonblocking(piece, LENGTHS[i], 1, TAG).await();
                    }
                } else {
                    Status status = new Status();
                    ((CountedMemory) ownership.take(CountedMemory.ROOM, 0, TAG, status)).assertHolds(i, LENGTHS[i]);
                    assertEquals(LENGTHS[i], status.countBytes());
                }
            }
        });
        given.forEach(piece -> assertEquals(processes - 1, piece.returns.get()));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, false", "2, 1, false", "1, 2, true", "2, 1, true"})
    void aReceiveGetsACopyOfWhatIsGivenAndATakeOwnsWhatIsSent(int processes, int each, boolean isAnySource) {
        AtomicReference<CountedMemory> given = new AtomicReference<>();
        run(processes, each, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            int source = isAnySource ? Communicator.ANY_SOURCE : 0;
            for (int length : LENGTHS) {
                if (endpoint.world().rank() == 0) {
                    CountedMemory piece = new CountedMemory(endpoint).filled(3, length);
                    given.set(piece);
                    ownership.give(piece, length, 1, TAG);
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
                    MemorySegment taken = ownership
                            .take(CountedMemory.ROOM, source, TAG, status)
                            .memory()
                            .asSlice(0, length);
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
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            byte[] in = new byte[4];
            for (int i = 0; i < rounds; i++) {
                boolean isGiven = i % 3 != 1;
                boolean isTaken = i % 4 < 2;
                if (endpoint.world().rank() == 0) {
                    if (isGiven) {
                        ownership.give(new CountedMemory(endpoint, 4).filled(i, 4), 4, 1, TAG);
                    } else {
                        endpoint.world()
                                .send(
                                        new CountedMemory(endpoint, 4)
                                                .filled(i, 4)
                                                .memory(),
                                        1,
                                        TAG);
                    }
                } else if (isTaken) {
                    ((CountedMemory) ownership.take(CountedMemory.ROOM, 0, TAG, null)).assertHolds(i, 4);
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
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            int rank = endpoint.world().rank();
            if (rank > 0) {
                ownership.give(new CountedMemory(endpoint).filled(rank, 100), 100, 0, rank);
            } else {
                boolean[] isHeard = new boolean[3];
                for (int i = 0; i < 2; i++) {
                    Status status = new Status();
                    CountedMemory piece = (CountedMemory)
                            ownership.take(CountedMemory.ROOM, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
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
        AtomicReference<CountedMemory> given = new AtomicReference<>();
        run(processes, each, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            if (endpoint.world().rank() == 0) {
                CountedMemory piece = new CountedMemory(endpoint);
                given.set(piece);
                ownership.give(piece, 5000, 1, TAG);
                ownership.give(new CountedMemory(endpoint).filled(1, 10), 10, 1, TAG);
            } else {
                SennitException error = assertThrows(SennitException.class, () -> ownership.take(4999, 0, TAG, null));
                assertEquals(ErrorClass.TRUNCATE, error.errorClass());
                assertTrue(
                        error.getMessage()
                                .contains("operation=take rank=1 peer=0 tag=5 communicator=world length=5000"
                                        + " capacity=4999"),
                        error.getMessage());
                ((CountedMemory) ownership.take(CountedMemory.ROOM, 0, TAG, null)).assertHolds(1, 10);
            }
        });
        assertEquals(1, given.get().returns.get());
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 8", "1, 2, 100000", "2, 1, 8", "2, 1, 100000"})
    void aTakeThatFindsNoRoomSaysSoAndTheNextMessageComes(int processes, int each, int length) {
        run(processes, each, endpoint -> {
            boolean[] isFull = {true};
            OwnershipMessages ownership = new OwnershipMessages(
                    ((CommunicatorHandle) endpoint.world()).context(),
                    bytes -> {
                        if (isFull[0]) {
                            throw new SennitException(ErrorClass.NO_MEM, "full");
                        }
                        return new CountedMemory(endpoint);
                    },
                    1 << 20,
                    false);
            if (endpoint.world().rank() == 0) {
                endpoint.world().send(new byte[length], 1, TAG);
                endpoint.world().send(new byte[length], 1, TAG);
            } else {
                SennitException error =
                        assertThrows(SennitException.class, () -> ownership.take(CountedMemory.ROOM, 0, TAG, null));
                assertEquals(ErrorClass.NO_MEM, error.errorClass());
                assertTrue(error.getMessage().contains("operation=take rank=1 peer=0 tag=5"), error.getMessage());
                isFull[0] = false;
                assertNotNull(ownership.take(CountedMemory.ROOM, 0, TAG, null));
            }
        });
    }

    @Test
    void beyondTheWindowAGiveWaitsUntilItIsTaken() {
        CountDownLatch mayTake = new CountDownLatch(1);
        run(1, 2, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint, 3000);
            if (endpoint.world().rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    assertTrue(ownership
                            .giveNonblocking(new CountedMemory(endpoint), 1000, 1, TAG)
                            .isComplete());
                }
                Request beyond = ownership.giveNonblocking(new CountedMemory(endpoint), 1000, 1, TAG);
                assertFalse(beyond.test());
                mayTake.countDown();
                Status status = beyond.await();
                assertEquals(1000, status.countBytes());
                for (int i = 0; i < 1000; i++) {
                    ownership.give(new CountedMemory(endpoint, 1000), 1000, 1, TAG);
                }
            } else {
                mayTake.await();
                for (int i = 0; i < 1004; i++) {
                    assertNotNull(ownership.take(CountedMemory.ROOM, 0, TAG, null));
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGiveThatWouldWaitForWhoHasEndedIsAnErrorAndTheBufferGoesHome(boolean isWaiting) {
        List<CountedMemory> given = new ArrayList<>();
        CountDownLatch isGiven = new CountDownLatch(1);
        run(1, 2, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint, 1000);
            if (endpoint.world().rank() == 1) {
                isGiven.await();
                return;
            }
            for (int i = 0; i < 3; i++) {
                given.add(new CountedMemory(endpoint));
            }
            ownership.give(given.get(0), 1000, 1, TAG);
            isGiven.countDown();
            while (!isWaiting && given.get(0).abandonments.get() == 0) {
                Thread.onSpinWait();
            }
            SennitException error =
                    assertThrows(SennitException.class, () -> ownership.give(given.get(1), 1000, 1, TAG));
            assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
            assertTrue(error.getMessage().contains("gone home: operation=give rank=0 peer=1 tag=5"), error::getMessage);
            assertEquals(
                    1, given.get(1).returns.get() + given.get(1).abandonments.get());
            assertTrue(ownership.giveNonblocking(given.get(2), 1000, 1, TAG).isComplete(), "the window is open");
        });
        assertEquals(1, given.get(0).abandonments.get());
    }

    @Test
    void whatIsNotTakenIsReportedWhenTheEndpointEnds() {
        List<CountedMemory> given = new ArrayList<>();
        CountDownLatch isGiven = new CountDownLatch(1);
        run(1, 2, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint, 1000);
            if (endpoint.world().rank() == 0) {
                given.add(new CountedMemory(endpoint));
                given.add(new CountedMemory(endpoint));
                ownership.give(given.get(0), 1000, 1, TAG);
                Request beyond = ownership.giveNonblocking(given.get(1), 1000, 1, TAG);
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
        AtomicReference<CountedMemory> given = new AtomicReference<>();
        run(processes, 2 / processes, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            if (endpoint.world().rank() == 1) {
                TakeRequest take = ownership.newTake();
                ownership.start(take, "take", CountedMemory.ROOM, 0, TAG);
                take.free();
                endpoint.world().send(new byte[0], 0, TAG);
                endpoint.world().receive(new byte[0], 0, TAG + 1);
            } else {
                endpoint.world().receive(new byte[0], 1, TAG);
                given.set(new CountedMemory(endpoint));
                ownership.give(given.get(), 100, 1, TAG);
                endpoint.world().send(new byte[0], 1, TAG + 1);
            }
        });
        assertEquals(1, given.get().returns.get());
    }

    @Test
    void theNullProcessTakesAnythingAndGivesNothing() {
        run(1, 1, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            CountedMemory piece = new CountedMemory(endpoint);
            ownership.give(piece, 10, Communicator.NULL_PROCESS, TAG);
            assertEquals(1, piece.returns.get());
            Status status = new Status();
            assertNotNull(ownership.take(CountedMemory.ROOM, Communicator.NULL_PROCESS, TAG, status));
            assertEquals(Communicator.NULL_PROCESS, status.source());
            assertEquals(0, status.countBytes());
        });
    }

    @Test
    void wrongArgumentsLeaveItWithItsOwner() {
        run(1, 1, endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            CountedMemory piece = new CountedMemory(endpoint);
            for (int[] bad : new int[][] {{1, TAG}, {-3, TAG}, {0, -1}}) {
                SennitException error =
                        assertThrows(SennitException.class, () -> ownership.give(piece, 10, bad[0], bad[1]));
                assertTrue(error.getMessage().contains("operation=give rank=0"), error.getMessage());
            }
            assertEquals(0, piece.returns.get());
            ownership.give(piece, 10, 0, TAG);
            assertSame(piece, ownership.take(10, 0, TAG, null));
        });
    }
}
