package org.sennit;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.construct.Creation;
import org.sennit.internal.endpoints.construct.Duplication;
import org.sennit.internal.endpoints.construct.EndpointCreation;
import org.sennit.internal.endpoints.construct.InterCreation;
import org.sennit.internal.endpoints.construct.Split;
import org.sennit.internal.endpoints.group.Group;
import org.sennit.internal.endpoints.topology.CartesianTopology;
import org.sennit.internal.endpoints.topology.DistributedGraphTopology;
import org.sennit.internal.endpoints.topology.GraphTopology;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Communicators made from a {@link Communicator}. All members call the same in the same order; nothing that users send can be
 * taken for what constructors send. Whoever gets one closes it when it is no longer needed. (MPI 4.1, section 7.4.2)
 */
public abstract class ConstructionCalls extends PropertyCalls {
    /** The colour of those that want no communicator from {@link #split}; the rank of an endpoint in a group without it. */
    public static final int UNDEFINED = Group.UNDEFINED;

    private final Collectives collectives; // of the own side, where there are two
    private int children; // for names

    /** Made by its communicator only. */
    ConstructionCalls(Endpoint endpoint, CommContext context, ErrorHandler errorHandler, Collectives collectives) {
        super(endpoint, context, errorHandler);
        this.collectives = collectives;
    }

    final Collectives collectives() {
        return collectives;
    }

    final String childName(String operation) {
        return name() + "." + operation + ++children;
    }

    final void checkIntra(String operation) {
        context().checkOpen(operation);
        context().checkIntra(operation);
    }

    /** Makes the handle of a new communicator; null stays null. */
    final Communicator handle(CommContext made) {
        if (made == null) {
            return null;
        }
        if (made.isInter()) {
            return new Intercommunicator(endpoint(), made, ownErrorHandler());
        }
        return switch (made.topology()) {
            case CartesianTopology _ -> new CartesianCommunicator(endpoint(), made, ownErrorHandler());
            case GraphTopology _ -> new GraphCommunicator(endpoint(), made, ownErrorHandler());
            case DistributedGraphTopology _ -> new DistributedGraphCommunicator(endpoint(), made, ownErrorHandler());
            case null, default -> new Communicator(endpoint(), made, ownErrorHandler());
        };
    }

    /** Runs a construction or another call, and tells the error handler when it fails. */
    final <T> T constructed(Supplier<T> construction) {
        try {
            return construction.get();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a communicator with the same members and ranks, whose messages never meet those of this one. Attributes are
     * copied as their keys say, hints are taken over. Collective; blocks. (MPI_Comm_dup)
     *
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    public Communicator duplicate() {
        return duplicate(context().hints());
    }

    /**
     * Makes a communicator with the same members and ranks, and other hints. Collective; blocks. (MPI_Comm_dup_with_info)
     *
     * @param info the hints of the new one by name, see {@link #info}; those of this one do not count
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    public Communicator duplicate(Map<String, String> info) {
        return duplicate(hints("duplicate", info));
    }

    private Communicator duplicate(Hints hints) {
        return constructed(() -> {
            context().checkOpen("duplicate");
            return duplicateOf(Duplication.blocking(context(), collectives, childName("duplicate")), hints);
        });
    }

    private Communicator duplicateOf(CommContext made, Hints hints) {
        Communicator duplicate = handle(made);
        made.useHints(hints);
        try {
            attributes().copyTo(self(), duplicate);
        } catch (RuntimeException e) {
            try (duplicate) {
                throw e;
            }
        }
        return duplicate;
    }

    final PendingCommunicator duplicateNonblocking() {
        return duplicateNonblocking(context().hints());
    }

    final PendingCommunicator duplicateNonblocking(Map<String, String> info) {
        return duplicateNonblocking(hints("duplicateNonblocking", info));
    }

    private PendingCommunicator duplicateNonblocking(Hints hints) {
        return constructed(() -> {
            context().checkOpen("duplicateNonblocking");
            PendingCommunicator pending =
                    new PendingCommunicator(context(), childName("duplicate"), made -> duplicateOf(made, hints));
            Duplication.start(context(), pending);
            return pending;
        });
    }

    /**
     * Splits the members by colour, in the order of their keys over all processes, ties by the old rank. Of an
     * intercommunicator both sides are split. Collective; blocks. (MPI_Comm_split)
     *
     * @param colour members of one colour come together; {@link #UNDEFINED} for none
     * @param key decides the new order
     * @return the new one; null for {@link #UNDEFINED}, and where the other side of an intercommunicator has nobody of this
     *     colour
     * @throws SennitException ARG on every member when a colour is negative; see {@link Communicator}
     */
    public Communicator split(int colour, int key) {
        return constructed(() -> {
            context().checkOpen("split");
            String name = childName("split") + "(" + colour + ")";
            return handle(
                    isInter()
                            ? Split.inter(context(), collectives, colour, key, name)
                            : Split.byColour(context(), collectives, colour, key, name));
        });
    }

    /**
     * Splits the members into those of each process. Collective; blocks.
     *
     * @param key decides the new order, ties by the old rank
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    public Communicator splitByProcess(int key) {
        return constructed(() -> {
            checkIntra("splitByProcess");
            return handle(Split.byProcess(context(), collectives, key, childName("process")));
        });
    }

    /**
     * Splits the members into those that can share memory: those of each host, or of each container that has shared memory of
     * its own. Collective; blocks. (MPI_Comm_split_type with MPI_COMM_TYPE_SHARED)
     *
     * @param key decides the new order, ties by the old rank
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    public Communicator splitBySharedMemory(int key) {
        return constructed(() -> {
            checkIntra("splitBySharedMemory");
            return handle(Split.byHost(context(), collectives, key, childName("host")));
        });
    }

    /**
     * Makes a communicator of a group. All members of this one call it; groups without a common member may be given at once.
     * Collective; blocks. (MPI_Comm_create)
     *
     * @param group members of this communicator, the same on all of them
     * @return the new one; null for those that are not in their group
     * @throws SennitException GROUP on every member when a group is not part of this communicator, or its members give
     *     different ones; see {@link Communicator}
     */
    public Communicator create(Group group) {
        return constructed(() -> {
            checkIntra("create");
            return handle(Creation.ofGroup(context(), collectives, group, childName("create")));
        });
    }

    /**
     * Makes a communicator of a group. Only its members call it; groups without a common member may do so at the same time.
     * Collective over the group; blocks. (MPI_Comm_create_group)
     *
     * @param group members of this communicator, the own one among them, the same on all of them
     * @param tag the same on all of them, 0 to 2³¹−1; it has nothing to do with the tags of messages
     * @return the new one
     * @throws SennitException GROUP when the group is not part of this communicator, lacks the own endpoint, or is not the same
     *     everywhere; TAG; see {@link Communicator}
     */
    public Communicator createFromGroup(Group group, int tag) {
        return constructed(() -> {
            checkIntra("createFromGroup");
            given(ErrorClass.GROUP, "createFromGroup", "group", group);
            return handle(Creation.collectiveOverGroup(context(), group, tag, childName("group")));
        });
    }

    /**
     * Makes new endpoints and a communicator of all of them, in the order of the ranks here. Each returned handle is a rank of
     * its own with its own messages and progress, to be driven by any thread, one at a time; a thread of its own for each is
     * what they are for. An endpoint ends when its last communicator is closed. Collective; blocks. (MPI_Comm_create_endpoints
     * of the endpoints proposal)
     *
     * @param count how many the caller wants, 0 and up; each member may want another number
     * @return the new communicator as each of the caller's new endpoints has it, in the order of their ranks; empty for 0
     * @throws SennitException ARG, on every member, when one of them wants fewer than 0; see {@link Communicator}
     */
    public List<Communicator> createEndpoints(int count) {
        return constructed(() -> {
            checkIntra("createEndpoints");
            return EndpointCreation.create(context(), collectives, count, childName("endpoints")).stream()
                    .map(made -> new Endpoint(made, endpoint().errorHandler(), ownErrorHandler()).world())
                    .toList();
        });
    }

    /**
     * Binds this communicator and another one into an intercommunicator: ranks there name the members of the other side. The
     * members of both call it, each with their own communicator; an endpoint may be on one side only, a process on both.
     * Collective over both; blocks. (MPI_Intercomm_create)
     *
     * @param localLeader a rank here, the same on all members
     * @param peer a communicator to which both leaders belong; null where not the leader
     * @param remoteLeader the rank of the other side's leader in it; looked at only at the leader
     * @param tag the same on both leaders, 0 to 2³¹−1; it has nothing to do with the tags of messages
     * @return the new one
     * @throws SennitException GROUP on every member when an endpoint is on both sides; RANK, TAG, COMM for a wrong argument;
     *     see {@link Communicator}
     */
    public Intercommunicator createIntercommunicator(int localLeader, Communicator peer, int remoteLeader, int tag) {
        return constructed(() -> {
            checkIntra("createIntercommunicator");
            CommContext peerContext = peer == null ? null : peer.context();
            return (Intercommunicator) handle(InterCreation.create(
                    context(), collectives, localLeader, peerContext, remoteLeader, tag, childName("inter")));
        });
    }
}
