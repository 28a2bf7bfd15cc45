package org.sennit.conformance.twohosts;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The network name space of the calling thread: a socket belongs to that of the thread that has made it, for as long as
 * it is open. Platform threads only.
 */
final class ThreadSpace {
    private static final int NEW_NETWORK = 0x4000_0000;
    private static final String OF_THIS_THREAD = "/proc/thread-self/ns/net";
    private static final MethodHandle OPEN = SystemCalls.handle("open", 2, int.class, MemorySegment.class, int.class);
    private static final MethodHandle SETNS = SystemCalls.handle("setns", 0, int.class, int.class, int.class);
    private static final MethodHandle CLOSE = SystemCalls.handle("close", 0, int.class, int.class);

    private ThreadSpace() {}

    /** What is done in a name space. */
    interface Action<T> {
        T run() throws Exception;
    }

    /** Moves this thread into a name space that {@code ip netns} has made. */
    static void enter(String space) throws IOException {
        move(open("/run/netns/" + space));
    }

    /** Does something in a name space, and goes back to where this thread was. */
    static <T> T in(String space, Action<T> action) throws Exception {
        int before = open(OF_THIS_THREAD);
        enter(space);
        try {
            return action.run();
        } finally {
            move(before);
        }
    }

    private static int open(String file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return SystemCalls.check((int) OPEN.invokeExact(arena.allocateFrom(file), 0), "open " + file);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    /** Takes the descriptor, too. */
    private static void move(int descriptor) throws IOException {
        try {
            int moved = (int) SETNS.invokeExact(descriptor, NEW_NETWORK);
            int closed = (int) CLOSE.invokeExact(descriptor);
            SystemCalls.check(moved, "setns");
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }
}
