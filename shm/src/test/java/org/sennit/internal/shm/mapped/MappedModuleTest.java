package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.internal.net.connection.SocketUnderMapped;
import org.sennit.internal.net.tcp.TcpModuleFactory;
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

    @Override
    public int headToHeadRounds() {
        return 300; // each maps two segments
    }
}
