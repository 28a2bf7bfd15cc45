package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.Request;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.progress.ProgressHook;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Cookies in the middle of transfers, to senders and to receivers, reach the operation for which they were sent, in
 * their order and once each: the module of this test sends a large message in cookies alone, and each of them is
 * answered by one.
 */
@Core
@Deadline(seconds = 60)
@Behaviours(88)
class CookieConversationTest {
    private static final int LONG = 40_000; // doubles
    private static final int PIECE_BYTES = 20_000;
    private static final int PIECES = LONG * Double.BYTES / PIECE_BYTES;
    private static final int MESSAGES = 6; // from each endpoint to each of the other process, under way at once

    /** Who a cookie is for, who sends it, and its number; then the bytes of a piece, if it is the sender's. */
    private static final int TO = 0;

    private static final int FROM = 8;
    private static final int NUMBER = 16;
    private static final int HEADER_BYTES = 24;

    private final AtomicLong keys = new AtomicLong(); // of operations
    private final AtomicLong toSenders = new AtomicLong();
    private final AtomicLong toReceivers = new AtomicLong();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachCookieReachesItsOperation(boolean isOrdered) {
        LocalNetwork network = new LocalNetwork(88, isOrdered, ignored -> new Conversation());
        new InProcessJob(network, 2, 2, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            int firstPeer = world.rank() < 2 ? 2 : 0;
            Request[] all = new Request[4 * MESSAGES];
            double[][] in = new double[2 * MESSAGES][LONG];
            for (int i = 0; i < 2 * MESSAGES; i++) {
                int peer = firstPeer + i % 2;
                all[2 * i] = world.nonblocking().receive(in[i], peer, i);
                all[2 * i + 1] = world.nonblocking()
                        .send(numbers(world.rank(), i / 2 * 2 + world.rank() % 2), peer, i / 2 * 2 + world.rank() % 2);
            }
            Request.awaitAll(all);
            for (int i = 0; i < 2 * MESSAGES; i++) {
                assertArrayEquals(numbers(firstPeer + i % 2, i), in[i]);
            }
        });
        assertEquals(0, mistakes.size(), mistakes::toString);
        assertEquals(4 * 2 * MESSAGES * PIECES, toReceivers.get());
        assertEquals(4 * 2 * MESSAGES * PIECES, toSenders.get());
    }

    private static double[] numbers(int rank, int tag) {
        double[] numbers = new double[LONG];
        Arrays.setAll(numbers, i -> i + 1e6 * rank + 1e8 * tag);
        return numbers;
    }

    /** The large messages of one process. */
    private final class Conversation implements LargeMessageTransfer {
        @Override
        public void initiate(LargeMessageOperation operation) {
            Side side = new Side(operation);
            operation.attach(side);
            operation.sendRequestToSend(side.cookie(0));
        }

        @Override
        public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
            Side side = new Side(operation);
            side.peer = at(senderCookie, FROM);
            operation.attach(side);
            operation.drive(side);
            operation.sendClearToSend(side.cookie(0));
        }

        @Override
        public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
            Side side = (Side) operation.attachment();
            side.check(receiverCookie, -1);
            side.peer = at(receiverCookie, FROM);
            side.arrived.add(new byte[0]);
            operation.drive(side);
        }

        @Override
        public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {
            Side side = (Side) operation.attachment();
            (operation.isSend() ? toSenders : toReceivers).incrementAndGet();
            side.check(cookie, side.heard++);
            side.arrived.add(cookie.asSlice(HEADER_BYTES).toArray(ValueLayout.JAVA_BYTE));
            operation.signal();
        }

        @Override
        public void doneSend(LargeMessageOperation operation) {
            mistakes.add("DONE for a sender");
        }

        @Override
        public void doneReceive(LargeMessageOperation operation) {
            mistakes.add("DONE for a receiver");
        }

        @Override
        public void abandoned(LargeMessageOperation operation) {
            mistakes.add("abandoned: " + operation.attachment());
        }
    }

    private static long at(MemorySegment cookie, long offset) {
        return cookie.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    }

    /** One operation: sends a piece when the last one has been answered, or answers one. */
    private final class Side implements ProgressHook {
        private final LargeMessageOperation operation;
        private final long key = keys.incrementAndGet();
        private final Queue<byte[]> arrived =
                new ConcurrentLinkedQueue<>(); // by upcalls, taken by the thread that drives
        private volatile long peer; // by the upcall of RTS or CTS, before the first cookie
        private int heard; // by upcalls, one at a time
        private int moved; // by the thread that drives

        Side(LargeMessageOperation operation) {
            this.operation = operation;
        }

        MemorySegment cookie(int pieceBytes) {
            MemorySegment cookie = MemorySegment.ofArray(new byte[HEADER_BYTES + pieceBytes]);
            cookie.set(ValueLayout.JAVA_LONG_UNALIGNED, TO, peer);
            cookie.set(ValueLayout.JAVA_LONG_UNALIGNED, FROM, key);
            cookie.set(ValueLayout.JAVA_LONG_UNALIGNED, NUMBER, moved);
            return cookie;
        }

        /**
         * Looks whether a cookie is for this operation, from its peer unless that is not known yet, and the next one.
         */
        void check(MemorySegment cookie, int number) {
            boolean isNext = number < 0 || at(cookie, FROM) == peer && at(cookie, NUMBER) == number;
            if (at(cookie, TO) != key || !isNext) {
                mistakes.add("to=" + at(cookie, TO) + " from=" + at(cookie, FROM) + " number=" + at(cookie, NUMBER)
                        + " reached " + this + " as number " + number);
            }
        }

        @Override
        public boolean hasWork() {
            return !arrived.isEmpty();
        }

        @Override
        public int advance() {
            byte[] piece = arrived.poll();
            if (piece == null) {
                return 0;
            }
            if (operation.isSend()) {
                return sendNext();
            }
            MemorySegment answer = cookie(0);
            operation.write((long) moved * PIECE_BYTES, MemorySegment.ofArray(piece), 0, piece.length);
            moved++;
            operation.sendCookie(answer);
            return moved < PIECES ? 1 : over();
        }

        private int sendNext() {
            if (moved == PIECES) { // the last one has been answered
                return over();
            }
            MemorySegment cookie = cookie(PIECE_BYTES);
            operation.read((long) moved * PIECE_BYTES, cookie, HEADER_BYTES, PIECE_BYTES);
            moved++;
            operation.sendCookie(cookie);
            return 1;
        }

        private int over() {
            operation.complete();
            return OVER;
        }

        @Override
        public String toString() {
            return (operation.isSend() ? "sender " : "receiver ") + key + " peer=" + peer;
        }
    }
}
