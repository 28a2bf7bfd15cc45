package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.progress.ProgressHook;

/** One side of a message in a {@link TestPair}: the device's part, as small as it can be. Used by its end's thread. */
final class TestOperation implements LargeMessageOperation {
    final TestPair.End end;
    final int endpoint;
    final int peerEndpoint;
    private final boolean isSend;
    private final TestMemory memory;
    TestOperation partner;
    long lengthBytes;
    ProgressHook step;
    volatile boolean isOver;
    volatile Throwable failure;
    private Object attachment;
    private Object kept;

    TestOperation(TestPair.End end, boolean isSend, TestMemory memory, int endpoint, int peerEndpoint) {
        this.end = end;
        this.isSend = isSend;
        this.memory = memory;
        this.endpoint = endpoint;
        this.peerEndpoint = peerEndpoint;
        this.lengthBytes = memory.lengthBytes();
    }

    /** Runs a call into the transfer; what it throws fails the operation, as the device does it. */
    void call(Runnable into) {
        if (isOver) {
            return;
        }
        try {
            into.run();
        } catch (RuntimeException | Error e) {
            if (!isOver) {
                fail(e);
                end.transfer().abandoned(this);
            }
        }
    }

    void advance() {
        ProgressHook now = step;
        if (now != null) {
            call(() -> {
                if (now.advance() == ProgressHook.OVER && step == now) {
                    step = null;
                }
            });
        }
    }

    /** Whether the failure says that this side's own memory is gone. */
    boolean isOwnMemoryBlamed() {
        return failure instanceof IllegalStateException && failure.getCause() == null;
    }

    /** The other side has failed. */
    void otherHasFailed(Throwable cause) {
        if (!isOver) {
            isOver = true;
            step = null;
            failure = new IllegalStateException("the other side: " + cause, cause);
            end.transfer().abandoned(this);
        }
    }

    private void send(TestPair.Kind kind, MemorySegment cookie) {
        byte[] bytes = cookie == null ? null : cookie.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        end.other().arrive(new TestPair.Packet(kind, partner, bytes, null));
    }

    @Override
    public boolean isSend() {
        return isSend;
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    @Override
    public MemorySegment memory() {
        return memory.whole(lengthBytes);
    }

    @Override
    public void read(long from, MemorySegment target, long targetOffset, long bytes) {
        memory.read(from, target, targetOffset, bytes);
    }

    @Override
    public void write(long to, MemorySegment source, long sourceOffset, long bytes) {
        memory.write(to, source, sourceOffset, bytes);
    }

    @Override
    public int endpoint() {
        return endpoint;
    }

    @Override
    public int peerEndpoint() {
        return peerEndpoint;
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object object) {
        attachment = object;
    }

    @Override
    public Object kept() {
        return kept;
    }

    @Override
    public void keep(Object object) {
        kept = object;
    }

    @Override
    public void drive(ProgressHook next) {
        step = next;
    }

    @Override
    public void signal() {
        // every round asks every step
    }

    @Override
    public void sendRequestToSend(MemorySegment cookie) {
        send(TestPair.Kind.RTS, cookie);
    }

    @Override
    public void sendClearToSend(MemorySegment cookie) {
        send(TestPair.Kind.CTS, cookie);
    }

    @Override
    public void sendCookie(MemorySegment cookie) {
        send(TestPair.Kind.COOKIE, cookie);
    }

    @Override
    public void sendDone() {
        send(TestPair.Kind.DONE, null);
    }

    @Override
    public void complete() {
        isOver = true;
    }

    @Override
    public void fail(Throwable cause) {
        isOver = true;
        step = null;
        failure = cause;
        end.other().arrive(new TestPair.Packet(TestPair.Kind.FAILED, partner, null, cause));
    }
}
