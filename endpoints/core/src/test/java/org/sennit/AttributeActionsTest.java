package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** When the actions of attribute keys run, and what becomes of what they throw. */
@Deadline(seconds = 60)
class AttributeActionsTest {
    private static final AttributeKey<String> FAILING_COPY = AttributeKey.of(
            (from, value) -> {
                throw new IllegalStateException("no copy of " + value);
            },
            (from, value) -> {});
    private static final AttributeKey<String> FAILING_DELETE = AttributeKey.of((from, value) -> null, (from, value) -> {
        throw new IllegalStateException("no end of " + value);
    });

    @Test
    void aCopyThatFailsIsAnErrorOfTheCallAndOfTheHandler() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            List<SennitException> reported = new ArrayList<>();
            world.setErrorHandler((communicator, error) -> reported.add(error));
            world.setAttribute(FAILING_COPY, "a");
            SennitException error = assertThrows(SennitException.class, world::duplicate);
            assertEquals(ErrorClass.OTHER, error.errorClass());
            assertTrue(error.getMessage().contains("no copy of a"), error.getMessage());
            assertEquals(List.of(error), reported);
            world.deleteAttribute(FAILING_COPY);
            world.barrier();
        });
    }

    @Test
    void copiesOfADuplicateThatFailsAreDeleted() {
        AtomicInteger references = new AtomicInteger();
        AttributeKey<String> counted = AttributeKey.of(
                (from, value) -> {
                    references.incrementAndGet();
                    return value;
                },
                (from, value) -> references.decrementAndGet());
        Job.run(1, endpoint -> {
            Communicator parent = endpoint.world().duplicate();
            parent.setAttribute(counted, "f");
            references.incrementAndGet();
            parent.setAttribute(FAILING_COPY, "g");
            assertThrows(SennitException.class, parent::duplicate);
            parent.close();
        });
        assertEquals(0, references.get());
    }

    @Test
    void aNonblockingDuplicateHasWhatTheCommunicatorHadAtTheStart() {
        AttributeKey<String> key = AttributeKey.copied();
        Job.run(3, endpoint -> {
            Communicator parent = endpoint.world().duplicate();
            ErrorHandler handler = (communicator, error) -> {};
            parent.setAttribute(key, "before");
            parent.setErrorHandler(handler);
            PendingCommunicator pending = parent.nonblocking().duplicate();
            parent.setAttribute(key, "after");
            parent.setErrorHandler(null);
            parent.close();
            pending.await();
            assertEquals("before", pending.duplicate().attribute(key));
            assertSame(handler, pending.duplicate().errorHandler());
            pending.duplicate().close();
        });
    }

    @Test
    void aCopyThatFailsIsAnErrorOfTheRequestOfANonblockingDuplicate() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            List<SennitException> reported = new ArrayList<>();
            world.setErrorHandler((communicator, error) -> reported.add(error));
            world.setAttribute(FAILING_COPY, "c");
            PendingCommunicator pending = world.nonblocking().duplicate();
            SennitException error = assertThrows(SennitException.class, pending::await);
            assertEquals(ErrorClass.OTHER, error.errorClass());
            assertEquals(List.of(error), reported);
            Status again = pending.await();
            assertEquals(Status.ANY, again.source());
            assertEquals(0, again.countBytes());
            assertThrows(SennitException.class, pending::duplicate);
            world.deleteAttribute(FAILING_COPY);
            world.barrier();
        });
    }

    @Test
    void aDeleteThatFailsIsAnErrorOfTheCall() {
        Job.run(1, endpoint -> {
            Communicator duplicate = endpoint.world().duplicate();
            List<ErrorClass> reported = new ArrayList<>();
            duplicate.setErrorHandler((_, error) -> reported.add(error.errorClass()));
            duplicate.setAttribute(FAILING_DELETE, "d");
            assertEquals(
                    ErrorClass.OTHER,
                    assertThrows(SennitException.class, () -> duplicate.deleteAttribute(FAILING_DELETE))
                            .errorClass());
            duplicate.setAttribute(FAILING_DELETE, "e");
            assertEquals(
                    ErrorClass.OTHER,
                    assertThrows(SennitException.class, duplicate::close).errorClass());
            assertTrue(duplicate.isClosed());
            assertThrows(SennitException.class, () -> duplicate.setAttribute(FAILING_DELETE, "f"));
            assertEquals(List.of(ErrorClass.OTHER, ErrorClass.OTHER, ErrorClass.COMM), reported);
        });
    }

    @Test
    void theSameOfAWindow() {
        WindowAttributeKey<String> failing = WindowAttributeKey.of((window, value) -> {
            throw new IllegalStateException("no " + value);
        });
        Job.run(1, endpoint -> {
            List<ErrorClass> reported = new ArrayList<>();
            Window window = endpoint.world().createWindow(new int[1]);
            window.setErrorHandler((_, error) -> reported.add(error.errorClass()));
            window.setAttribute(failing, "d");
            SennitException error = assertThrows(SennitException.class, () -> window.deleteAttribute(failing));
            assertTrue(error.getMessage().contains("window=" + window.name() + " cause="), error::getMessage);
            window.setAttribute(failing, "e");
            assertThrows(SennitException.class, window::close);
            assertTrue(window.isClosed());
            assertEquals(List.of(ErrorClass.OTHER, ErrorClass.OTHER), reported);
        });
    }
}
