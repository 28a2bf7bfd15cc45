package org.sennit.conformance.behaviours;

import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;

/**
 * One behaviour that users will check, as a program that all ranks of a communicator run. It talks mostly between rank
 * 0 and the last rank, which are in one JVM or in two, depending on the placement.
 *
 * @param name {@code Class.method}
 * @param program what each rank runs; throws when the behaviour is not as it should be
 */
record Behaviour(String name, Program program) {
    /** Four ranks: 1×4, 2×2 and 4×1 are the placements. */
    static final int RANKS = 4;

    /** What each rank runs. */
    @FunctionalInterface
    interface Program {
        void run(Communicator world) throws Exception;
    }

    /** Those of active messages and of LAPI. */
    static List<Behaviour> ofActiveMessages() {
        List<Behaviour> all = new ArrayList<>();
        all.addAll(ActiveBehaviours.all());
        all.addAll(ActiveVectorBehaviours.all());
        all.addAll(LapiMessageBehaviours.all());
        all.addAll(LapiReturnInfoBehaviours.all());
        all.addAll(LapiVectorBehaviours.all());
        all.addAll(LapiOneSidedBehaviours.all());
        all.addAll(LapiRmwBehaviours.all());
        all.addAll(LapiMomentBehaviours.all());
        all.addAll(LapiXferBehaviours.all());
        all.addAll(LapiRdmaBehaviours.all());
        all.addAll(LapiPollBehaviours.all());
        all.addAll(LapiDropBehaviours.all());
        return all;
    }

    /** Those of windows, active messages and LAPI. */
    static List<Behaviour> ofOneSidedCommunication() {
        List<Behaviour> all = new ArrayList<>(WindowBehaviours.all());
        all.addAll(ofActiveMessages());
        return all;
    }

    static List<Behaviour> all() {
        List<Behaviour> all = new ArrayList<>();
        all.addAll(OrderBehaviours.all());
        all.addAll(MatchingBehaviours.all());
        all.addAll(ContentBehaviours.all());
        all.addAll(TransferBehaviours.all());
        all.addAll(LayoutBehaviours.all());
        all.addAll(AbsoluteLayoutBehaviours.all());
        all.addAll(TypeBehaviours.all());
        all.addAll(RequestBehaviours.all());
        all.addAll(ModeBehaviours.all());
        all.addAll(BoundsBehaviours.all());
        all.addAll(PersistentBehaviours.all());
        all.addAll(PersistentCollectiveBehaviours.all());
        all.addAll(PartitionedBehaviours.all());
        all.addAll(ProgressBehaviours.all());
        all.addAll(CommunicatorBehaviours.all());
        all.addAll(SplitBehaviours.all());
        all.addAll(EndpointBehaviours.all());
        all.addAll(IntercommunicatorBehaviours.all());
        all.addAll(AcrossBehaviours.all());
        all.addAll(FamilyBehaviours.all());
        all.addAll(TopologyBehaviours.all());
        all.addAll(NeighborBehaviours.all());
        all.addAll(ReductionBehaviours.all());
        all.addAll(WindowBehaviours.all());
        all.addAll(PoolBehaviours.all());
        all.addAll(HandoverBehaviours.all());
        all.addAll(ActiveBehaviours.all());
        all.addAll(ActiveVectorBehaviours.all());
        all.addAll(QmpMachineBehaviours.all());
        all.addAll(QmpChannelBehaviours.all());
        all.addAll(QmpMemoryBehaviours.all());
        all.addAll(QmpGlobalBehaviours.all());
        all.addAll(LapiMessageBehaviours.all());
        all.addAll(LapiReturnInfoBehaviours.all());
        all.addAll(LapiVectorBehaviours.all());
        all.addAll(LapiOneSidedBehaviours.all());
        all.addAll(LapiRmwBehaviours.all());
        all.addAll(LapiMomentBehaviours.all());
        all.addAll(LapiXferBehaviours.all());
        all.addAll(LapiRdmaBehaviours.all());
        all.addAll(LapiPollBehaviours.all());
        all.addAll(LapiDropBehaviours.all());
        return all;
    }

    /** Runs it between two barriers, so that none meets messages of another. */
    void run(Communicator world) throws Exception {
        world.barrier();
        program.run(world);
        world.barrier();
    }

    @Override
    public String toString() {
        return name;
    }
}
