package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** A take may have the message in the inbox only where a receive that is posted now would get it. */
@Core
@Deadline(seconds = 60)
class AwaitInboxTest {
    private static final int CONTEXT = 3;
    private static final int SIGNATURE = 6;
    private static final int ROUNDS = 3;

    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null);
    private final MemorySegment sent = Arena.ofAuto().allocate(8);

    private void arrive(int tag) {
        Envelope envelope = new Envelope().set(CONTEXT, 2, tag, 8, SIGNATURE);
        queue.inbox.offerShort(envelope, OwnMemory.of(sent), OwnMemory.base(sent), 0);
    }

    /** Handlers run in the poll of the network that brings the message. */
    private boolean awaitWhile(Runnable handlers) {
        return queue.awaitInbox(ROUNDS, RuntimeContext.system(), new WorkSource() {
            private boolean hasRun;

            @Override
            public int doWork() {
                if (hasRun) {
                    return 0;
                }
                hasRun = true;
                handlers.run();
                return 1;
            }

            @Override
            public boolean hasWork() {
                return !hasRun;
            }
        });
    }

    @Test
    void itMayWhereTheMessageIsTheFirst() {
        assertTrue(awaitWhile(() -> arrive(1)));
    }

    @Test
    void notWhenAHandlerHasPostedAReceive() {
        assertFalse(awaitWhile(() -> {
            ReceiveRequest request = new ReceiveRequest(new NoProgress());
            request.from("world", 0, CONTEXT, 2, ReceiveRequest.ANY_TAG, SIGNATURE)
                    .into(MemorySegment.ofArray(new long[1]), 0, null, 8);
            queue.post(request);
            arrive(1);
        }));
    }

    @Test
    void notWhenAHandlerHasTakenAnEarlierMessageOutOfTheInbox() {
        assertFalse(awaitWhile(() -> {
            arrive(1);
            queue.shutdown().outstanding(); // looks at all of them
            arrive(2);
        }));
    }
}
