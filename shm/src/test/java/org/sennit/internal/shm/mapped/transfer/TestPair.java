package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import org.sennit.config.Options;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;
import org.sennit.internal.shm.mapped.memory.SharedHeap;
import org.sennit.spi.context.RuntimeContext;

/** Two ends of one connection in one JVM, over two areas that both see; the packets between them go through queues. */
final class TestPair {
    /** The packets of large messages. */
    enum Kind {
        RTS,
        CTS,
        COOKIE,
        DONE,
        FAILED
    }

    /** A packet for an operation of the other end. */
    record Packet(Kind kind, TestOperation to, byte[] cookie, Throwable cause) {}

    /** One process. */
    final class End {
        final SharedHeap heap = new SharedHeap(new SharedFilePlaces("test"));
        final PairTransfer transfer;
        final MemorySegment outgoing;
        final Queue<Packet> inbox = new ConcurrentLinkedQueue<>();
        final List<TestOperation> operations = new ArrayList<>();

        End(MemorySegment outgoing, MemorySegment incoming, String mode) {
            this.outgoing = outgoing;
            TransferArea area = new TransferArea() {
                @Override
                public MemorySegment outgoing() {
                    return outgoing;
                }

                @Override
                public MemorySegment incoming() {
                    return incoming;
                }

                @Override
                public void ring(int peerEndpoint) {
                    java.lang.invoke.VarHandle.fullFence();
                }
            };
            Options options = Options.defaults().with(TransferOptions.LARGE, mode, "test");
            transfer = new PairTransfer(area, heap, RuntimeContext.system(), options);
        }

        PairTransfer transfer() {
            return transfer;
        }

        End other() {
            return this == first ? second : first;
        }

        void arrive(Packet packet) {
            inbox.add(packet);
        }

        /** Takes one packet, if there is one. */
        void upcall() {
            Packet packet = inbox.poll();
            if (packet == null) {
                return;
            }
            TestOperation to = packet.to();
            MemorySegment cookie = packet.cookie() == null ? null : MemorySegment.ofArray(packet.cookie());
            to.call(() -> {
                switch (packet.kind()) {
                    case RTS -> transfer.startReceive(to, cookie);
                    case CTS -> {
                        to.lengthBytes = to.partner.lengthBytes;
                        transfer.startSend(to, cookie);
                    }
                    case COOKIE -> transfer.handleCookie(to, cookie);
                    case DONE -> {
                        if (to.isSend()) {
                            transfer.doneSend(to);
                        } else {
                            transfer.doneReceive(to);
                        }
                    }
                    case FAILED -> to.otherHasFailed(packet.cause());
                }
            });
            if (cookie != null) {
                cookie.fill((byte) 0xee); // cookies are valid during the call only
            }
        }

        /** One round of this end's thread. */
        void progress() {
            upcall();
            operations.forEach(TestOperation::advance);
        }

        /** What is in the inbox then has no receiver: an answer to a parcel of a send that is over. */
        boolean isIdle() {
            return operations.stream().allMatch(operation -> operation.isOver);
        }
    }

    final End first;
    final End second;

    TestPair(int channels, String mode) {
        long bytes = channels == 0 ? 4096 : TransferAreaDescriptor.slotOffset(channels, channels, 0);
        MemorySegment there = Arena.ofAuto().allocate(bytes, 4096);
        MemorySegment back = Arena.ofAuto().allocate(bytes, 4096);
        first = new End(there, back, mode);
        second = new End(back, there, mode);
    }

    /** Starts a message; the receive has been posted, and takes what it has room for. */
    TestOperation send(End from, TestMemory source, TestMemory target, int endpoint, int peerEndpoint) {
        TestOperation send = new TestOperation(from, true, source, endpoint, peerEndpoint);
        TestOperation receive = new TestOperation(from.other(), false, target, peerEndpoint, endpoint);
        receive.lengthBytes = Math.min(source.lengthBytes(), target.lengthBytes());
        send.partner = receive;
        receive.partner = send;
        from.operations.add(send);
        from.other().operations.add(receive);
        send.call(() -> from.transfer.initiate(send));
        return send;
    }

    /** Runs both ends in one thread, in a random order, for a number of steps or to the end. */
    void run(RandomGenerator random, int steps) {
        for (int i = 0; i < steps && !(first.isIdle() && second.isIdle()); i++) {
            End end = random.nextBoolean() ? first : second;
            int which = random.nextInt(end.operations.size() + 1);
            if (which == 0) {
                end.upcall();
            } else {
                end.operations.get(which - 1).advance();
            }
        }
    }

    /** Runs both ends to the end, in two threads. */
    void runInTwoThreads() throws InterruptedException {
        Thread other = Thread.ofPlatform().start(() -> {
            while (!(first.isIdle() && second.isIdle())) {
                second.progress();
                Thread.yield();
            }
        });
        while (!(first.isIdle() && second.isIdle())) {
            first.progress();
            Thread.yield();
        }
        other.join();
    }

    void forget() {
        first.operations.clear();
        second.operations.clear();
        first.inbox.clear();
        second.inbox.clear();
    }
}
