package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * What becomes of passed memory that cannot be mapped, and of memory that a dead process had; each rank is a process of
 * its own.
 */
@Deadline(seconds = 30)
class LostOwnershipTest {
    private static final int TAG = 5;

    private final LocalNetwork network = new LocalNetwork(7, true, any -> null);
    private final InProcessJob job =
            new InProcessJob(network, 3, 1, Options.defaults().with(JobOptions.FAILURE, "continue", "test"));
    private final CountDownLatch isOver = new CountDownLatch(1);

    LostOwnershipTest() {
        share(0, 1, 2);
    }

    private void share(int... processes) {
        BitSet sharing = new BitSet();
        for (int process : processes) {
            sharing.set(process);
        }
        network.shareMemory(sharing);
    }

    /** No endpoint waits for rank 1 if that has failed. */
    private void run(EndpointProgram program) {
        job.run(endpoint -> {
            try {
                program.run(endpoint);
            } finally {
                if (endpoint.world().rank() == 1) {
                    isOver.countDown();
                }
            }
        });
    }

    /** The peer has said that it can map what is here, and then it cannot. */
    @Test
    void memoryThatCannotBeMappedAnyMoreGoesHomeAndItsTakerIsTold() {
        run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            if (endpoint.world().rank() == 0) {
                CountedMemory.meet(endpoint, 0, 1);
                share(0);
                CountedMemory piece = new CountedMemory(endpoint);
                ownership.give(piece, 8, 1, TAG);
                while (piece.returns.get() == 0) {
                    endpoint.world().nonblocking().probe(1, TAG, null);
                }
                assertEquals(0, ((EndpointHandle) endpoint).ownership().away());
                endpoint.world().send(new byte[1], 1, TAG);
            } else if (endpoint.world().rank() == 1) {
                CountedMemory.meet(endpoint, 0, 1);
                SennitException error =
                        assertThrows(SennitException.class, () -> ownership.take(CountedMemory.ROOM, 0, TAG, null));
                assertEquals(ErrorClass.NO_MEM, error.errorClass());
                endpoint.world().receive(new byte[1], 0, TAG);
            }
        });
    }

    /** It goes back to the process that has passed it, and from there home. */
    @Test
    void memoryOfAThirdThatCannotBeMappedGoesHomeByTheWayThatItCame() {
        run(endpoint -> {
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            switch (endpoint.world().rank()) {
                case 0 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    CountedMemory.meet(endpoint, 0, 2);
                    OwnershipMemory taken = ownership.take(CountedMemory.ROOM, 1, TAG, null);
                    share(0, 1); // from now on rank 2 can open nothing
                    ownership.give(taken, 8, 2, TAG);
                    isOver.await();
                }
                case 1 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    CountedMemory piece = new CountedMemory(endpoint);
                    ownership.give(piece, 8, 0, TAG);
                    while (piece.returns.get() == 0) {
                        endpoint.world().nonblocking().probe(0, TAG, null);
                    }
                    assertEquals(0, ((EndpointHandle) endpoint).ownership().away());
                    assertEquals(0, endpoint.world().failed().size());
                    isOver.countDown();
                }
                default -> {
                    CountedMemory.meet(endpoint, 0, 2);
                    SennitException error =
                            assertThrows(SennitException.class, () -> ownership.take(CountedMemory.ROOM, 0, TAG, null));
                    assertEquals(ErrorClass.NO_MEM, error.errorClass());
                }
            }
        });
    }

    /** Rank 0 dies with memory of rank 1 that it has, and with memory that it has passed on to rank 2. */
    @Test
    void whatADeadProcessHadIsLostButForWhatItHasPassedOn() {
        run(endpoint -> {
            Communicator world = endpoint.world();
            OwnershipMessages ownership = CountedMemory.messages(endpoint);
            switch (world.rank()) {
                case 0 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    CountedMemory.meet(endpoint, 0, 2);
                    ownership.take(CountedMemory.ROOM, 1, TAG, null);
                    ownership.give(ownership.take(CountedMemory.ROOM, 1, TAG, null), 8, 2, TAG);
                    isOver.await();
                }
                case 1 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    CountedMemory lost = new CountedMemory(endpoint);
                    CountedMemory passedOn = new CountedMemory(endpoint);
                    ownership.give(lost, 8, 0, TAG);
                    ownership.give(passedOn, 8, 0, TAG);
                    Request answered = CountedMemory.messages(endpoint, 1)
                            .giveNonblocking(new CountedMemory(endpoint), 8, 0, TAG + 3);
                    world.receive(new byte[1], 2, TAG);
                    job.module(1).peerDied(0, new IllegalStateException("as planned"));
                    while (world.failed().size() == 0
                            || ((EndpointHandle) endpoint).ownership().strayed(memory -> true)
                                    < 3) { // one after the other
                        Thread.onSpinWait();
                    }
                    assertEquals(3, ((EndpointHandle) endpoint).ownership().away());
                    assertEquals(3, ((EndpointHandle) endpoint).ownership().strayed(memory -> true));
                    answered.await(); // within the window: it waits for nothing
                    world.send(new byte[1], 2, TAG);
                    while (passedOn.returns.get() == 0) {
                        world.nonblocking().probe(2, TAG, null);
                    }
                    assertEquals(2, ((EndpointHandle) endpoint).ownership().strayed(memory -> true));
                    assertEquals(0, lost.returns.get());
                    assertThrows(SennitException.class, () -> ownership.take(CountedMemory.ROOM, 0, TAG, null));
                    CountedMemory kept = new CountedMemory(endpoint);
                    assertThrows(SennitException.class, () -> ownership.give(kept, 8, 0, TAG));
                    assertEquals(0, kept.returns.get());
                    isOver.countDown();
                }
                default -> {
                    CountedMemory.meet(endpoint, 0, 2);
                    OwnershipMemory taken = ownership.take(CountedMemory.ROOM, 0, TAG, null);
                    world.send(new byte[1], 1, TAG);
                    world.receive(new byte[1], 1, TAG);
                    taken.sendBack();
                }
            }
        });
    }

    @Test
    void aGiveThatWaitsForADeadProcessEnds() {
        run(endpoint -> {
            switch (endpoint.world().rank()) {
                case 0 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    isOver.await();
                }
                case 1 -> {
                    CountedMemory.meet(endpoint, 1, 0);
                    OwnershipMessages ownership = CountedMemory.messages(endpoint, 1);
                    ownership.give(new CountedMemory(endpoint), 8, 0, TAG);
                    Request answered = ownership.giveNonblocking(new CountedMemory(endpoint), 8, 0, TAG);
                    job.module(1).peerDied(0, new IllegalStateException("as planned"));
                    SennitException error = assertThrows(SennitException.class, answered::await);
                    assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                    assertEquals(2L, ((EndpointHandle) endpoint).ownership().strayed(memory -> true));
                    isOver.countDown();
                }
                default -> {}
            }
        });
    }
}
