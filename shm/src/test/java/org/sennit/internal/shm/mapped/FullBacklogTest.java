package org.sennit.internal.shm.mapped;

import java.net.SocketAddress;
import org.sennit.config.Options;
import org.sennit.contract.netmod.FullBacklogContract;
import org.sennit.internal.net.tcp.SocketsUnderMapped;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.network.WrappedModuleFactory;
import org.sennit.testkit.Deadline;

/** The socket beneath a pair, by which its memory is agreed upon, is one of a process that does not accept. */
@Deadline(seconds = 60)
class FullBacklogTest extends FullBacklogContract {
    @Override
    protected NetworkModuleFactory factory() {
        return new WrappedModuleFactory(new MappedModuleFactory(), SocketsUnderMapped.factory());
    }

    @Override
    protected Options options() {
        return Options.fromEnvironment();
    }

    @Override
    protected SocketAddress listening(BusinessCard card) {
        return SocketsUnderMapped.listening(MappedCard.of(card).inner());
    }

    @Override
    protected String describe(VirtualConnection vc) {
        return ((MappedConnection) vc).inner().toString();
    }

    @Override
    protected String failure() {
        return "(-11)"; // EAGAIN
    }
}
