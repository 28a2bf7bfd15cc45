package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.contract.netmod.TestProcess;
import org.sennit.internal.net.connection.SocketUnderMapped;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.network.WrappedModuleFactory;
import org.sennit.testkit.Core;
import org.sennit.testkit.NotCore;

/** The contract over rings, with tcp beneath. */
@Core
class MappedModuleTest extends FullModuleContract implements QuiesceContract, DestructionContract, DeathContract {
    private VirtualConnection cutBeneath;
    private Object cutSocket;

    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment();
    }

    @Override
    protected void cut(VirtualConnection vc) {
        cutBeneath = ((MappedConnection) vc).inner();
        cutSocket = SocketUnderMapped.socket(cutBeneath);
        assertNotNull(cutSocket, "nothing to break");
        SocketUnderMapped.cut(cutBeneath);
    }

    /** The rings go on without the socket, so nothing else drives the module beneath that has to replace it. */
    @Override
    public void awaitRepair(TestNetwork two) {
        two.pollUntil(() -> {
            two.process(0).module().poll(PollDirection.OUT_FIRST, 64); // the module beneath as well
            two.process(1).module().poll(PollDirection.OUT_FIRST, 64);
            Object socket = SocketUnderMapped.socket(cutBeneath);
            return socket != cutSocket && socket != null && socketOf(two, 0) != null && socketOf(two, 1) != null;
        });
    }

    private static Object socketOf(TestNetwork two, int process) {
        return SocketUnderMapped.socket(((MappedConnection) two.process(process).to(1 - process)).inner());
    }

    /** Breaks the socket beneath the pair alone. */
    @Override
    @Test
    @NotCore
    public void healsAConnectionThatBreaksWithNothingLostDoubledOrReordered() {
        super.healsAConnectionThatBreaksWithNothingLostDoubledOrReordered();
    }

    /** A loss and an offer of the next connection come while the hold is taken. */
    @Test
    void takesAnOfferThatComesBehindALoss() {
        TestNetwork two = network(2);
        two.connectAll();
        MappedModule offering = (MappedModule) two.process(0).module();
        MappedConnection offered = (MappedConnection) two.process(1).to(0);
        MappedPair before = offered.pair();
        PairDescriptor layout = offering.layout();
        SharedFile file = offering.places().createForPair(layout.totalBytes(), Arena.ofAuto());
        String text = layout.ringBytes() + " " + layout.largeBytes() + " " + file.describe();
        SennitException loss = new SennitException(ErrorClass.NETWORK, "lost, says the test");
        two.process(1).device().onArrival(arrival -> {
            offered.innerFailed(loss);
            offered.control(new ControlPacket(ControlPacket.OFFER, 2, text));
        });
        two.process(0).start(1, 1, MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().eventCount() > 0);
        file.unlink();
        assertEquals(List.of("failed 0"), two.process(1).device().events());
        assertTrue(offered.states().isReady(), offered::toString);
        assertNotSame(before, offered.pair());
        ((MappedConnection) two.process(0).to(1)).innerFailed(loss); // which has not made that offer
    }

    @Override
    public int headToHeadRounds() {
        return 300; // each maps two segments
    }

    /**
     * The JVM throws an InternalError there, which is no failure of the connection: from the ring, and from the queue.
     */
    @Test
    void aMappedFileThatHasBecomeShorterIsLostMemory(@TempDir Path folder) throws IOException {
        TestNetwork two = network(2);
        two.connectAll();
        TestProcess process = two.process(0);
        try (FileChannel file = FileChannel.open(
                        folder.resolve("file"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            int longest = 300_000;
            MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, longest, arena);
            file.truncate(0);
            assertThrows(IllegalStateException.class, () -> process.start(1, 1, memory.asSlice(0, 1000)));
            List<CountingSend> operations = new ArrayList<>();
            for (int length : new int[] {1000, longest}) {
                operations.add(new CountingSend());
                MemorySegment header = TestPackets.header(0, 1, length);
                process.to(1).send(operations.getLast(), header, memory.asSlice(0, length));
            }
            two.pollUntil(() -> operations.stream().allMatch(CountingSend::isDone));
            for (CountingSend each : operations) {
                assertInstanceOf(IllegalStateException.class, each.cause());
            }
            assertEquals(0, process.device().eventCount());
        }
    }
}
