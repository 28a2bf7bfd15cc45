package org.sennit.conformance.twohosts;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A cable between two network name spaces on which each packet takes some time, as on a long path, and of any number of
 * packets at once. It is a device (tun(4)) in each of the two, and threads that carry packets between them: this kernel
 * may have no queue that delays. One thread opens and closes it; needs root and {@code /dev/net/tun}.
 */
final class DelayedCable implements AutoCloseable {
    private static final int READ_WRITE = 2;
    private static final long SET_INTERFACE = 0x4004_54caL;
    private static final short TUN_WITHOUT_INFORMATION = 0x1001;
    private static final int REQUEST_BYTES = 40;
    private static final int FLAGS_AT = 16;
    private static final int POLL_BYTES = 8;
    private static final short READABLE = 1;
    private static final int POLL_MS = 50;
    private static final int MOST_BYTES = 1 << 16;

    private static final MethodHandle OPEN = SystemCalls.handle("open", 2, int.class, MemorySegment.class, int.class);
    private static final MethodHandle IOCTL =
            SystemCalls.handle("ioctl", 2, int.class, int.class, long.class, MemorySegment.class);
    private static final MethodHandle POLL =
            SystemCalls.handle("poll", 0, int.class, MemorySegment.class, long.class, int.class);
    private static final MethodHandle READ =
            SystemCalls.handle("read", 0, long.class, int.class, MemorySegment.class, long.class);
    private static final MethodHandle WRITE =
            SystemCalls.handle("write", 0, long.class, int.class, MemorySegment.class, long.class);
    private static final MethodHandle CLOSE = SystemCalls.handle("close", 0, int.class, int.class);

    private record Packet(byte[] bytes, long dueNs) {}

    private final long delayNs;
    private final List<CompletableFuture<Integer>> ends = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isClosed;

    private DelayedCable(long delayNs) {
        this.delayNs = delayNs;
    }

    /**
     * Plugs it in; the devices have no address yet.
     *
     * @param spaces the names of the two name spaces
     * @param devices the names of the devices there
     * @param delayMs what a packet takes in each direction
     */
    static DelayedCable between(List<String> spaces, List<String> devices, long delayMs)
            throws IOException, InterruptedException {
        DelayedCable cable = new DelayedCable(TimeUnit.MILLISECONDS.toNanos(delayMs));
        for (int end = 0; end < 2; end++) {
            cable.ends.add(new CompletableFuture<>());
        }
        for (int end = 0; end < 2; end++) {
            BlockingQueue<Packet> under = new LinkedBlockingQueue<>();
            int from = end;
            cable.start(() -> cable.carry(spaces.get(from), devices.get(from), from, under));
            cable.start(() -> cable.deliver(under, 1 - from));
        }
        for (CompletableFuture<Integer> end : cable.ends) {
            try {
                end.get();
            } catch (ExecutionException cannot) {
                cable.close();
                throw new IOException("no tun device: " + cannot.getCause(), cannot.getCause());
            }
        }
        return cable;
    }

    private void start(Runnable body) {
        threads.add(Thread.ofPlatform().daemon().name("delayed-cable").start(body));
    }

    /** Opens one end, in whose name space this thread is from then on, and takes what leaves there. */
    private void carry(String space, String device, int end, BlockingQueue<Packet> under) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = open(arena, space, device);
            ends.get(end).complete(descriptor);
            MemorySegment wanted = arena.allocate(POLL_BYTES, Integer.BYTES);
            wanted.set(ValueLayout.JAVA_INT, 0, descriptor);
            wanted.set(ValueLayout.JAVA_SHORT, Integer.BYTES, READABLE);
            MemorySegment buffer = arena.allocate(MOST_BYTES);
            while (!isClosed) {
                if ((int) POLL.invokeExact(wanted, 1L, POLL_MS) <= 0) {
                    continue;
                }
                long length = (long) READ.invokeExact(descriptor, buffer, (long) MOST_BYTES);
                if (length > 0) {
                    byte[] bytes = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
                    under.add(new Packet(bytes, System.nanoTime() + delayNs));
                }
            }
            int closed = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable cannot) {
            ends.get(end).completeExceptionally(cannot);
        }
    }

    private static int open(Arena arena, String space, String device) throws Throwable {
        ThreadSpace.enter(space);
        int descriptor =
                SystemCalls.check((int) OPEN.invokeExact(arena.allocateFrom("/dev/net/tun"), READ_WRITE), "open tun");
        MemorySegment request = arena.allocate(REQUEST_BYTES, Long.BYTES);
        request.setString(0, device);
        request.set(ValueLayout.JAVA_SHORT, FLAGS_AT, TUN_WITHOUT_INFORMATION);
        SystemCalls.check((int) IOCTL.invokeExact(descriptor, SET_INTERFACE, request), "TUNSETIFF");
        return descriptor;
    }

    private void deliver(BlockingQueue<Packet> under, int end) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = ends.get(end).get();
            MemorySegment buffer = arena.allocate(MOST_BYTES);
            while (!isClosed) {
                Packet packet = under.poll(POLL_MS, TimeUnit.MILLISECONDS);
                if (packet != null) {
                    for (long left = packet.dueNs() - System.nanoTime();
                            left > 0;
                            left = packet.dueNs() - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                    MemorySegment.copy(packet.bytes(), 0, buffer, ValueLayout.JAVA_BYTE, 0, packet.bytes().length);
                    // A device that is down, or closed, loses it.
                    long written = (long) WRITE.invokeExact(descriptor, buffer, (long) packet.bytes().length);
                }
            }
        } catch (Throwable cut) {
            // Nothing is delivered any more: what waits for it fails.
        }
    }

    /** Pulls it out; the devices are gone then. */
    @Override
    public void close() {
        isClosed = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
