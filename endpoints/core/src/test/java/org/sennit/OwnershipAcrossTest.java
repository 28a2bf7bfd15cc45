package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Memory that changes hands between processes, below pools and handles. */
@Deadline(seconds = 60)
@Core
@Behaviours(63)
class OwnershipAcrossTest {
    private static final int TAG = 5;

    private static LocalNetwork sharing(int... processes) {
        LocalNetwork network = new LocalNetwork(7, true, any -> null);
        BitSet sharing = new BitSet();
        Arrays.stream(processes).forEach(sharing::set);
        network.shareMemory(sharing);
        return network;
    }

    @Test
    void changesHandsBetweenProcessesThatCanMapItAndGoesHomeByItsNumber() {
        AtomicReference<CountedMemory> given = new AtomicReference<>();
        CountDownLatch isHome = new CountDownLatch(1);
        new InProcessJob(sharing(0, 1), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            CountedMemory.meet(endpoint, 0, 1);
            CountedMemory.meet(endpoint, 1, 0);
            Status status = new Status();
            if (endpoint.world().rank() == 0) {
                CountedMemory piece = new CountedMemory(endpoint).filled(9, CountedMemory.ROOM);
                given.set(piece);
                ownership.give(piece, CountedMemory.ROOM, 1, TAG);
                CountedMemory back = (CountedMemory)
                        ownership.take(CountedMemory.ROOM, 1, TAG, status); // the peer gives the same memory
                assertSame(piece, back);
                assertEquals(100, status.countBytes());
                back.assertHolds(10, 100);
                ownership.give(back, 1000, 1, TAG);
                endpoint.world().receive(new byte[0], 1, TAG);
                while (piece.returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
                isHome.countDown();
            } else {
                ForeignMemory taken = (ForeignMemory) ownership.take(CountedMemory.ROOM, 0, TAG, status);
                assertEquals(given.get().memory().address(), taken.memory().address());
                assertEquals(CountedMemory.ROOM, status.countBytes());
                given.get().assertHolds(9, CountedMemory.ROOM);
                given.get().filled(10, 100);
                ownership.give(taken, 100, 0, TAG);
                assertSame(taken, ownership.take(CountedMemory.ROOM, 0, TAG, status));
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
        AtomicReference<CountedMemory> given = new AtomicReference<>();
        new InProcessJob(sharing(0, 1, 2), 3, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            int rank = endpoint.world().rank();
            if (rank < 2) {
                CountedMemory.meet(endpoint, 0, 1);
            }
            if (rank > 0) {
                CountedMemory.meet(endpoint, 1, 2);
            }
            if (rank == 0) {
                given.set(new CountedMemory(endpoint).filled(4, 5000));
                ownership.give(given.get(), 5000, 1, TAG);
                while (given.get().returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
            } else if (rank == 1) {
                ownership.give(ownership.take(CountedMemory.ROOM, 0, TAG, null), 5000, 2, TAG);
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
        AtomicReference<CountedMemory> given = new AtomicReference<>();
        new InProcessJob(sharing(0), 2, 1, Options.fromEnvironment()).run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            for (int i = 0; i < 20; i++) {
                if (endpoint.world().rank() == 0) {
                    given.set(new CountedMemory(endpoint).filled(i, 500));
                    ownership.give(given.get(), 500, 1, TAG);
                    endpoint.world().receive(new byte[0], 1, TAG);
                    assertEquals(1, given.get().returns.get());
                } else {
                    ((CountedMemory) ownership.take(CountedMemory.ROOM, 0, TAG, null)).assertHolds(i, 500);
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
            OwnershipMessages ownership = CountedMemory.messages(endpoint, 3000);
            CountedMemory.meet(endpoint, 0, 1);
            if (endpoint.world().rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    assertTrue(ownership
                            .giveNonblocking(new CountedMemory(endpoint), 1000, 1, TAG)
                            .isComplete());
                }
                Request beyond = ownership.giveNonblocking(new CountedMemory(endpoint), 1000, 1, TAG);
                assertFalse(beyond.test());
                mayTake.countDown();
                assertEquals(1000, beyond.await().countBytes());
                CountedMemory untaken = new CountedMemory(endpoint);
                Request refused = null;
                for (int i = 0; i < 4; i++) { // the fourth is beyond the window again
                    refused = ownership.giveNonblocking(i < 3 ? new CountedMemory(endpoint) : untaken, 1000, 1, TAG);
                }
                mayEnd.countDown();
                SennitException error = assertThrows(SennitException.class, refused::await);
                assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                assertTrue(error.getMessage().contains("peer=1"), error::getMessage);
                assertTrue(error.getMessage().contains("cause=its program has ended"), error::getMessage);
                while (untaken.abandonments.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
            } else {
                mayTake.await();
                for (int i = 0; i < 4; i++) {
                    assertNotNull(ownership.take(CountedMemory.ROOM, 0, TAG, null));
                }
                mayEnd.await();
            }
        });
    }
}
