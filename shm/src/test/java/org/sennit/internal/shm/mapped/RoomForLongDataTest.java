package org.sennit.internal.shm.mapped;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Data that is longer than a ring, on its way out of a process whose thread sleeps, as when another one gets it. */
@Core
@Deadline(seconds = 30)
class RoomForLongDataTest {
    private static final long BYTES = 2 << 20;
    private static final int READ = 8; // pieces of the data: half a ring

    private final ModulesHere here = new ModulesHere("room", 2);
    private final NetworkModule[] modules = {
        here.module(0, new TcpModuleFactory()), here.module(1, new TcpModuleFactory())
    };

    @AfterEach
    void close() {
        ModulesHere.close(modules);
    }

    /** Else it would sleep for each part of the ring that the peer reads. */
    @Test
    void endsTheSleepOfTheThreadThatIsWokenForIt() throws InterruptedException {
        BusinessCard[] cards = {modules[0].init(), modules[1].init()};
        MappedConnection connection = (MappedConnection) modules[0].connect(1, cards[1]);
        modules[1].connect(0, cards[0]);
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        connection.startMessage(header, MemorySegment.NULL);
        while (here.arrived() == 0) {
            modules[0].poll(PollDirection.OUT_FIRST, 64);
            modules[1].poll(PollDirection.OUT_FIRST, 64);
        }
        try (Arena arena = Arena.ofShared()) {
            connection.startMessage(header, arena.allocate(BYTES)); // of which the ring takes a part
            Thread sleeper = Thread.ofPlatform().daemon().start(() -> modules[0].await(() -> false, Long.MAX_VALUE));
            while (here.arrived() < 1 + READ) {
                modules[1].poll(PollDirection.IN_FIRST, 1);
            }
            sleeper.join();
            while (!connection.queue().isEmpty()) {
                modules[0].poll(PollDirection.OUT_FIRST, 64);
                modules[1].poll(PollDirection.IN_FIRST, 64);
            }
        }
    }
}
