package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.shm.mapped.memory.FullDisk;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * No room for the memory of a pair when it is to be made: messages go through the module beneath, unless memory is
 * demanded.
 */
@Deadline(seconds = 20)
@Core
class NoRoomTest {
    private final LocalNetwork beneath = new LocalNetwork(1, true, network -> null);
    private final List<Long> arrived = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    /** Whichever side begins: the process with the lower number makes the memory. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everythingGoesThroughTheModuleBeneath(int first) {
        List<NetworkModule> modules = List.of(module(0, false), module(1, false));
        List<VirtualConnection> to = connect(modules);
        for (long number = 0; number < 3; number++) {
            to.get(first).startMessage(TestPackets.header(0, number, 0), MemorySegment.NULL);
        }
        pollUntil(modules, () -> arrived.size() == 3);
        to.get(1 - first).startMessage(TestPackets.header(0, 3, 0), MemorySegment.NULL);
        pollUntil(modules, () -> arrived.size() == 4);
        assertEquals(List.of(0L, 1L, 2L, 3L), arrived);
        assertEquals(List.of(), failures);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void isAnErrorThatSaysSoWhereMemoryIsDemanded(int first) {
        List<NetworkModule> modules = List.of(module(0, true), module(1, true));
        connect(modules).get(first).startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        pollUntil(modules, () -> !failures.isEmpty());
        SennitException error = (SennitException) failures.getFirst();
        assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
        assertTrue(error.getMessage().contains("no room for shared memory"), error::getMessage);
        assertEquals(List.of(), arrived);
    }

    private static List<VirtualConnection> connect(List<NetworkModule> modules) {
        List<BusinessCard> cards = modules.stream().map(NetworkModule::init).toList();
        return List.of(modules.get(0).connect(1, cards.get(1)), modules.get(1).connect(0, cards.get(0)));
    }

    private static void pollUntil(List<NetworkModule> modules, BooleanSupplier isOver) {
        while (!isOver.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            modules.forEach(module -> module.poll(PollDirection.OUT_FIRST, 10));
        }
    }

    private NetworkModule module(int process, boolean isDemanded) {
        PacketAssembler assembler = new PacketAssembler((vc, header) -> {
            arrived.add(header.getLong(16));
            return null;
        });
        NetworkUpcalls upcalls = new NetworkUpcalls() {
            @Override
            public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
                assembler.handle(vc, fragment);
            }

            @Override
            public void terminated(VirtualConnection vc) {}

            @Override
            public void failed(VirtualConnection vc, Throwable cause) {
                failures.add(cause);
            }
        };
        NetworkSetup setup = new NetworkSetup(
                "full", process, 2, 2, new byte[32], Options.fromEnvironment(), RuntimeContext.system(), upcalls);
        SharedFilePlaces places = process == 0 ? FullDisk.places() : new SharedFilePlaces("full");
        NetworkModuleFactory inner = new GivenModuleFactory("local", given -> beneath.addProcess(given.upcalls()));
        return new MappedModule(setup, inner, isDemanded, places);
    }
}
