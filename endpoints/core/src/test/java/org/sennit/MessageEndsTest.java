package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What a facade learns of the ends of messages, and what programs do not see of it. */
@Core
@Deadline(seconds = 60)
class MessageEndsTest {
    @Test
    void eachKindIsReturnedOnce() {
        Job.run(1, endpoint -> {
            ActiveMessages messages = endpoint.world().activeMessages();
            MessageEnds ends = MessageEnds.of(messages);
            assertEquals(0, ends.takeEnded());
            ActiveCounter there = messages.newCounter();
            messages.register(0, _ -> null);
            messages.send(0, 0, null, ActiveVector.EMPTY, there.number(), null, null);
            there.await(1);
            assertEquals(MessageEnds.SENT | MessageEnds.RECEIVED, ends.takeEnded());
            assertEquals(0, ends.takeEnded());
        });
    }

    @Test
    void whatIsNotedIsOfOneCommunicator() {
        Job.run(1, endpoint -> {
            Communicator other = endpoint.world().duplicate();
            MessageEnds ends = MessageEnds.of(other.activeMessages());
            ends.noteEnded(MessageEnds.RECEIVED | 4);
            assertEquals(0, MessageEnds.of(endpoint.world().activeMessages()).takeEnded());
            assertEquals(MessageEnds.RECEIVED, ends.takeEnded());
            other.close();
            ends.noteEnded(MessageEnds.SENT);
            SennitException closed = assertThrows(SennitException.class, ends::takeEnded);
            assertEquals(ErrorClass.COMM, closed.errorClass());
        });
    }

    @Test
    void onlyTheMessagesOfTheLibraryHaveEnds() {
        ActiveMessages foreign = (ActiveMessages) Proxy.newProxyInstance(
                MessageEndsTest.class.getClassLoader(), new Class<?>[] {ActiveMessages.class}, (_, _, _) -> null);
        for (ActiveMessages none : Arrays.asList(foreign, null)) {
            SennitException error = assertThrows(SennitException.class, () -> MessageEnds.of(none));
            assertEquals(ErrorClass.ARG, error.errorClass());
        }
    }

    @Test
    void programsDoNotSeeThem() {
        assertEquals(
                List.of(),
                Stream.of(ActiveMessages.class.getMethods())
                        .filter(method -> method.getName().contains("Ended"))
                        .toList());
    }
}
