package org.sennit.contract.local;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.progress.ProgressHook;

/**
 * Cooperative mode: both copy through a ring that the receiver names in CTS. A cookie of the sender says that there is
 * a piece in it, one of the receiver that there is room again. There is no DONE.
 */
public final class CooperativeTransfer extends TestTransfer {
    private static final int RING_PIECES = 2;

    /**
     * Makes the transfer of one process.
     *
     * @param network where rings are shared
     * @param cookieBytes the length of its cookies
     */
    public CooperativeTransfer(LocalNetwork network, int cookieBytes) {
        super(network, cookieBytes);
    }

    /** The bytes under way from one side to the other. */
    private static final class Ring {
        private final ArrayBlockingQueue<byte[]> pieces = new ArrayBlockingQueue<>(RING_PIECES);
    }

    @Override
    public void initiate(LargeMessageOperation operation) {
        withCookie(7, operation::sendRequestToSend);
    }

    @Override
    public void startReceive(LargeMessageOperation operation, MemorySegment senderCookie) {
        if (keyOf(senderCookie) != 7) {
            throw new IllegalStateException("another message's cookie");
        }
        Ring ring = new Ring();
        long key = network().share(ring);
        Side side = new Side(operation, ring, key);
        operation.attach(side);
        operation.drive(side);
        withCookie(key, operation::sendClearToSend);
    }

    @Override
    public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
        long key = keyOf(receiverCookie);
        Side side = new Side(operation, (Ring) network().shared(key), key);
        operation.attach(side);
        side.news.incrementAndGet();
        operation.drive(side);
    }

    @Override
    public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {
        Side side = (Side) operation.attachment();
        if (keyOf(cookie) != side.key) {
            throw new IllegalStateException("another message's cookie");
        }
        side.news.incrementAndGet();
        operation.signal();
    }

    @Override
    public void abandoned(LargeMessageOperation operation) {
        if (operation.attachment() instanceof Side side) {
            network().unshare(side.key);
        }
    }

    /** One side's copying. */
    private final class Side implements ProgressHook {
        private final LargeMessageOperation operation;
        private final Ring ring;
        private final long key;
        private final AtomicInteger news = new AtomicInteger();
        private long moved;

        Side(LargeMessageOperation operation, Ring ring, long key) {
            this.operation = operation;
            this.ring = ring;
            this.key = key;
        }

        @Override
        public boolean hasWork() {
            return news.get() > 0;
        }

        @Override
        public int advance() {
            news.set(0);
            boolean isMoved = operation.isSend() ? put() : take();
            if (!isMoved) {
                return 0;
            }
            if (moved < operation.lengthBytes()) {
                news.incrementAndGet(); // there may be more
                withCookie(key, operation::sendCookie);
                return 1;
            }
            if (operation.isSend()) {
                withCookie(key, operation::sendCookie);
            } else {
                network().unshare(key);
            }
            operation.complete();
            return OVER;
        }

        private boolean put() {
            if (ring.pieces.remainingCapacity() == 0) {
                return false;
            }
            byte[] piece = new byte[(int) Math.min(PIECE_BYTES, operation.lengthBytes() - moved)];
            operation.read(moved, MemorySegment.ofArray(piece), 0, piece.length);
            ring.pieces.add(piece);
            moved += piece.length;
            return true;
        }

        private boolean take() {
            byte[] piece = ring.pieces.poll();
            if (piece == null) {
                return false;
            }
            operation.write(moved, MemorySegment.ofArray(piece), 0, piece.length);
            moved += piece.length;
            return true;
        }
    }
}
