package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Active messages among the endpoints of one process, and what is particular to that. */
@Core
@Deadline(seconds = 60)
class ActiveMessagesTest {
    @Test
    void aThreadsOwnMemoryIsFilledByItsThread() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter counter = active.newCounter();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment own = arena.allocate(16);
                active.register(message -> ActiveVector.of(own));
                world.barrier();
                if (world.rank() == 0) {
                    own.set(ValueLayout.JAVA_LONG, 8, 42);
                    active.send(1, 0, null, ActiveVector.of(own), counter.number(), counter, null);
                    counter.await(1);
                } else {
                    counter.await(1);
                    assertEquals(42, own.get(ValueLayout.JAVA_LONG, 8));
                }
                world.barrier();
            }
        });
    }

    @Test
    void aHeaderHandlerThatSendsIsRefused() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter counter = active.newCounter();
            AtomicReference<SennitException> reported = new AtomicReference<>();
            active.onError((source, handler, error) -> reported.set(error));
            active.register(message -> {
                active.send(message.source(), 0, null, ActiveVector.EMPTY, -1, null, null);
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                active.send(1, 0, null, ActiveVector.EMPTY, counter.number(), null, counter);
                counter.await(1);
            } else {
                counter.await(1);
                assertEquals(ErrorClass.OTHER, reported.get().errorClass());
                SennitException cause = (SennitException) reported.get().getCause();
                assertEquals(ErrorClass.UNSUPPORTED, cause.errorClass());
            }
            world.barrier();
        });
    }

    @Test
    void handlersAnswerEachOtherTenThousandTimes() {
        int last = 10_000;
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            ActiveCounter counter = active.newCounter();
            active.register(message -> {
                int count = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                message.onCompletion(
                        peer -> {
                            if (count < last) {
                                active.send(
                                        (Integer) peer, 0, new int[] {count + 1}, ActiveVector.EMPTY, 0, null, null);
                            }
                        },
                        message.source());
                return null;
            });
            world.barrier();
            if (world.rank() == 0) {
                active.send(1, 0, new int[] {1}, ActiveVector.EMPTY, 0, null, null);
            }
            counter.await(last / 2);
            assertEquals(0, counter.value());
            world.barrier();
        });
    }

    @Test
    void vectorsOutsideTheirMemoryAreRefused() {
        byte[] memory = new byte[100];
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.of(memory, 90, 11)));
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.strided(memory, 1, 4, 25, 25)));
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.strided(memory, 0, 3, 8, Long.MAX_VALUE)));
        assertEquals(ErrorClass.ARG, refused(() -> ActiveVector.strided(memory, 0, 2, 8, 7)));
        assertEquals(ErrorClass.BUFFER, refused(() -> ActiveVector.of(new boolean[3])));
        ActiveVector strided = ActiveVector.strided(memory, 4, 4, 8, 24);
        assertArrayEquals(new long[] {4, 76}, new long[] {strided.offsetBytes(0), strided.offsetBytes(3)});
        assertEquals(32, strided.lengthBytes());
    }

    private static ErrorClass refused(Runnable making) {
        return assertThrows(SennitException.class, making::run).errorClass();
    }
}
