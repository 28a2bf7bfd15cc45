package org.sennit.internal.shm.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.config.Options;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Core;
import org.sennit.testkit.SeededRandom;

/** Large messages under way: bounded work, fair turns, help, and lost memory; two endpoints moved by one thread. */
@Core
class ActiveTransfersTest {
    private static final int IMMEDIATE = 256;
    private static final int PROGRESS = 64 << 10;
    private static final int LARGE = 1 << 20;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final Side sender = new Side(100_000, 8 << 10);
    private final Side receiver = new Side(100_000, 8 << 10);

    private static final class Side implements Progress {
        final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, IMMEDIATE), null);
        final ActiveTransfers transfers;
        final EndpointWork work;

        Side(long synergisticFrom, long block) {
            transfers = new ActiveTransfers(
                    RuntimeContext.system(),
                    ProtocolSelection.of(
                            Options.defaults()
                                    .with(ImmediateProtocol.LIMIT, IMMEDIATE, "test")
                                    .with(SynergisticProtocol.FROM, synergisticFrom, "test")
                                    .with(SynergisticProtocol.BLOCK, block, "test")
                                    .with(SingleCopyProtocol.PROGRESS, (long) PROGRESS, "test"),
                            1),
                    null);
            work = new EndpointWork(queue, transfers);
        }

        SingleCopySend newSend() {
            return new SingleCopySend(this, transfers);
        }

        SingleCopySend send(Side to, MemorySegment memory, int tag) {
            return send(newSend(), to, memory, tag);
        }

        SingleCopySend send(SingleCopySend send, Side to, MemorySegment memory, int tag) {
            Envelope envelope = new Envelope().set(0, 0, tag, memory.byteSize(), 0);
            send.from(memory, 0, null).send(to.queue.inbox(), to.transfers, envelope, "world", 1);
            return send;
        }

        ReceiveRequest receive(MemorySegment memory, int tag) {
            ReceiveRequest receive = new ReceiveRequest(this);
            receive.from("world", 1, 0, 0, tag, 0).into(memory, 0, null, memory.byteSize());
            queue.post(receive);
            return receive;
        }

        @Override
        public int poll() {
            return work.doWork();
        }

        @Override
        public boolean await(Condition condition, long timeoutNs) {
            for (int i = 0; i < 100_000 && !condition.isMet(); i++) {
                work.doWork();
            }
            assertTrue(condition.isMet(), "would wait for ever");
            return true;
        }

        @Override
        public void signal() {}
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static MemorySegment of(byte[] bytes) {
        return MemorySegment.ofArray(bytes);
    }

    private static void check(Request request, int length) {
        assertTrue(request.isComplete());
        assertEquals(length, request.await(new Status()).countBytes());
    }

    @Test
    void aTestOfAnotherRequestIsBoundedWhile64MebibytesArrive() {
        int length = 64 << 20;
        SingleCopySend send = sender.send(receiver, of(new byte[length]), 1);
        ReceiveRequest large = receiver.receive(of(new byte[length]), 1);
        ReceiveRequest other = receiver.receive(of(new byte[1]), 2);
        int calls = 0;
        while (!large.isComplete()) {
            long before = receiver.transfers.copiedBytes();
            assertFalse(other.test());
            assertTrue(receiver.transfers.copiedBytes() - before <= PROGRESS);
            assertTrue(++calls <= length / PROGRESS + 2, "it goes on by as much as it may");
        }
        check(send, length);
        check(large, length);
    }

    @Test
    void manyMessagesThatMatchAtOnceAreBoundedToo() {
        int length = PROGRESS / 2;
        int count = 20;
        Request[] receives = new Request[count];
        for (int i = 0; i < count; i++) {
            receives[i] = receiver.receive(of(new byte[length]), i);
            sender.send(receiver, of(new byte[length]), i);
        }
        int complete = 0;
        while (complete < count) {
            receiver.poll();
            int now = (int) Arrays.stream(receives).filter(Request::isComplete).count();
            assertTrue(now - complete <= 2 + 2, "twice what a call may copy: under way, and just matched");
            assertTrue(now > complete);
            complete = now;
        }
    }

    @Test
    void messagesUnderWayTakeTurns() {
        ReceiveRequest first = receiver.receive(of(new byte[16 * PROGRESS]), 1);
        ReceiveRequest second = receiver.receive(of(new byte[2 * PROGRESS]), 2);
        sender.send(receiver, of(new byte[16 * PROGRESS]), 1);
        sender.send(receiver, of(new byte[2 * PROGRESS]), 2);
        for (int call = 0; call < 8; call++) {
            receiver.poll();
        }
        assertTrue(second.isComplete(), "the short one does not wait for the long one");
        assertFalse(first.isComplete());
    }

    @Test
    void theSenderNeedNotHelp() {
        byte[] out = randomBytes(LARGE);
        byte[] in = new byte[LARGE];
        SingleCopySend send = sender.send(receiver, of(out), 1);
        check(awaited(receiver.receive(of(in), 1)), LARGE);
        check(send, LARGE);
        assertArrayEquals(out, in);
        assertEquals(1, receiver.transfers.synergisticMessages());
        assertEquals(0, receiver.transfers.helpedBytes());
    }

    @Test
    void theLowerRankCopiesFromTheFrontWhicheverSends() {
        for (int to = 0; to < 2; to++) {
            byte[] in = new byte[LARGE];
            byte[] out = new byte[LARGE];
            Arrays.fill(out, (byte) 1);
            Envelope envelope = new Envelope().set(0, 1 - to, 1, LARGE, 0);
            sender.newSend()
                    .from(of(out), 0, null)
                    .send(receiver.queue.inbox(), receiver.transfers, envelope, "world", to);
            ReceiveRequest receive = new ReceiveRequest(receiver);
            receive.from("world", to, 0, 1 - to, 1, 0).into(of(in), 0, null, LARGE);
            receiver.queue.post(receive);
            receiver.poll();
            assertEquals(1 - to, in[0]);
            assertEquals(to, in[LARGE - 1]);
            sender.poll();
            assertEquals(1, in[0]);
            assertEquals(1, in[LARGE - 1]);
            assertArrayEquals(out, awaited(receive).isComplete() ? in : null);
        }
    }

    private static Request awaited(Request request) {
        request.await(Long.MAX_VALUE);
        return request;
    }

    @Test
    void theSenderHelpsFromItsOwnCalls() {
        for (int length : new int[] {100_000, 100_001, LARGE - 1, LARGE, 3 * LARGE + 7}) {
            byte[] out = randomBytes(length);
            byte[] in = new byte[length + 16];
            long helpedBefore = receiver.transfers.helpedBytes();
            SingleCopySend send = sender.send(receiver, of(out), 1);
            ReceiveRequest receive = receiver.receive(of(in), 1);
            int calls = 0;
            while (!receive.isComplete()) {
                (random.nextInt(3) == 0 ? receiver : sender).poll();
                assertTrue(calls++ < 10_000);
            }
            check(send, length);
            check(receive, length);
            assertArrayEquals(out, Arrays.copyOf(in, length));
            assertArrayEquals(new byte[16], Arrays.copyOfRange(in, length, length + 16), "past the message");
            if (length >= LARGE) { // a short one may be over before it is the sender's turn
                assertTrue(receiver.transfers.helpedBytes() > helpedBefore);
            }
        }
        assertEquals(0, sender.poll(), "nothing is left to help with");
    }

    @Test
    void helpIsBoundedToo() {
        SingleCopySend send = sender.send(receiver, of(new byte[LARGE]), 1);
        receiver.receive(of(new byte[LARGE]), 1);
        receiver.poll();
        int calls = 0;
        while (sender.poll() > 0) {
            calls++;
        }
        assertEquals(LARGE / PROGRESS - 1, calls, "one piece is the receiver's, each of the others a call");
        assertFalse(send.isComplete(), "the receiver completes both sides");
        receiver.poll();
        assertTrue(send.isComplete());
    }

    @Test
    void aHelperThatComesLateTouchesNothing() {
        byte[] out = randomBytes(LARGE);
        SingleCopySend send = sender.send(receiver, of(out), 1);
        ReceiveRequest receive = receiver.receive(of(new byte[LARGE]), 1);
        receiver.poll();
        ActiveTransfer late = sender.transfers.wanted();
        awaited(receive);
        check(send, LARGE);
        assertEquals(0, late.help(sender.transfers.slot(), Long.MAX_VALUE), "the door is shut");

        // The same object serves a message of another sender: still not ours.
        Side third = new Side(100_000, 8 << 10);
        third.send(receiver, of(out), 2);
        ReceiveRequest next = receiver.receive(of(new byte[LARGE]), 2);
        receiver.poll();
        assertSame(late, third.transfers.wanted());
        assertEquals(0, late.help(sender.transfers.slot(), Long.MAX_VALUE), "it is not our message");
        assertTrue(late.help(third.transfers.slot(), 1) > 0);
        check(awaited(next), LARGE);
    }

    @Test
    void onlyOneReceiverAtATimeIsHelpedAndAllAreServed() {
        Side other = new Side(100_000, 8 << 10);
        byte[] out = randomBytes(LARGE);
        byte[] in = new byte[LARGE];
        byte[] inOther = new byte[LARGE];
        sender.send(receiver, of(out), 1);
        sender.send(other, of(out), 1);
        ReceiveRequest receive = receiver.receive(of(in), 1);
        ReceiveRequest receiveOther = other.receive(of(inOther), 1);
        while (!receive.isComplete() || !receiveOther.isComplete()) {
            receiver.poll();
            other.poll();
            sender.poll();
        }
        assertArrayEquals(out, in);
        assertArrayEquals(out, inOther);
        assertTrue(receiver.transfers.helpedBytes() > 0);
    }

    @Test
    void aShorterMessageLeavesTheRestOfTheMemory() {
        byte[] in = new byte[2 * LARGE];
        SingleCopySend send = sender.send(receiver, of(randomBytes(LARGE)), 1);
        ReceiveRequest receive = receiver.receive(of(in), 1);
        while (!receive.isComplete()) {
            receiver.poll();
            sender.poll();
        }
        check(send, LARGE);
        check(receive, LARGE);
        assertArrayEquals(new byte[LARGE], Arrays.copyOfRange(in, LARGE, 2 * LARGE));
    }

    @Test
    void aLongerMessageIsRefusedAndNotHelpedWith() {
        byte[] in = new byte[LARGE - 1];
        SingleCopySend send = sender.send(receiver, of(randomBytes(LARGE)), 1);
        ReceiveRequest receive = receiver.receive(of(in), 1);
        receiver.poll();
        assertEquals(0, sender.poll());
        check(send, LARGE);
        SennitException thrown = assertThrows(SennitException.class, receive::await);
        assertEquals(ErrorClass.TRUNCATE, thrown.errorClass());
        assertArrayEquals(new byte[LARGE - 1], in);
    }

    @Test
    void confinedMemoryIsFilledByItsOwnThreadAlone() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = arena.allocate(LARGE);
            byte[] out = randomBytes(LARGE);
            sender.send(receiver, of(out), 1);
            ReceiveRequest receive = receiver.receive(in, 1);
            receiver.poll();
            assertEquals(0, sender.poll());
            check(awaited(receive), LARGE);
            assertArrayEquals(out, in.toArray(ValueLayout.JAVA_BYTE));
            assertEquals(0, receiver.transfers.synergisticMessages());
        }
    }

    @Test
    void aMessageToOneselfIsNotHelped() {
        byte[] out = randomBytes(LARGE);
        byte[] in = new byte[LARGE];
        SingleCopySend send = receiver.send(receiver, of(out), 1);
        check(awaited(receiver.receive(of(in), 1)), LARGE);
        check(send, LARGE);
        assertArrayEquals(out, in);
        assertEquals(0, receiver.transfers.synergisticMessages());
    }

    @Test
    void closedMemoryIsAnErrorOnBothSidesWhicheverNoticesIt() {
        for (boolean isOfSender : new boolean[] {true, false}) {
            for (int whoGoesOn = 0; whoGoesOn < 3; whoGoesOn++) {
                lose(isOfSender, whoGoesOn);
            }
        }
    }

    /** Closes an arena in the middle; then the receiver alone, the helper first, or the helper inside goes on. */
    private void lose(boolean isOfSender, int whoGoesOn) {
        Arena arena = Arena.ofShared();
        MemorySegment lost = arena.allocate(LARGE);
        MemorySegment kept = of(new byte[LARGE]);
        SingleCopySend send = sender.send(receiver, isOfSender ? lost : kept, 1);
        ReceiveRequest receive = receiver.receive(isOfSender ? kept : lost, 1);
        receiver.poll();
        if (whoGoesOn == 2) {
            sender.poll();
        }
        arena.close();
        if (whoGoesOn > 0) {
            sender.poll();
        }
        awaited(receive);
        String side = isOfSender ? "the sender's memory" : "the receiver's memory";
        for (Request request : new Request[] {send, receive}) {
            SennitException thrown = assertThrows(SennitException.class, request::await);
            assertEquals(ErrorClass.BUFFER, thrown.errorClass());
            assertTrue(thrown.getMessage().contains(side), thrown.getMessage());
            assertTrue(thrown.getMessage().contains("communicator=world"), thrown.getMessage());
        }
        assertFalse(receiver.transfers.hasWork());
        assertEquals(0, sender.poll());
    }

    @Test
    void anEndpointThatEndsFinishesWhatHasMatched() {
        byte[] out = randomBytes(LARGE);
        byte[] in = new byte[LARGE];
        SingleCopySend send = sender.send(receiver, of(out), 1);
        ReceiveRequest receive = receiver.receive(of(in), 1);
        receiver.poll();
        receiver.transfers.finishAll();
        check(send, LARGE);
        check(receive, LARGE);
        assertArrayEquals(out, in);
    }

    @Test
    void aSendThatIsUsedAgainAllocatesNothing() {
        MemorySegment out = of(new byte[LARGE]);
        MemorySegment in = of(new byte[LARGE]);
        SingleCopySend send = sender.newSend();
        ReceiveRequest receive = new ReceiveRequest(receiver);
        Envelope envelope = new Envelope();
        AllocatedBytes.assertNoneInSteadyState(50, 50, () -> {
            send.from(out, 0, null)
                    .send(receiver.queue.inbox(), receiver.transfers, envelope.set(0, 0, 1, LARGE, 0), "world", 1);
            receive.from("world", 1, 0, 0, 1, 0).into(in, 0, null, LARGE);
            receiver.queue.post(receive);
            while (!receive.isComplete()) {
                receiver.poll();
                sender.poll();
            }
            receive.await((Status) null);
            send.await((Status) null);
        });
    }
}
