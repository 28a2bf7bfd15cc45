package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.contract.netmod.TestProcess;
import org.sennit.internal.net.connection.Connection;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.internal.net.tcp.TcpOptions;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.network.WrappedModuleFactory;
import org.sennit.testkit.Deadline;

/**
 * Between hosts the device has the connection beneath mapped, which receives straight into the memory of the receive.
 */
@Deadline
class DirectReceiveTest {
    private static final int LENGTH = 1 << 20;

    private static final WrappedModuleFactory MAPPED =
            new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory());

    private static TestNetwork twoHosts(NetworkModuleFactory factory, String tls, boolean isConnected) {
        Options options = Options.fromEnvironment()
                .with(HostIdentity.HOST, "h%p", "test")
                .with(TcpOptions.INTERFACE, "127.0.0.1", "test")
                .with(TcpOptions.TLS, tls, "test");
        return new TestNetwork(2, factory, options, isConnected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void putsThePayloadOfAnotherHostWhereTheDeviceWantsIt(boolean isMappedOnTop) {
        try (TestNetwork two = twoHosts(isMappedOnTop ? MAPPED : new TcpModuleFactory(), "off", true)) {
            assertInstanceOf(Connection.class, two.process(0).to(1)); // that of tcp itself
            two.connectAll();
            MemorySegment room = MemorySegment.ofArray(new byte[LENGTH]);
            two.process(1).device().receiveInto(1, room);
            MemorySegment payload = TestPackets.payload(Arena.ofAuto(), 1, LENGTH);
            two.process(0).start(1, 1, payload);
            two.pollUntil(() -> two.process(1).device().arrived() == 2);
            assertTrue(two.process(1).device().filledBytes() > LENGTH / 2); // by the socket, without a copy
            // the beginning comes with the header of its frame
            assertEquals(-1, room.asSlice(LENGTH / 2).mismatch(payload.asSlice(LENGTH / 2)));
            assertEquals(List.of(), two.process(1).device().events());
        }
    }

    @Test
    void copiesWhatIsDecryptedFirst() {
        try (TestNetwork two = twoHosts(MAPPED, "on", true)) {
            two.connectAll();
            two.process(1).device().receiveInto(1, MemorySegment.ofArray(new byte[LENGTH]));
            two.process(0).start(1, 1, TestPackets.payload(Arena.ofAuto(), 1, LENGTH));
            two.pollUntil(() -> two.process(1).device().arrived() == 2);
            assertEquals(0, two.process(1).device().filledBytes());
        }
    }

    @Test
    void connectsByCardAloneToAnotherHost() {
        try (TestNetwork two = twoHosts(MAPPED, "off", false)) {
            TestProcess root = two.process(0);
            TestProcess joining = two.process(1);
            VirtualConnection toRoot =
                    joining.module().require(JoiningModule.class).connectToRoot(root.card());
            assertInstanceOf(Connection.class, toRoot);
            toRoot.startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
            two.pollUntil(() -> root.device().arrived() == 1 && toRoot.process() == 0);
            root.module().connect(1, joining.card()).startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
            two.pollUntil(() -> joining.device().arrived() == 1);
            assertEquals(0, joining.device().arrivals().get(0).process());
        }
    }
}
