package org.sennit.contract.netmod;

import org.junit.jupiter.api.AfterEach;
import org.sennit.config.Options;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Deadline;

/**
 * The contract of every network module that one thread drives: its mandatory core. Each part of the contract is an
 * interface of its own; each case has processes of its own. A test adds the parts for what its module has beyond the
 * core, or extends {@link FullModuleContract}. A module that stands on another is given with it as one factory ({@link
 * org.sennit.spi.network.WrappedModuleFactory}).
 */
@Deadline(seconds = 60)
public abstract class NetworkModuleContract
        implements MessageContract,
                SendCallContract,
                MemoryContract,
                UpcallContract,
                ConnectionContract,
                CapabilityContract {
    private TestNetwork network;

    /** Made by JUnit. */
    protected NetworkModuleContract() {}

    /** Returns the module under test. */
    protected abstract NetworkModuleFactory factory();

    protected Options options() {
        return Options.fromEnvironment();
    }

    /**
     * Breaks what lies under a connection; both sides notice. Called without the loop held, by {@link FailureContract}.
     *
     * @param vc a connection that is in use
     */
    protected void cut(VirtualConnection vc) {
        throw new UnsupportedOperationException("nothing breaks here");
    }

    @Override
    public final TestNetwork network(int processes) {
        return network(processes, true);
    }

    @Override
    public final TestNetwork network(int processes, boolean isConnected) {
        network = new TestNetwork(processes, factory(), options(), isConnected);
        return network;
    }

    @Override
    public final void breakConnection(VirtualConnection vc) {
        cut(vc);
    }

    /** Closes what the test has opened. */
    @AfterEach
    protected final void closeNetwork() {
        if (network != null) {
            network.close();
        }
    }
}
