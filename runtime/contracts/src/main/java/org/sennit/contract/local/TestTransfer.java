package org.sennit.contract.local;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.progress.ProgressHook;

/**
 * The common part of the test modules' transfers: cookies of any length that begin with a key and are poisoned as soon
 * as the call is over to which they were given, and steps that copy piece by piece. Modes do not call what they do not
 * know, so what is left here fails.
 */
abstract class TestTransfer implements LargeMessageTransfer {
    /** Bytes of one step: several steps for each message of the tests. */
    static final int PIECE_BYTES = 5000;

    private static final byte POISON = 0x5A;

    private final LocalNetwork network;
    private final int cookieBytes;

    TestTransfer(LocalNetwork network, int cookieBytes) {
        this.network = network;
        this.cookieBytes = Math.max(cookieBytes, Long.BYTES);
    }

    LocalNetwork network() {
        return network;
    }

    /** Sends a cookie and poisons its memory behind the call. */
    void withCookie(long key, Consumer<MemorySegment> send) {
        MemorySegment cookie = MemorySegment.ofArray(new byte[cookieBytes]);
        for (int i = 0; i < cookieBytes; i++) {
            cookie.set(ValueLayout.JAVA_BYTE, i, filler(key, i));
        }
        cookie.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, key);
        send.accept(cookie);
        cookie.fill(POISON);
    }

    /**
     * Returns the key of a cookie, every byte of which is looked at; poisoned afterwards, since it is the module's no
     * longer.
     */
    long keyOf(MemorySegment cookie) {
        if (cookie == null || cookie.byteSize() != cookieBytes) {
            throw new IllegalStateException("cookie of another length: " + cookie);
        }
        long key = cookie.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        for (int i = Long.BYTES; i < cookieBytes; i++) {
            if (cookie.get(ValueLayout.JAVA_BYTE, i) != filler(key, i)) {
                throw new IllegalStateException("cookie broken at " + i);
            }
        }
        cookie.fill(POISON);
        return key;
    }

    private static byte filler(long key, int i) {
        return (byte) (key * 31 + i);
    }

    /** Copies bytes from one operation to another, by the memory itself where both show it. */
    static void copy(LargeMessageOperation from, LargeMessageOperation to, long position, int bytes) {
        MemorySegment source = from.memory();
        MemorySegment target = to.memory();
        if (source != null && target != null) {
            MemorySegment.copy(source, position, target, position, bytes);
            MappedFaults.throwPending(source, target);
            return;
        }
        MemorySegment between = MemorySegment.ofArray(new byte[bytes]);
        from.read(position, between, 0, bytes);
        to.write(position, between, 0, bytes);
    }

    @Override
    public void startSend(LargeMessageOperation operation, MemorySegment receiverCookie) {
        throw new UnsupportedOperationException("no CTS in this mode");
    }

    @Override
    public void handleCookie(LargeMessageOperation operation, MemorySegment cookie) {
        throw new UnsupportedOperationException("no COOKIE in this mode");
    }

    @Override
    public void doneSend(LargeMessageOperation operation) {
        throw new UnsupportedOperationException("no DONE for the sender in this mode");
    }

    @Override
    public void doneReceive(LargeMessageOperation operation) {
        throw new UnsupportedOperationException("no DONE for the receiver in this mode");
    }

    /** Copies one message to memory that the other process has shared under a key. */
    final class Mover implements ProgressHook {
        private final LargeMessageOperation own;
        private final long key;
        private long moved;

        Mover(LargeMessageOperation own, long key) {
            this.own = own;
            this.key = key;
        }

        @Override
        public int advance() {
            Object entry = network.shared(key);
            if (!(entry instanceof SharedOperation shared)) {
                own.fail(new IllegalArgumentException("the other side has taken its memory back"));
                return OVER;
            }
            long length = own.lengthBytes();
            int bytes = (int) Math.min(PIECE_BYTES, length - moved);
            synchronized (shared) { // so that it is not withdrawn during the copy
                if (network.shared(key) != null) {
                    if (own.isSend()) {
                        copy(own, shared.operation, moved, bytes);
                    } else {
                        copy(shared.operation, own, moved, bytes);
                    }
                }
            }
            moved += bytes;
            if (moved < length) {
                return 1;
            }
            own.sendDone();
            own.complete();
            return OVER;
        }

        @Override
        public boolean hasWork() {
            return true;
        }
    }

    /** An operation whose memory the other process may touch. */
    static final class SharedOperation {
        private final LargeMessageOperation operation;
        private long key;

        SharedOperation(LargeMessageOperation operation) {
            this.operation = operation;
        }
    }

    /** Shares the memory of an operation. */
    long share(LargeMessageOperation operation) {
        SharedOperation shared = new SharedOperation(operation);
        operation.attach(shared);
        shared.key = network.share(shared);
        return shared.key;
    }

    /** Takes it back. */
    void unshare(LargeMessageOperation operation) {
        if (operation.attachment() instanceof SharedOperation shared) {
            synchronized (shared) {
                network.unshare(shared.key);
            }
        }
    }

    @Override
    public void abandoned(LargeMessageOperation operation) {
        unshare(operation);
    }
}
