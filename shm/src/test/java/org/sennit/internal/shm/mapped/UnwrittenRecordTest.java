package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.internal.shm.mapped.ring.RingDescriptor;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Deadline;

/** A peer that is stopped or killed between its claim of room in a ring and the record that belongs there. */
@Deadline(seconds = 30)
class UnwrittenRecordTest {
    private static final int BYTES = 64;

    private final AtomicInteger sleeps = new AtomicInteger(); // of process 0, in the module beneath
    private final ModulesHere here = new ModulesHere("unwritten", 2);
    private final NetworkModule[] modules = {
        here.module(0, new GivenModuleFactory("counting", this::counting)), here.module(1, new TcpModuleFactory())
    };

    private NetworkModule counting(NetworkSetup setup) {
        NetworkModule counted = new TcpModuleFactory().create(setup);
        return (NetworkModule) Proxy.newProxyInstance(
                NetworkModule.class.getClassLoader(), new Class<?>[] {NetworkModule.class}, (proxy, method, args) -> {
                    if (method.getName().equals("await")) {
                        sleeps.incrementAndGet();
                    }
                    try {
                        return method.invoke(counted, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @AfterEach
    void close() {
        ModulesHere.close(modules);
    }

    @Test
    void keepsNoThreadAwakeAndIsReadWhenItIsThere() {
        BusinessCard[] cards = {modules[0].init(), modules[1].init()};
        modules[0].connect(1, cards[1]);
        MappedConnection peer = (MappedConnection) modules[1].connect(0, cards[0]);
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        peer.startMessage(header, MemorySegment.NULL);
        while (here.arrived() == 0) {
            modules[0].poll(PollDirection.OUT_FIRST, 64);
            modules[1].poll(PollDirection.OUT_FIRST, 64);
        }
        long position = peer.pair().out.claim(BYTES);
        assertTrue(position >= 0);
        int before = sleeps.get();
        modules[0].await(() -> false, 1_000_000);
        assertEquals(before + 1, sleeps.get());
        peer.pair().out.publish(position, RingDescriptor.SKIP, BYTES);
        modules[0].await(() -> false, Long.MAX_VALUE); // the record keeps it awake, and is read
        assertEquals(before + 1, sleeps.get());
        peer.startMessage(header, MemorySegment.NULL);
        while (here.arrived() == 1) {
            modules[0].poll(PollDirection.IN_FIRST, 64);
        }
    }
}
