package org.sennit.contract.netmod;

/** The mandatory core, connections that break, messages in pieces, and the optional interfaces of connections. */
public abstract class FullModuleContract extends NetworkModuleContract
        implements FailureContract,
                StreamContract,
                VectorContract,
                TerminationContract,
                StackingContract,
                JoiningContract {
    /** Made by JUnit. */
    protected FullModuleContract() {}
}
