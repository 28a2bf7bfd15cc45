package org.sennit.internal.endpoints.rma.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What the answers of a target say of each access of a batch. */
@Core
@Deadline(seconds = 30)
class AccessBatchTest {
    private static final long READ_BYTES = WindowCall.resultBytes(Long.BYTES);

    /** A put, then a get of one word. */
    private static final class Sent {
        private final long[] word = {3};
        private final RemoteTarget target;
        private final AccessBatch batch;
        private final AccessRequest read;

        Sent(CommContext comm) {
            RemoteTargets targets = new RemoteTargets(comm);
            target = targets.target(0);
            batch = new AccessBatch(target).begin(0, 0);
            MemorySegment memory = MemorySegment.ofArray(word);
            batch.add(0, 0, null, MemorySegment.ofArray(new long[1]), DataLayout.LONG.count(1), Long.BYTES);
            RemoteAccess access = targets.newAccess();
            TargetMemory there = new TargetMemory().set(0, 0, null, null, 0, Long.BYTES);
            ResultMemory results = new ResultMemory().set(word, memory, DataLayout.LONG.count(1));
            access.plan().set("get", WindowCall.GET, there, results);
            read = access.request().begin(target, null);
            batch.addRead(read);
        }

        /** Some of an answer's data: that the get has read a number. */
        void someDataArrives() {
            MemorySegment room = batch.room(READ_BYTES);
            assertNotNull(room);
            room.set(WindowCall.LONG, 0, 0);
            room.set(WindowCall.LONG, Long.BYTES, 7);
        }

        ErrorClass errorOfRead() {
            return assertThrows(SennitException.class, () -> read.await(null)).errorClass();
        }

        ErrorClass errorOfPut() {
            return target.takeFailure().errorClass();
        }
    }

    private static void run(Consumer<Sent> test) {
        Job.run(1, endpoint -> test.accept(new Sent(((CommunicatorHandle) endpoint.world()).context())));
    }

    @Test
    void nothingIsReadWhenTheResultsAreLostAfterSomeHaveArrived() {
        run(sent -> {
            sent.someDataArrives();
            sent.batch.answered(WindowCall.failed(ErrorClass.BUFFER));
            assertEquals(ErrorClass.BUFFER, sent.errorOfRead());
            assertEquals(ErrorClass.BUFFER, sent.errorOfPut());
            assertArrayEquals(new long[] {3}, sent.word);
        });
    }

    @Test
    void aTargetThatRefusesAllRefusesEach() {
        run(sent -> {
            sent.batch.answered(WindowCall.failed(ErrorClass.WIN));
            assertEquals(ErrorClass.WIN, sent.errorOfRead());
            assertEquals(ErrorClass.WIN, sent.errorOfPut());
        });
    }

    @Test
    void theFailureOfTheFirstAccessIsItsOwn() {
        run(sent -> {
            sent.someDataArrives();
            sent.batch.answered(WindowCall.failed(ErrorClass.BUFFER, 0));
            sent.read.await(null);
            assertArrayEquals(new long[] {7}, sent.word);
            assertEquals(ErrorClass.BUFFER, sent.errorOfPut());
            assertNull(sent.target.takeFailure());
        });
    }
}
