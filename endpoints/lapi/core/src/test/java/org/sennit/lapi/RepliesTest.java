package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveCounter;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

class RepliesTest {
    /** Fails where a real one would wait. */
    static final class Counter implements ActiveCounter {
        private final Queue<Runnable> meanwhile = new ArrayDeque<>(); // one thing in each wait
        private long value;

        @Override
        public int number() {
            return 0;
        }

        @Override
        public long value() {
            return value;
        }

        @Override
        public void set(long newValue) {
            value = newValue;
        }

        @Override
        public void add(long added) {
            value += added;
        }

        @Override
        public void await(long wanted) {
            if (!await(wanted, 0)) {
                throw new SennitException(ErrorClass.PROC_FAILED, "a peer has failed");
            }
        }

        @Override
        public boolean await(long wanted, long timeoutNs) {
            Runnable next = meanwhile.poll();
            if (next != null) {
                next.run();
            }
            boolean isReached = value >= wanted;
            value -= isReached ? wanted : 0;
            return isReached;
        }
    }

    private final Counter ended = new Counter();
    private final Replies replies = new Replies(ended, () -> {}, new Random(1));

    private Replies.Awaited begin() {
        return replies.begin(1, null, null, OriginEvent.NONE);
    }

    @Test
    void aWaitThatFailsCanBeMadeAgain() {
        Replies.Awaited operation = begin();
        assertThrows(SennitException.class, replies::awaitAll);
        assertThrows(SennitException.class, replies::awaitAll, "it has not ended yet");
        operation.end();
        replies.awaitAll();
        assertEquals(0, ended.value());
    }

    @Test
    void operationsThatBeginDuringAWaitDoNotEndIt() {
        Replies.Awaited operation = begin();
        long id = operation.id();
        ended.meanwhile.add(() -> begin().end());
        ended.meanwhile.add(operation::end);
        replies.awaitAll();
        assertNull(replies.find(id), "the wait is over before the operation");
    }

    @Test
    void anOperationWhoseReplyHasBegunIsGivenUp() {
        LapiCounter counter = new LapiCounter(new Counter(), 0, System::nanoTime);
        Replies.Awaited operation = replies.begin(1, null, null, OriginEvent.of(counter));
        assertSame(operation, replies.find(operation.id()));
        replies.purge(1);
        operation.end(); // the data comes all the same
        assertEquals(0, counter.active().value());
        LapiException purged = assertThrows(LapiException.class, () -> counter.await("waitcntr", 1, 0));
        assertEquals(LapiStatus.TGT_PURGED, purged.status());
        replies.awaitAll();
    }

    @Test
    void anOperationEndsOnce() {
        Replies.Awaited operation = begin();
        long id = operation.id();
        operation.end();
        operation.end();
        assertEquals(1, ended.value());
        assertNull(replies.find(id));
        assertNull(replies.find(operation.id()), "the name of none");
    }

    @Test
    void aPurgeEndsTheOperationsOfItsTarget() {
        Replies.Awaited purged = begin();
        Replies.Awaited other = replies.begin(2, null, null, OriginEvent.NONE);
        replies.purge(1);
        assertNull(replies.find(purged.id()));
        assertNotNull(replies.find(other.id()));
        assertEquals(1, ended.value());
    }

    @Test
    void aWaitForAPurgedReplyEnds() {
        LapiCounter counter = new LapiCounter(new Counter(), 0, System::nanoTime);
        replies.begin(1, null, null, OriginEvent.of(counter));
        replies.purge(1);
        LapiException purged = assertThrows(LapiException.class, () -> counter.await("waitcntr", 1, 0));
        assertEquals(LapiStatus.TGT_PURGED, purged.status());
        replies.begin(1, null, null, OriginEvent.of(counter)).end();
        counter.await("waitcntr", 1, 0);
        assertEquals(0, counter.active().value());
    }

    @Test
    void anOperationThatHasEndedIsFollowedByAnotherInItsPlace() {
        Replies one = new Replies(ended, () -> {}, new Random(1), 1, 1);
        LapiCounter first = new LapiCounter(new Counter(), 0, System::nanoTime);
        LapiCounter second = new LapiCounter(new Counter(), 0, System::nanoTime);
        Replies.Awaited operation = one.begin(1, null, null, OriginEvent.of(first));
        long id = operation.id();
        operation.end();
        assertFalse(one.isAnyAwaited());
        assertSame(operation, one.begin(2, null, null, OriginEvent.of(second)));
        assertNull(one.find(id), "the reply of the one before");
        one.purge(1);
        assertSame(operation, one.find(operation.id()));
        operation.end();
        assertEquals(1, first.active().value());
        assertEquals(1, second.active().value());
    }

    /** The reply of the one that was given up may have found it, and end it at any time. */
    @Test
    void anOperationThatWasGivenUpIsNotUsedAgain() {
        Replies one = new Replies(ended, () -> {}, new Random(1), 1, 1);
        Replies.Awaited operation = one.begin(1, null, null, OriginEvent.NONE);
        Replies.Awaited found = one.find(operation.id());
        one.purge(1);
        for (int i = 0; i < 3; i++) {
            Replies.Awaited next = one.begin(1, null, null, OriginEvent.NONE);
            found.end();
            assertSame(next, one.find(next.id()));
            next.end();
        }
    }

    /** Each place is that of two or three; a late reply of an earlier one finds none of the later. */
    @Test
    void moreOperationsThanPlacesAreAllFoundAndAwaited() {
        Replies.Awaited[] all = new Replies.Awaited[2 * Replies.PLACES + 1];
        Arrays.setAll(all, i -> begin());
        long[] ids = Arrays.stream(all).mapToLong(Replies.Awaited::id).toArray();
        for (Replies.Awaited each : all) {
            assertSame(each, replies.find(each.id()));
        }
        for (int i = 0; i < all.length; i++) {
            assertThrows(SennitException.class, replies::awaitAll, "it has not ended yet");
            all[i].end();
            assertNull(replies.find(ids[i]));
        }
        replies.awaitAll();
        assertFalse(replies.isAnyAwaited());
        Replies.Awaited later = begin();
        for (long id : ids) {
            assertNull(replies.find(id));
        }
        assertSame(later, replies.find(later.id()));
    }

    /** The pool grows with the most that were under way. */
    @Test
    void asManyOperationsAsBeforeMakeNoObjects() {
        Set<Replies.Awaited> made = Collections.newSetFromMap(new IdentityHashMap<>());
        int count = 20 * Replies.PLACES;
        int rounds = 8; // the last table is full after some
        for (int round = 0; round < rounds; round++) {
            Replies.Awaited[] all = new Replies.Awaited[count];
            Arrays.setAll(all, i -> begin());
            for (Replies.Awaited each : all) {
                assertTrue(!made.add(each) || round < rounds - 1);
                each.end();
            }
        }
    }

    @Test
    void aPurgeEndsOperationsOfAllTablesAndOfNone() {
        for (Replies each :
                List.of(replies, new Replies(ended, () -> {}, new Random(1), Replies.PLACES, Replies.PLACES))) {
            ended.set(0);
            long[] ids = new long[2 * Replies.PLACES];
            Arrays.setAll(ids, i -> each.begin(1, null, null, OriginEvent.NONE).id());
            each.purge(1);
            assertFalse(each.isAnyAwaited());
            assertEquals(ids.length, ended.value());
            for (long id : ids) {
                assertNull(each.find(id));
            }
        }
    }

    @Test
    void anOperationThatCannotBeSentEndsWithoutItsEvent() {
        int[] events = {0};
        Replies.Awaited operation = replies.begin(1, null, null, new OriginEvent(null, () -> events[0]++));
        Runnable fails = () -> {
            throw new SennitException(ErrorClass.PROC_FAILED, "a peer has failed");
        };
        assertThrows(SennitException.class, () -> replies.send(operation, fails));
        replies.awaitAll();
        assertEquals(0, events[0]);
    }
}
