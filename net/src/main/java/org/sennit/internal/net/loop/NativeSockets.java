package org.sennit.internal.net.loop;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * send(2) and recv(2) of the C library on segments: an arena cannot be closed while the kernel copies from its memory,
 * and one that has been closed before is an exception. Only where the JVM was given native access; without it nothing
 * is linked. Used with the loop held, on sockets that do not block.
 *
 * <p>Memory on the heap is passed by a critical call, which holds off safepoints: in pieces of at most
 * {@value #HEAP_PIECE} bytes; 256 KiB take 50 µs. Arrays of 1 MiB over loopback, one way, four alternating runs: in
 * four pieces a median of 453 µs, best 209; in one 288, best 108.
 */
final class NativeSockets {
    private static final int HEAP_PIECE = 1024 * 1024;

    // of Linux, on x86-64 and aarch64
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_MORE = 0x8000;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;
    private static final int EFAULT = 14;

    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final long ERRNO_OFFSET =
            Linker.Option.captureStateLayout().byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    /** The calls, or null without native access or where they are not Linux's. */
    // stands after the constants that link() uses
    static final NativeSockets INSTANCE =
            NativeSockets.class.getModule().isNativeAccessEnabled() && isLinux() ? link() : null;

    private final SocketCalls send;
    private final SocketCalls receive;

    private NativeSockets(SocketCalls send, SocketCalls receive) {
        this.send = send;
        this.receive = receive;
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").equals("Linux");
    }

    private static NativeSockets link() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> send = linker.defaultLookup().find("send");
        Optional<MemorySegment> receive = linker.defaultLookup().find("recv");
        if (send.isEmpty() || receive.isEmpty()) {
            return null;
        }
        return new NativeSockets(callsOf(linker, send.get()), callsOf(linker, receive.get()));
    }

    /** Links when a memory is given for the first time: that takes some 10 ms, and short messages need none of it. */
    @SuppressWarnings("restricted") // asked before
    private static SocketCalls callsOf(Linker linker, MemorySegment function) {
        ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
        ValueLayout.OfInt number = ValueLayout.JAVA_INT;
        FunctionDescriptor form = FunctionDescriptor.of(size, number, ValueLayout.ADDRESS, size, number);
        return new SocketCalls(
                () -> linker.downcallHandle(function, form, ERRNO),
                () -> linker.downcallHandle(function, form, ERRNO, Linker.Option.critical(true)));
    }

    /** Returns where a sender's thread learns the number of an error; one for each loop. */
    static MemorySegment newState() {
        return Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
    }

    /**
     * Sends what the socket takes.
     *
     * @param state from {@link #newState}
     * @param memory holds the bytes
     * @param offset where they begin in it
     * @param length their number
     * @param hasMore whether more follows at once, so that the system may wait with a short segment
     * @return the number that it took
     * @throws IOException when the connection is broken
     * @throws IllegalStateException when the memory's arena has been closed
     * @throws MemoryGoneException when the system cannot read it
     */
    long send(MemorySegment state, int fd, MemorySegment memory, long offset, long length, boolean hasMore)
            throws IOException {
        int flags = MSG_DONTWAIT | MSG_NOSIGNAL | (hasMore ? MSG_MORE : 0);
        return move(send.with(memory), state, fd, memory, offset, length, flags);
    }

    /**
     * Receives the bytes that have arrived.
     *
     * @param state from {@link #newState}
     * @param memory where to
     * @param offset where in it
     * @param length the length in bytes at most
     * @return the number of bytes, 0 for none; -1 at the end of the stream
     * @throws IOException when the connection is broken
     * @throws IllegalStateException when the memory's arena has been closed
     * @throws MemoryGoneException when the system cannot write it
     */
    long receive(MemorySegment state, int fd, MemorySegment memory, long offset, long length) throws IOException {
        long got = move(receive.with(memory), state, fd, memory, offset, length, MSG_DONTWAIT);
        return got == END ? -1 : got;
    }

    private static final long END = Long.MIN_VALUE;

    /** Calls again and again, since a long piece may be taken in parts, until nothing goes. */
    private long move(
            MethodHandle call, MemorySegment state, int fd, MemorySegment memory, long offset, long length, int flags)
            throws IOException {
        long most = memory.isNative() ? length : HEAP_PIECE;
        long done = 0;
        while (done < length) {
            long bytes = Math.min(length - done, most);
            long count;
            try {
                count = (long) call.invokeExact(state, fd, memory, offset + done, bytes, flags);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new LinkageError("send or recv", e);
            }
            if (count > 0) {
                done += count;
                if (count < bytes) {
                    return done; // a further call would most probably find nothing; or no memory
                }
            } else if (count == 0) {
                return done > 0 ? done : END;
            } else {
                int error = state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
                if (error == EAGAIN) {
                    return done;
                }
                if (error == EFAULT) { // of the first byte: what lies before it has been counted
                    throw new MemoryGoneException();
                }
                if (error != EINTR) {
                    throw new IOException("the socket is broken, errno=" + error);
                }
            }
        }
        return done;
    }
}
