package org.sennit.internal.shm.mapped.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.shm.mapped.memory.CollectionCount;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;
import org.sennit.testkit.SeededRandom;

@Deadline
@Core
class PairTransferTest {
    private static final int FOR_EVER = Integer.MAX_VALUE;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private TestMemory memory(TestPair.End end, TestMemory.Kind kind, long bytes) {
        return new TestMemory(kind, bytes, end.heap);
    }

    private TestOperation send(TestPair pair, TestMemory source, TestMemory target, long seed) {
        source.fill(seed);
        return pair.send(pair.first, source, target, 0, 0);
    }

    private static long received(TestPair pair, TransferMode mode) {
        return pair.second.transfer.counters().received(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "cooperative", "get", "put"})
    void everyKindOfMemoryReachesEveryOther(String mode) {
        TestPair pair = new TestPair(2, mode);
        for (TestMemory.Kind from : TestMemory.Kind.values()) {
            for (TestMemory.Kind to : TestMemory.Kind.values()) {
                for (int round = 0; round < 3; round++) {
                    int bytes = 1 + random.nextInt(1 << random.nextInt(8, 20));
                    int room = random.nextInt(4) == 0 ? random.nextInt(bytes) : bytes + random.nextInt(2);
                    TestMemory source = memory(pair.first, from, bytes);
                    TestMemory target = memory(pair.second, to, room);
                    TestOperation send = send(pair, source, target, round);
                    pair.run(random, FOR_EVER);
                    assertNull(send.failure, from + " to " + to);
                    assertNull(send.partner.failure, from + " to " + to);
                    target.assertHolds(round, Math.min(bytes, room));
                    pair.forget();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SHARED, HEAP, 300000, PULL",
        "SHARED, GAPS, 300000, PULL",
        "SHARED, CLOSEABLE, 300000, PULL",
        "SHARED, SHARED, 300000, BOTH",
        "SHARED, SHARED, 100000, PULL",
        "HEAP, SHARED, 300000, PUSH",
        "GAPS, SHARED, 300000, PUSH",
        "CLOSEABLE, SHARED, 300000, PUSH",
        "GAPS, GAPS, 300000, RING"
    })
    void theModeFollowsFromTheMemories(TestMemory.Kind from, TestMemory.Kind to, int bytes, TransferMode mode) {
        TestPair pair = new TestPair(2, "auto");
        TestMemory target = memory(pair.second, to, bytes);
        send(pair, memory(pair.first, from, bytes), target, 5);
        pair.run(random, FOR_EVER);
        target.assertHolds(5, bytes);
        assertEquals(1, received(pair, mode));
    }

    /**
     * Whether the kernel lets a process copy from its own memory: where it does not, as in some containers, all else
     * goes on.
     */
    private static boolean isKernelWilling() {
        MemorySegment memory = Arena.ofAuto().allocate(2);
        return KernelCopy.INSTANCE != null
                && KernelCopy.INSTANCE.read(ProcessHandle.current().pid(), memory.address(), memory, 1, 1);
    }

    /** Whether arrays of this process can be read by the kernel, too. */
    private static boolean isCollectorCounting() {
        return isKernelWilling() && CollectionCount.of(ProcessHandle.current().pid()) != null;
    }

    @ParameterizedTest
    @CsvSource({
        "HEAP, HEAP",
        "HEAP, ETERNAL",
        "HEAP, CLOSEABLE",
        "CLOSEABLE, HEAP",
        "CLOSEABLE, ETERNAL",
        "CLOSEABLE, CLOSEABLE",
        "ETERNAL, HEAP",
        "ETERNAL, CLOSEABLE"
    })
    void whereTheReceiverAloneCanReadBothWaysAreTried(TestMemory.Kind from, TestMemory.Kind to) {
        assumeTrue(isCollectorCounting(), "process_vm_readv, and a count of collections");
        TestPair pair = new TestPair(2, "auto");
        for (int i = 0; i < 140; i++) {
            TestMemory target = memory(pair.second, to, 100_000);
            TestOperation send = send(pair, memory(pair.first, from, 100_000), target, i);
            pair.run(random, FOR_EVER);
            assertNull(send.failure);
            assertNull(send.partner.failure);
            target.assertHolds(i, 100_000);
            pair.forget();
        }
        assertTrue(received(pair, TransferMode.RING) >= 16, "ring");
        assertTrue(received(pair, TransferMode.PULL) >= 16, "kernel");
        assertTrue(
                pair.second.transfer.describe().contains("read alone: from 65536 B"), pair.second.transfer::describe);
    }

    @Test
    void anArrayThatTheCollectorHasMovedComesThroughSlots() {
        assumeTrue(isCollectorCounting(), "process_vm_readv, and a count of collections");
        TestPair pair = new TestPair(2, "get");
        for (int round = 0; round < 5; round++) {
            TestMemory target = memory(pair.second, TestMemory.Kind.HEAP, 100_000);
            TestOperation send = send(pair, memory(pair.first, TestMemory.Kind.HEAP, 100_000), target, round);
            System.gc();
            pair.run(random, FOR_EVER);
            assertNull(send.failure);
            target.assertHolds(round, 100_000);
            pair.forget();
        }
        assertEquals(5, received(pair, TransferMode.RING));
    }

    @Test
    void anArrayThatTheCollectorMovesBetweenTwoPiecesComesThroughSlots() {
        assumeTrue(isCollectorCounting(), "process_vm_readv, and a count of collections");
        TestPair pair = new TestPair(2, "get");
        int bytes = 3_000_000;
        TestMemory target = memory(pair.second, TestMemory.Kind.HEAP, bytes);
        TestOperation send = send(pair, memory(pair.first, TestMemory.Kind.HEAP, bytes), target, 1);
        pair.second.progress();
        assertFalse(send.partner.isOver, "a step reads a part");
        System.gc();
        for (int i = 0; i < 200; i++) {
            Arrays.fill(new byte[1 << 20], (byte) i); // what lay in the young generation is overwritten
        }
        pair.run(random, FOR_EVER);
        assertNull(send.failure);
        target.assertHolds(1, bytes);
        assertEquals(1, received(pair, TransferMode.RING));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void memoryThatIsClosedAfterItWasReadIsNoMessage(boolean isLong) {
        assumeTrue(isKernelWilling(), "process_vm_readv");
        TestPair pair = new TestPair(2, "get");
        TestMemory source = memory(pair.first, TestMemory.Kind.CLOSEABLE, isLong ? 1_000_000 : 50_000);
        TestMemory target = memory(pair.second, TestMemory.Kind.HEAP, source.lengthBytes());
        TestOperation send = send(pair, source, target, 1);
        for (int i = 0; i < 10; i++) {
            pair.second.progress();
        }
        target.assertHolds(1, source.lengthBytes());
        assertFalse(send.partner.isOver, "the sender has not said that it was open");
        source.close();
        pair.run(random, FOR_EVER);
        assertTrue(send.isOwnMemoryBlamed());
        assertNotNull(send.partner.failure);
        assertFalse(send.partner.isOwnMemoryBlamed());
    }

    @Test
    void anArrayIsReadWhereTheCollectorLeavesIt() {
        assumeTrue(isCollectorCounting(), "process_vm_readv, and a count of collections");
        TestPair pair = new TestPair(2, "get");
        for (int round = 0; round < 20; round++) {
            int bytes = 1 + random.nextInt(1 << 20);
            int room = random.nextInt(4) == 0 ? 1 + random.nextInt(bytes) : bytes;
            TestMemory target = memory(pair.second, TestMemory.Kind.HEAP, room);
            TestOperation send = send(pair, memory(pair.first, TestMemory.Kind.HEAP, bytes), target, round);
            pair.run(random, FOR_EVER);
            assertNull(send.failure);
            target.assertHolds(round, room);
            pair.forget();
        }
        // a collection may have come between, but not between all
        assertTrue(received(pair, TransferMode.PULL) > 10, () -> "pulled=" + received(pair, TransferMode.PULL));
    }

    @Test
    void betweenMemoriesThatAreNeverClosedBothWaysAreTried() {
        assumeTrue(isKernelWilling(), "process_vm_readv");
        TestPair pair = new TestPair(2, "auto");
        for (int i = 0; i < 140; i++) {
            TestMemory target = memory(pair.second, TestMemory.Kind.ETERNAL, 100_000);
            send(pair, memory(pair.first, TestMemory.Kind.ETERNAL, 100_000), target, i);
            pair.run(random, FOR_EVER);
            target.assertHolds(i, 100_000);
            pair.forget();
        }
        assertTrue(received(pair, TransferMode.RING) >= 64, "ring");
        assertTrue(received(pair, TransferMode.BOTH) >= 64, "kernel");
        assertTrue(pair.second.transfer.describe().contains("from 65536 B"), pair.second.transfer::describe);
    }

    @ParameterizedTest
    @CsvSource({"get, PULL", "put, PUSH"})
    void oneSideAloneCopiesWhereThatIsWanted(String mode, TransferMode expected) {
        assumeTrue(isKernelWilling(), "process_vm_readv");
        TestPair pair = new TestPair(2, mode);
        TestMemory target = memory(pair.second, TestMemory.Kind.ETERNAL, 1 << 20);
        send(pair, memory(pair.first, TestMemory.Kind.ETERNAL, 1 << 20), target, 1);
        pair.run(random, FOR_EVER);
        target.assertHolds(1, 1 << 20);
        assertEquals(1, received(pair, expected));
    }

    @Test
    void theReceiverNeedsNoHelp() {
        TestPair pair = new TestPair(2, "auto");
        TestMemory target = memory(pair.second, TestMemory.Kind.SHARED, 1 << 20);
        TestOperation send = send(pair, memory(pair.first, TestMemory.Kind.SHARED, 1 << 20), target, 1);
        while (!send.partner.isOver) {
            pair.second.progress();
        }
        target.assertHolds(1, 1 << 20);
        pair.run(random, FOR_EVER);
        assertNull(send.failure);
    }

    /** A message whose sender's thread runs no step after it has begun; the receiver cannot read the sender's array. */
    private void assertTheReceiverNeedsNoStepOfTheSender(TestPair pair, int bytes, int room) {
        TestMemory target = memory(pair.second, TestMemory.Kind.GAPS, room);
        TestOperation send = send(pair, memory(pair.first, TestMemory.Kind.HEAP, bytes), target, 7);
        for (int i = 0; i < 100 && !send.partner.isOver; i++) {
            pair.second.progress();
        }
        assertTrue(send.partner.isOver, "bytes=" + bytes + " room=" + room);
        assertFalse(send.isOver, "the receiver has not answered yet");
        target.assertHolds(7, Math.min(bytes, room));
        pair.run(random, FOR_EVER);
        assertNull(send.failure);
        pair.forget();
    }

    /** After a receiver without use for the sender's channel as many messages as the sender sends without one. */
    private void untilChannelsAreAnnouncedAgain(TestPair pair) {
        for (int i = 0; i < 64; i++) {
            send(pair, memory(pair.first, TestMemory.Kind.HEAP, 1), memory(pair.second, TestMemory.Kind.GAPS, 1), i);
            pair.run(random, FOR_EVER);
            pair.forget();
        }
    }

    @Test
    void anArrayIsInTheChannelBeforeTheReceiverAnswers() {
        TestPair pair = new TestPair(2, "auto");
        for (int i = 0; i < 20; i++) {
            int bytes = 1 + random.nextInt(256 << 10);
            assertTheReceiverNeedsNoStepOfTheSender(pair, bytes, bytes);
            assertTheReceiverNeedsNoStepOfTheSender(pair, bytes, 1 + random.nextInt(bytes));
        }
    }

    @Test
    void messagesThatAreNotTakenKeepNoOtherWaiting() {
        TestPair pair = new TestPair(8, "auto");
        for (int i = 0; i < 20; i++) {
            send(
                    pair,
                    memory(pair.first, TestMemory.Kind.HEAP, 1 << 20),
                    memory(pair.second, TestMemory.Kind.HEAP, 1),
                    i);
        }
        List<TestPair.Packet> unexpected = List.copyOf(pair.second.inbox);
        pair.second.inbox.clear();
        TestMemory target = memory(pair.second, TestMemory.Kind.HEAP, 600_000);
        TestOperation send = send(pair, memory(pair.first, TestMemory.Kind.HEAP, 600_000), target, 3);
        for (int i = 0; i < 10_000 && !(send.isOver && send.partner.isOver); i++) {
            pair.first.progress();
            pair.second.progress();
        }
        assertTrue(send.isOver && send.partner.isOver);
        target.assertHolds(3, 600_000);
        pair.second.inbox.addAll(unexpected);
        pair.run(random, FOR_EVER);
    }

    @Test
    @NotCore
    void afterReceiversThatCanBeWrittenToTheSenderTriesItsChannelAgainNowAndThen() {
        TestPair pair = new TestPair(2, "auto");
        for (int i = 0; i < 200; i++) {
            TestMemory target = memory(pair.second, TestMemory.Kind.SHARED, 200_000);
            send(pair, memory(pair.first, TestMemory.Kind.HEAP, 200_000), target, i);
            pair.run(random, FOR_EVER);
            target.assertHolds(i, 200_000);
            pair.forget();
        }
        assertEquals(200, received(pair, TransferMode.PUSH));
        untilChannelsAreAnnouncedAgain(pair);
        assertTheReceiverNeedsNoStepOfTheSender(pair, 100_000, 100_000);
    }

    @Test
    void whoWaitsForAChannelOfItsOwnPairGetsItAndOthersAreNotKeptWaiting() {
        TestPair pair = new TestPair(1, "cooperative");
        List<TestMemory> targets = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            targets.add(memory(pair.second, TestMemory.Kind.HEAP, 600_000));
            TestMemory source = memory(pair.first, TestMemory.Kind.HEAP, 600_000);
            source.fill(i);
            pair.send(pair.first, source, targets.get(i), i / 3, i / 3);
        }
        pair.run(random, FOR_EVER);
        for (int i = 0; i < 5; i++) {
            targets.get(i).assertHolds(i, 600_000);
        }
        assertEquals(5, received(pair, TransferMode.RING) + received(pair, TransferMode.PARCELS));
        assertTrue(received(pair, TransferMode.RING) > 0, "one of the pairs has the channel");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 8})
    void manyMessagesInBothDirectionsInTwoThreads(int channels) throws InterruptedException {
        TestPair pair = new TestPair(channels, "auto");
        for (int round = 0; round < 6; round++) {
            List<TestMemory> targets = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                TestPair.End from = i % 2 == 0 ? pair.first : pair.second;
                int bytes = 1 + random.nextInt(700_000);
                TestMemory source = memory(from, random.oneOf(TestMemory.Kind.values()), bytes);
                targets.add(memory(from.other(), random.oneOf(TestMemory.Kind.values()), bytes));
                source.fill(i);
                pair.send(from, source, targets.get(i), i % 3, i % 4);
            }
            pair.runInTwoThreads();
            for (int i = 0; i < 12; i++) {
                targets.get(i).assertHolds(i, targets.get(i).lengthBytes());
            }
            pair.forget();
        }
    }

    @ParameterizedTest
    @NotCore
    @CsvSource({"CLOSEABLE, 1", "SHARED, 1", "CLOSEABLE, 2", "SHARED, 2"})
    void memoryClosedInTheMiddleIsAnErrorOnItsSideAndChannelsAreUsedAgain(TestMemory.Kind kind, int channels) {
        TestPair pair = new TestPair(channels, "auto");
        for (int round = 0; round < 300; round++) {
            boolean isSender = random.nextBoolean();
            TestMemory.Kind other = random.oneOf(TestMemory.Kind.HEAP, TestMemory.Kind.ETERNAL, TestMemory.Kind.SHARED);
            TestMemory source = memory(pair.first, isSender ? kind : other, 1 << 20);
            TestMemory target = memory(pair.second, isSender ? other : kind, 1 << 20);
            TestOperation send = pair.send(pair.first, source, target, 0, 0);
            pair.run(random, random.nextInt(200));
            TestOperation mine = isSender ? send : send.partner;
            boolean wasOver = mine.isOver;
            (isSender ? source : target).close();
            pair.run(random, FOR_EVER);
            if (!wasOver) {
                assertNotNull(mine.failure, "round=" + round);
            }
            TestOperation notMine = mine.partner;
            assertTrue(notMine.failure == null || !notMine.isOwnMemoryBlamed(), "round=" + round);
            pair.forget();
        }
        long before = received(pair, TransferMode.RING);
        TestMemory target = memory(pair.second, TestMemory.Kind.GAPS, 100_000);
        send(pair, memory(pair.first, TestMemory.Kind.HEAP, 100_000), target, 3);
        pair.run(random, FOR_EVER);
        target.assertHolds(3, 100_000);
        assertEquals(before + 1, received(pair, TransferMode.RING), "the channel is free again");
        if (channels > 1) {
            untilChannelsAreAnnouncedAgain(pair);
            assertTheReceiverNeedsNoStepOfTheSender(pair, 100_000, 100_000);
        }
    }

    @Test
    void anAnswerForTheMemoryOfAnotherPairIsRefused() {
        TestPair yesterday = new TestPair(1, "cooperative");
        TestPair today = new TestPair(1, "cooperative");
        TestMemory source = memory(today.first, TestMemory.Kind.HEAP, 1 << 20);
        TestOperation old =
                yesterday.send(yesterday.first, source, memory(yesterday.second, TestMemory.Kind.HEAP, 1 << 20), 0, 0);
        TestOperation late = today.send(today.first, source, memory(today.second, TestMemory.Kind.HEAP, 1 << 20), 0, 0);
        yesterday.second.upcall(); // RTS, answered by CTS
        MemorySegment cookie =
                MemorySegment.ofArray(yesterday.first.inbox.remove().cookie());
        late.call(() -> today.first.transfer.startSend(late, cookie));
        SennitException refused = assertInstanceOf(SennitException.class, late.failure);
        assertEquals(ErrorClass.NETWORK, refused.errorClass());
        old.call(() -> yesterday.first.transfer.startSend(old, cookie));
        yesterday.run(random, FOR_EVER);
        assertNull(old.failure);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aMessageThatIsGivenUpLetsTheChannelGoWhenTheOtherSideHasLeft(int channels) {
        TestPair pair = new TestPair(channels, "cooperative");
        for (int round = 0; round < 200; round++) {
            TestOperation send = pair.send(
                    pair.first,
                    memory(pair.first, TestMemory.Kind.HEAP, 1 << 20),
                    memory(pair.second, TestMemory.Kind.HEAP, 1 << 20),
                    0,
                    0);
            pair.run(random, random.nextInt(100));
            TestOperation victim = random.nextBoolean() ? send : send.partner;
            victim.call(() -> {
                victim.fail(new IllegalArgumentException("given up"));
                victim.end.transfer.abandoned(victim);
            });
            pair.run(random, FOR_EVER);
            pair.forget();
        }
        TestMemory target = memory(pair.second, TestMemory.Kind.HEAP, 100_000);
        send(pair, memory(pair.first, TestMemory.Kind.HEAP, 100_000), target, 3);
        long before = received(pair, TransferMode.RING);
        pair.run(random, FOR_EVER);
        target.assertHolds(3, 100_000);
        assertEquals(before + 1, received(pair, TransferMode.RING));
        if (channels > 1) {
            assertTheReceiverNeedsNoStepOfTheSender(pair, 100_000, 100_000);
        }
    }

    @Test
    void garbageInSharedWordsLeadsNowhere() {
        TestPair pair = new TestPair(2, "auto");
        for (int round = 0; round < 300; round++) {
            TestMemory.Kind kind = random.oneOf(TestMemory.Kind.HEAP, TestMemory.Kind.SHARED);
            TestMemory source = memory(pair.first, kind, 400_000);
            TestMemory target = memory(pair.second, kind, 400_000);
            pair.send(pair.first, source, target, 0, 0);
            for (int i = 0; i < 140; i++) {
                pair.run(random, 3);
                long words = TransferAreaDescriptor.wordsOffset(2);
                long value = random.nextBoolean() ? random.nextLong() : random.nextInt(64);
                pair.first.outgoing.set(java.lang.foreign.ValueLayout.JAVA_LONG, random.nextLong(words / 8) * 8, value);
            }
            pair.run(random, 200); // no exception escapes and nothing crashes; it may well hang, or be wrong
            pair.forget();
        }
    }

    @Test
    void garbageInCookiesIsAnError() {
        TestPair pair = new TestPair(2, "auto");
        for (int round = 0; round < 2000; round++) {
            byte[] cookie = new byte[random.nextInt(100)];
            random.nextBytes(cookie);
            for (int i = 0; i + 8 <= cookie.length && random.nextInt(8) != 0; i += 8) {
                cookie[i] = (byte) random.nextInt(6);
                java.util.Arrays.fill(cookie, i + 1, i + 8, (byte) 0);
            }
            TestOperation send = pair.send(
                    pair.first,
                    memory(pair.first, TestMemory.Kind.HEAP, 20_000),
                    memory(pair.second, TestMemory.Kind.HEAP, 20_000),
                    0,
                    0);
            if (random.nextBoolean()) {
                pair.second.inbox.clear();
                pair.second.arrive(new TestPair.Packet(TestPair.Kind.RTS, send.partner, cookie, null));
            } else {
                pair.first.arrive(new TestPair.Packet(TestPair.Kind.CTS, send, cookie, null));
            }
            pair.run(random, 30);
            pair.forget();
        }
    }
}
