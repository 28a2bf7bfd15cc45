package org.sennit.conformance.huge;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.PartitionedSend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** Rank 0 sends a little over 2 GiB of off-heap memory to rank 1, which looks at a byte of every page. */
public final class HugeMessageProgram {
    static final long BYTES = (2L << 30) + 12_346;
    private static final int PAGE = 4096;

    private HugeMessageProgram() {}

    /**
     * Runs the program.
     *
     * @param args how to send: a name of {@link Way}
     */
    public static void main(String[] args) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(BYTES);
                if (world.rank() == 0) {
                    for (long i = 0; i < BYTES; i += PAGE) {
                        memory.set(ValueLayout.JAVA_BYTE, i, valueAt(i));
                    }
                    Way.valueOf(args[0]).send(world, memory);
                } else {
                    Status status = Way.valueOf(args[0]).receive(world, memory);
                    check(memory, status);
                    System.out.println("received " + status.countBytes());
                }
                world.barrier();
            }
        });
    }

    /** The calls that move the message. */
    enum Way {
        STANDARD,
        /** First every second page, then the others. */
        WITH_LAYOUT,
        SYNCHRONOUS,
        BUFFERED,
        READY,
        PERSISTENT,
        PARTITIONED;

        private static final int PARTITIONS = 3;

        private void send(Communicator world, MemorySegment memory) {
            switch (this) {
                case STANDARD -> world.send(memory, 1, 1);
                case WITH_LAYOUT -> world.send(memory, pagesInTwoPasses(), 1, 1);
                case SYNCHRONOUS -> world.sendSynchronous(memory, 1, 1);
                case READY -> world.nonblocking().sendReady(memory, 1, 1).await();
                case BUFFERED -> sendBuffered(world, memory);
                case PERSISTENT -> {
                    Request send = world.persistent().send(memory, 1, 1);
                    send.start();
                    send.await();
                }
                case PARTITIONED -> {
                    PartitionedSend send =
                            world.persistent().sendPartitioned(memory, PARTITIONS, DataLayout.BYTE, 1, 1);
                    send.start();
                    send.readyRange(0, PARTITIONS - 1);
                    send.await();
                }
            }
        }

        private static DataLayout pagesInTwoPasses() {
            long pages = BYTES / PAGE;
            return DataLayout.struct(
                    new long[] {PAGE, 0, pages * PAGE},
                    DataLayout.vector(pages / 2, PAGE, 2 * PAGE, DataLayout.BYTE),
                    DataLayout.vector(pages - pages / 2, PAGE, 2 * PAGE, DataLayout.BYTE),
                    DataLayout.BYTE.count(BYTES % PAGE));
        }

        private static void sendBuffered(Communicator world, MemorySegment memory) {
            try (Arena arena = Arena.ofShared()) {
                world.attachBuffer(arena.allocate(BYTES + Communicator.BUFFER_OVERHEAD_BYTES));
                world.sendBuffered(memory, 1, 1);
                world.detachBuffer();
            }
        }

        private Status receive(Communicator world, MemorySegment memory) {
            Request receive = switch (this) {
                case PERSISTENT -> world.persistent().receive(memory, 0, 1);
                case PARTITIONED -> world.persistent().receivePartitioned(memory, 1, DataLayout.BYTE, 0, 1);
                default -> null;
            };
            if (receive == null) {
                DataLayout layout = this == WITH_LAYOUT ? pagesInTwoPasses() : DataLayout.BYTE;
                return world.receive(memory, layout, 0, 1, new Status());
            }
            receive.start();
            return receive.await();
        }
    }

    private static byte valueAt(long i) {
        return (byte) (i / PAGE * 31 + (i >> 30));
    }

    private static void check(MemorySegment memory, Status status) {
        if (status.countBytes() != BYTES) {
            throw new AssertionError("length " + status.countBytes());
        }
        for (long i = 0; i < BYTES; i += PAGE) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != valueAt(i)) {
                throw new AssertionError("wrong byte at " + i);
            }
        }
    }
}
