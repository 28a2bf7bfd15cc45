package org.sennit.bench.inbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * A ring under a plain spin lock, which both sides take. It lost: the lock's line crosses at every message, and a
 * sender that loses its processor while it holds the lock stops all others.
 *
 * <p>Never full here: no more than a window of messages is under way.
 */
final class SpinLockInbox implements ComparedInbox {
    private static final int SLOTS = 128;
    private static final VarHandle LOCK = FieldHandle.of(MethodHandles.lookup(), Lock.class, "isTaken", int.class);

    /** The lock and what it guards, on their own lines. */
    private static final class Lock extends FrontPadding {
        @SuppressWarnings("unused") // by LOCK
        private int isTaken;

        private long sent;
        private long received;

        @SuppressWarnings("unused")
        private long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    private final Lock lock = new Lock();
    private final long[] envelopes = new long[SLOTS];
    private final long[] payloads = new long[SLOTS];

    private void acquire() {
        while ((int) LOCK.getOpaque(lock) != 0 || !LOCK.compareAndSet(lock, 0, 1)) {
            Thread.onSpinWait();
        }
    }

    private void release() {
        LOCK.setRelease(lock, 0); // pairs with the compareAndSet in acquire
    }

    @Override
    public void send(int source, int tag, long payload) {
        acquire();
        int slot = (int) lock.sent++ & SLOTS - 1;
        envelopes[slot] = (long) source << Integer.SIZE | tag;
        payloads[slot] = payload;
        release();
    }

    @Override
    public long receive(int source, int tag) {
        while (true) {
            acquire();
            if (lock.received != lock.sent) {
                int slot = (int) lock.received++ & SLOTS - 1;
                long envelope = envelopes[slot];
                long payload = payloads[slot];
                release();
                if (envelope != ((long) source << Integer.SIZE | tag)) {
                    throw new IllegalStateException("envelope=" + envelope);
                }
                return payload;
            }
            release();
            Thread.onSpinWait();
        }
    }
}
