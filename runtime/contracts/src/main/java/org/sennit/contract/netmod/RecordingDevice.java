package org.sennit.contract.netmod;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;

/**
 * The device of a contract test: assembles packets, checks their bytes, and writes down what happens. Upcalls come from
 * the thread that drives the module; all other methods may be called by any thread.
 */
public final class RecordingDevice implements NetworkUpcalls, PayloadSink {
    /** Bytes round a room that a module must not write to. */
    private static final long MARGIN_BYTES = 24;

    private final List<Arrival> arrivals = new ArrayList<>(); // guarded by this
    private final List<String> events = new ArrayList<>(); // guarded by this
    private volatile Throwable lastCause; // null: no connection has failed
    private volatile long arrived;
    private volatile long payloadBytes;
    private volatile long filledBytes;
    private volatile int eventCount;
    private final Map<Long, MemorySegment> rooms = new ConcurrentHashMap<>();
    private volatile boolean isCountingOnly;
    private volatile Consumer<Arrival> listener = arrival -> {};
    private volatile Runnable watcher = () -> {};

    /**
     * Sets the listener for arrivals, called with the module's loop held.
     *
     * @param listener must not block; may throw
     */
    public void onArrival(Consumer<Arrival> listener) {
        this.listener = listener;
    }

    /**
     * Sets the action to run after each arrival and each event, such as the wake-up of a waiting thread.
     *
     * @param watcher must not block
     */
    public void watch(Runnable watcher) {
        this.watcher = watcher;
    }

    /**
     * Sets where a payload is received, if the module can put it there itself.
     *
     * @param number of the packet
     * @param room as long as the payload; its bytes are not compared
     */
    public void receiveInto(long number, MemorySegment room) {
        rooms.put(number, room);
    }

    /** Returns the number of packets that have arrived whole. */
    public long arrived() {
        return arrived;
    }

    /** Returns how many bytes of payloads have arrived. */
    public long payloadBytes() {
        return payloadBytes;
    }

    /** Returns how many of them the module has put where they belong itself, by the rooms of their sinks. */
    public long filledBytes() {
        return filledBytes;
    }

    /** Returns the number of events. */
    public int eventCount() {
        return eventCount;
    }

    /**
     * Returns everything that has arrived, in order.
     *
     * @return a copy
     */
    public synchronized List<Arrival> arrivals() {
        return List.copyOf(arrivals);
    }

    /**
     * Returns what else has happened, in order: terminated, failed, aborted, broken packet; each with its process.
     *
     * @return a copy
     */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    /** Returns why the connection that failed last has failed; null when none has. */
    public Throwable lastCause() {
        return lastCause;
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        assembler(vc).handle(vc, fragment);
    }

    @Override
    public MemorySegment room(VirtualConnection vc, long mostBytes) {
        return assembler(vc).room(mostBytes);
    }

    @Override
    public long roomOffset(VirtualConnection vc) {
        return assembler(vc).roomOffset();
    }

    @Override
    public long roomBytes(VirtualConnection vc) {
        return assembler(vc).roomBytes();
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // with the loop held
    public void filled(VirtualConnection vc, long bytes) {
        filledBytes += bytes;
        assembler(vc).filled(bytes);
    }

    @Override
    public void roomLost(VirtualConnection vc, Throwable cause) {
        assembler(vc).roomLost(cause);
    }

    @Override
    public void aborted(VirtualConnection vc, Throwable cause) {
        event("aborted", vc);
        assembler(vc).reset(cause);
    }

    @Override
    public void terminated(VirtualConnection vc) {
        assembler(vc).reset(new IllegalStateException("terminated"));
        event("terminated", vc);
    }

    @Override
    public void failed(VirtualConnection vc, Throwable cause) {
        lastCause = cause;
        assembler(vc).reset(cause);
        event("failed", vc);
    }

    private void event(String what, VirtualConnection vc) {
        synchronized (this) {
            events.add(what + " " + vc.process());
            eventCount = events.size();
        }
        watcher.run();
    }

    /** Counts only bytes from now on, and allocates nothing. */
    public void countOnly() {
        isCountingOnly = true;
    }

    @Override
    public void accept(ByteBuffer bytes) {
        payloadBytes += bytes.remaining();
    }

    @Override
    public void complete() {}

    @Override
    public void failed(Throwable cause) {}

    private PacketAssembler assembler(VirtualConnection vc) {
        PacketAssembler assembler = (PacketAssembler) vc.attachment();
        if (assembler == null) {
            assembler = new PacketAssembler(
                    (connection, header) -> isCountingOnly ? this : new CheckingSink(connection, header));
            vc.attach(assembler);
        }
        return assembler;
    }

    private void record(Arrival arrival) {
        synchronized (this) {
            arrivals.add(arrival);
            arrived = arrivals.size();
        }
        listener.accept(arrival);
        watcher.run();
    }

    /** Compares a payload with what it must be. */
    private final class CheckingSink implements PayloadSink {
        private final VirtualConnection vc;
        private final long stream;
        private final long number;
        private long length;
        private boolean isIntact = true;
        private MemorySegment expected = MemorySegment.NULL; // as much of the payload as has been compared at once
        private MemorySegment memory = MemorySegment.NULL; // of the rooms, on the heap or off it; zero between them
        private MemorySegment room;
        private long roomOffset; // of what is offered in it
        private long roomBytes;
        private MemorySegment given; // by the test; null: by ourselves

        CheckingSink(VirtualConnection vc, ByteBuffer header) {
            this.vc = vc;
            this.stream = TestPackets.stream(header);
            this.number = TestPackets.number(header);
        }

        @Override
        public void accept(ByteBuffer bytes) {
            int count = bytes.remaining();
            // the payload is periodic: its beginning is compared, from the right phase on
            long phase = length % TestPackets.PERIOD;
            if (expected.byteSize() < phase + count) {
                expected = MemorySegment.ofArray(new byte[TestPackets.PERIOD + count]);
                TestPackets.fill(expected, number);
            }
            isIntact &= MemorySegment.ofBuffer(bytes).mismatch(expected.asSlice(phase, count)) == -1;
            length += count;
            payloadBytes += count;
        }

        /**
         * Returns room for every second packet, so that both ways are tried; of every fourth the rest is taken in
         * parts. The room lies between bytes that must stay as they are.
         */
        @Override
        public MemorySegment room(long mostBytes) {
            given = rooms.get(number);
            if (given != null) {
                roomOffset = length;
                roomBytes = mostBytes;
                return given;
            }
            if (number % 2 == 0) {
                return null;
            }
            // at least half: a module that has a piece in memory asks again for the rest of it
            roomBytes = number % 4 == 1 ? mostBytes : Math.max((mostBytes + 1) / 2, mostBytes - 10_000);
            roomOffset = MARGIN_BYTES * (number % 3);
            long bytes = roomOffset + roomBytes + MARGIN_BYTES;
            if (memory.byteSize() < bytes) {
                memory = number % 3 == 0
                        ? MemorySegment.ofArray(new byte[(int) bytes])
                        : Arena.ofAuto().allocate(bytes);
            }
            room = memory.asSlice(0, bytes);
            return room;
        }

        @Override
        public long roomOffset() {
            return roomOffset;
        }

        @Override
        public long roomBytes() {
            return roomBytes;
        }

        @Override
        public void filled(long bytes) {
            if (given != null) {
                length += bytes;
                return;
            }
            isIntact &= bytes <= roomBytes
                    && isUntouched(room.asSlice(0, roomOffset))
                    && isUntouched(room.asSlice(roomOffset + roomBytes));
            MemorySegment part = room.asSlice(roomOffset, bytes);
            accept(part.asByteBuffer());
            part.fill((byte) 0); // what a module does not fill next time is seen
        }

        private static boolean isUntouched(MemorySegment margin) {
            return margin.mismatch(MemorySegment.ofArray(new byte[(int) margin.byteSize()])) == -1;
        }

        @Override
        public void complete() {
            record(new Arrival(vc.process(), stream, number, length, isIntact));
        }

        @Override
        public void failed(Throwable cause) {
            event("broken packet", vc);
        }
    }
}
