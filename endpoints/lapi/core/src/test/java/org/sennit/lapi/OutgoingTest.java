package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Operations and answers to a task that is purged meanwhile. */
@Core
@Deadline(seconds = 30)
class OutgoingTest {
    private static final int TARGET = 1;

    private final List<String> called = new ArrayList<>();
    private final ActiveMessages messages = (ActiveMessages) Proxy.newProxyInstance(
            OutgoingTest.class.getClassLoader(),
            new Class<?>[] {ActiveMessages.class, MessageEnds.class},
            (proxy, method, arguments) -> {
                called.add(method.getName());
                return null;
            });
    private final RepliesTest.Counter ended = new RepliesTest.Counter();
    private final Replies replies = new Replies(ended, () -> {}, new Random(1));
    private final Purges purges = new Purges(messages, MessageEnds.of(messages), replies, 2);
    private final Call call = new Call("get", TARGET, 0, null);

    private void send() {
        new Outgoing(messages, purges)
                .send(call, 0, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, OriginEvent.NONE, null);
    }

    @Test
    void anOperationThatBeginsAfterAPurgeHasLookedForIsNotSent() {
        purges.check(call);
        purges.purge(TARGET);
        Replies.Awaited operation = replies.begin(TARGET, null, null, OriginEvent.NONE);
        LapiException error = assertThrows(LapiException.class, () -> replies.send(operation, this::send));
        assertEquals(LapiStatus.TGT_PURGED, error.status());
        assertEquals(List.of("purge", "noteEnded"), called);
        replies.awaitAll();
    }

    @Test
    void anOperationThatAPurgeFindsIsNotRefused() {
        Replies.Awaited operation = replies.begin(TARGET, null, null, OriginEvent.NONE);
        replies.send(operation, () -> {
            purges.purge(TARGET);
            send();
        });
        replies.awaitAll();
    }

    @Test
    void anAnswerToAPurgedTaskIsSentWhenItIsResumed() {
        Answers answers = new Answers(purges);
        purges.purge(TARGET);
        List<String> sent = new ArrayList<>();
        answers.send(TARGET, () -> {
            if (purges.isPurged(TARGET)) {
                throw new SennitException(ErrorClass.REQUEST, "the target is purged");
            }
            sent.add("answer");
        });
        assertEquals(List.of(), sent);
        purges.resume(0);
        assertEquals(List.of(), sent);
        purges.resume(TARGET);
        purges.resume(TARGET);
        assertEquals(List.of("answer"), sent);
    }
}
