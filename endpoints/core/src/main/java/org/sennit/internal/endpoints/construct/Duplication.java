package org.sennit.internal.endpoints.construct;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.message.Request;

/** Duplicates communicators. (MPI 4.1, section 7.4.2) */
public final class Duplication {
    private Duplication() {}

    /**
     * Duplicates a communicator; collective over it, over both sides of an intercommunicator. Blocks.
     *
     * @param parent the parent's state
     * @param collectives the parent's collectives; of an intercommunicator those of its own side
     * @param name the name of the new one
     * @return the state of the new one
     */
    public static CommContext blocking(CommContext parent, Collectives collectives, String name) {
        int proposed = parent.proposedContextId(parent.isInter() ? 2 : 1);
        int largest = parent.isInter()
                ? new SideExchange(parent, collectives).max(proposed)
                : SharedTable.max(collectives, proposed);
        int contextId = parent.chosenContextId(largest);
        return duplicate(parent, contextId, name, Origin.cameThrough(parent));
    }

    /** Puts a duplicate together, with the parent's topology; local. */
    static CommContext duplicate(CommContext parent, int contextId, String name, Origin origin) {
        if (!parent.isInter()) {
            CommContext duplicate = Assembly.again(name, contextId, parent.group(), parent.rank(), parent.own())
                    .cameFrom(origin);
            duplicate.useTopology(parent.topology());
            return duplicate;
        }
        CommContext local = Assembly.again(
                        name + ".side", Assembly.localId(contextId), parent.group(), parent.rank(), parent.own())
                .cameFrom(origin);
        return Assembly.inter(name, contextId, local, parent::peers, parent.isLowSide())
                .cameFrom(origin);
    }

    /**
     * Starts to duplicate a communicator. Collective over it; does not block. Rank 0, of the low side of an
     * intercommunicator, chooses a context id and notifies the others: there is nothing to agree on.
     *
     * @param parent the parent's state
     * @param request inactive, for the parent; active afterwards
     */
    public static void start(CommContext parent, DuplicateRequest request) {
        int tag = parent.nextDuplicate();
        if (parent.rank() == 0 && (!parent.isInter() || parent.isLowSide())) {
            int contextId = parent.own().process().contextIds().propose(true, parent.isInter() ? 2 : 1);
            CommContext side = parent.isInter() ? parent.local() : parent;
            tell(side, 1, tag, contextId);
            if (parent.isInter()) {
                tell(parent, 0, tag, contextId);
            }
            request.chosen(parent.chosenContextId(contextId), tag); // throws when there is none, which the others know
        } else {
            boolean isFromOwnSide = !parent.isInter() || parent.isLowSide();
            request.awaitChoice(isFromOwnSide && parent.isInter() ? parent.local() : parent, tag);
        }
    }

    /** Sends that no call waits for: they own their memory, and a short message is under way once started. */
    private static void tell(CommContext comm, int firstRank, int tag, int contextId) {
        for (int rank = firstRank; rank < comm.peers().size(); rank++) {
            Request send = PrivateMessages.send(comm, comm.duplicationContextId(), rank, tag, new int[] {contextId});
            send.free();
        }
    }
}
