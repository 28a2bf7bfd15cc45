package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/**
 * Two threads in an endpoint at once, without checked mode: at least one of them is notified, and none waits for ever.
 */
@Core
@Deadline(seconds = 60)
class SecondThreadTest {
    private static final String MIXED_UP = "messages may have been mixed up";

    @Test
    void aSecondThreadIsRefusedWhileTheFirstWaits() {
        CountDownLatch isOver = new CountDownLatch(1);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[1];
            Request prepared = world.persistent().barrier();
            if (world.rank() == 1) {
                isOver.await();
                world.send(new int[] {7}, 0, 1);
                return;
            }
            Thread first = Thread.currentThread();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread second = Thread.ofPlatform().name("intruder").daemon(true).start(() -> {
                while (!ThreadStates.isWaiting(first)) { // it is in its receive
                    Thread.onSpinWait();
                }
                try {
                    assertTwo(() -> world.receive(new int[1], 1, 2));
                    assertTwo(() -> world.nonblocking().receive(new int[1], 1, 2));
                    assertTwo(() -> world.probe(1, 2));
                    assertTwo(() -> world.send(new byte[100_000], 1, 3));
                    assertTwo(() -> world.send(new int[1], 1, 3));
                    assertTwo(world::barrier);
                    assertTwo(prepared::start);
                    assertTwo(() -> world.activeMessages().poll());
                } catch (Throwable e) {
                    failure.set(e);
                }
                isOver.countDown();
            });
            world.receive(memory, 1, 1);
            assertEquals(7, memory[0]);
            second.join();
            assertNull(failure.get());
        });
    }

    private static void assertTwo(Executable call) {
        SennitException error = assertThrows(SennitException.class, call);
        assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
        String text = error.getMessage();
        assertTrue(text.contains("thread=endpoint-0 operation=(operation=receive"), text);
        assertTrue(text.contains("thread=intruder operation=("), text);
    }

    /** It waits for what it has sent, and the job does not fail for what its program has caught. */
    @Test
    void anEndpointThatWasGivenUpEndsAsOthersDo() {
        CountDownLatch isGivenUp = new CountDownLatch(1);
        AtomicReference<Thread> sender = new AtomicReference<>();
        AtomicBoolean isComplete = new AtomicBoolean();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            int handler = active.register(message -> {
                message.onCompletion(
                        ignored -> {
                            while (isGivenUp.getCount() > 0 || sender.get().getState() == Thread.State.RUNNABLE) {
                                Thread.yield(); // until the sender is at its end
                            }
                            isComplete.set(true);
                        },
                        null);
                return ActiveVector.EMPTY;
            });
            world.barrier();
            if (world.rank() == 0) {
                sender.set(Thread.currentThread());
                ActiveCounter completion = active.newCounter();
                active.send(1, handler, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completion);
                assertTold(new AtomicBoolean(), () -> world.nonblocking().probe(1, 9, null));
                isGivenUp.countDown();
            }
        });
        assertTrue(isComplete.get());
    }

    @Test
    void aSecondThreadIsRefusedItsAccessesToAWindow() {
        CountDownLatch isOver = new CountDownLatch(1);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.allocateWindow(64, 8)) {
                if (world.rank() == 1) {
                    isOver.await();
                    world.send(new int[] {7}, 0, 1);
                    return;
                }
                window.lockAll();
                Thread first = Thread.currentThread();
                AtomicReference<Throwable> failure = new AtomicReference<>();
                Thread second = Thread.ofPlatform()
                        .name("intruder")
                        .daemon(true)
                        .start(() -> {
                            while (!ThreadStates.isWaiting(first)) { // it is in its receive
                                Thread.onSpinWait();
                            }
                            try {
                                long[] word = new long[1];
                                assertTwo(() -> window.put(word, 1, 0));
                                assertTwo(() -> window.get(word, 1, 0));
                                assertTwo(() -> window.fetchAndOp(word, word, 1, 0, Operation.SUM));
                                assertTwo(() -> window.nonblocking().get(word, 1, 0));
                                assertTwo(() -> window.flush(1));
                                assertTwo(window::unlockAll);
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                            isOver.countDown();
                        });
                world.receive(new int[1], 1, 1);
                second.join();
                window.unlockAll();
                assertNull(failure.get());
            }
        });
    }

    @Test
    void twoThreadsThatAccessAWindowAreTold() {
        AtomicBoolean isOver = new AtomicBoolean();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Window window = world.allocateWindow(1 << 20, 8);
            if (world.rank() == 0) {
                window.lockAll();
                assertTold(isOver, () -> {
                    long[] words = new long[1 << 17];
                    window.get(words, 1, 0);
                });
            }
            // The endpoint of rank 0 cannot close it any more.
        });
    }

    @Test
    void twoThreadsThatReceiveAreTold() {
        assertReceiversAreTold(world -> world.receive(new int[1], 1, 1));
    }

    @Test
    void twoThreadsThatTestAreTold() {
        assertReceiversAreTold(world -> {
            Request request = world.nonblocking().receive(new int[1], 1, 1);
            while (!request.test()) {
                Thread.onSpinWait();
            }
        });
    }

    private static void assertReceiversAreTold(Consumer<Communicator> receive) {
        AtomicBoolean isOver = new AtomicBoolean();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                while (!isOver.get()) {
                    world.send(new int[] {7}, 0, 1);
                }
                return;
            }
            assertTold(isOver, () -> receive.accept(world));
        });
    }

    /** What goes out is what one of them has sent, or one of them knows that it may not be. */
    @Test
    void twoThreadsThatSendAreTold() {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger wrong = new AtomicInteger();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                byte[] memory = new byte[4_000];
                Status status = new Status();
                while (!isOver.get()) {
                    while (world.nonblocking().probe(0, Communicator.ANY_TAG, status)) {
                        if (!arrivesWhole(world, memory, status)) {
                            wrong.incrementAndGet();
                        }
                    }
                }
                return;
            }
            AtomicInteger tags = new AtomicInteger();
            ThreadLocal<Integer> tag = ThreadLocal.withInitial(tags::incrementAndGet);
            assertTold(isOver, () -> {
                byte[] memory = new byte[1_000 * tag.get()];
                Arrays.fill(memory, tag.get().byteValue());
                world.send(MemorySegment.ofArray(memory), 1, tag.get());
            });
        });
        System.out.println("messages with another tag, length or memory than their own: " + wrong);
    }

    private static boolean arrivesWhole(Communicator world, byte[] memory, Status status) {
        try {
            world.receive(memory, 0, Communicator.ANY_TAG, status);
            return memory[0] == status.tag() && status.countBytes() == 1_000L * status.tag();
        } catch (SennitException e) {
            return false; // of memory that is not that of the message
        }
    }

    /** Each turn passes through a queue, so that its calls are over before the next one's begin. */
    @Test
    void threadsThatTakeTurnsAreWelcome() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            SynchronousQueue<Request> there = new SynchronousQueue<>();
            SynchronousQueue<Request> back = new SynchronousQueue<>();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread other = Thread.ofPlatform().daemon(true).start(() -> {
                try {
                    for (int i = 0; i < 1_000; i++) {
                        there.take().await();
                        back.put(world.nonblocking().receive(new int[1], 0, 2));
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            for (int i = 0; i < 1_000; i++) {
                Request first = world.nonblocking().receive(new int[1], 0, 1);
                world.send(new int[] {i}, 0, 1);
                there.put(first);
                Request second = back.take();
                world.send(MemorySegment.ofArray(new int[] {i}), 0, 2);
                second.await();
            }
            other.join();
            assertNull(failure.get());
        });
    }

    /**
     * Two threads repeat a call, whatever it throws, until one of them has the error that names both and gives the
     * endpoint up.
     */
    private static void assertTold(AtomicBoolean isOver, Runnable call) throws InterruptedException {
        Set<String> texts = ConcurrentHashMap.newKeySet();
        AtomicBoolean isLost = new AtomicBoolean();
        Runnable calls = () -> {
            while (!isLost.get()) {
                try {
                    call.run();
                } catch (RuntimeException e) { // any other is of what the two have mixed up
                    String text = String.valueOf(e.getMessage());
                    if (text.contains(MIXED_UP)) {
                        texts.add(text);
                        isLost.set(true);
                    }
                }
            }
        };
        Thread second = Thread.ofPlatform().name("intruder").daemon(true).start(calls);
        try {
            calls.run();
            second.join();
        } finally {
            isOver.set(true);
        }
        for (String text : texts) {
            assertTrue(text.contains("two threads use one endpoint at a time"), text);
            assertTrue(text.contains("thread=endpoint-0 ") && text.contains("thread=intruder "), text);
        }
    }
}
