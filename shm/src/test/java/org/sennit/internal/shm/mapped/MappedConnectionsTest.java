package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/** Which connections are polled: those on which there has been anything to do. */
@Deadline(seconds = 30)
class MappedConnectionsTest {
    private final ModulesHere here = new ModulesHere("polled", 3);
    private final MappedModule[] modules = {module(0), module(1), module(2)};
    private final BusinessCard[] cards = {modules[0].init(), modules[1].init(), modules[2].init()};

    private MappedModule module(int process) {
        return here.module(process, new TcpModuleFactory());
    }

    private MappedConnection connect(int from, int to) {
        return (MappedConnection) modules[from].connect(to, cards[to]);
    }

    @AfterEach
    void close() {
        ModulesHere.close(modules);
    }

    @Test
    void aConnectionIsPolledFromItsFirstWorkOn() {
        MappedConnections connections = new MappedConnections();
        MappedConnection first = connect(0, 1);
        MappedConnection second = connect(0, 2);
        connections.add(first);
        connections.add(second);
        assertEquals(0, connections.used().length);
        second.service().want(); // before it is polled, or no thread would do what is wanted
        assertFalse(connections.haveWork());
        connections.use(second);
        connections.use(second);
        assertArrayEquals(new MappedConnection[] {second}, connections.used());
        assertEquals(2, connections.all().length);
        connections.remove(second);
        connections.use(second); // by a thread that is late
        assertEquals(0, connections.used().length);
    }

    @Test
    void connectionsWithoutMessagesAreNotPolled() {
        MappedConnection busy = connect(0, 1);
        connect(0, 2);
        connect(1, 0);
        connect(2, 0);
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        busy.startMessage(header, MemorySegment.NULL);
        while (here.arrived() == 0) {
            modules[0].poll(PollDirection.OUT_FIRST, 64);
            modules[1].poll(PollDirection.OUT_FIRST, 64);
        }
        assertArrayEquals(
                new MappedConnection[] {busy}, modules[0].connections().used());
        assertEquals(1, modules[1].connections().used().length);
        assertEquals(0, modules[2].connections().used().length);
    }
}
