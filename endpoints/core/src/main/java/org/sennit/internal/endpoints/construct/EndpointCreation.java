package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.comm.EndpointState;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.RankScope;

/**
 * Makes new endpoints, and a communicator of all of them. They are registered in their process before others learn of
 * their ids, so no message can go to one that does not exist. (MPI endpoints proposal, Dinan et al. 2014)
 */
public final class EndpointCreation {
    private static final int FIELDS = 3; // how many, the first one's id, proposed context id

    private EndpointCreation() {}

    /**
     * Makes endpoints; collective over the parent.
     *
     * @param parent the parent's state
     * @param count how many the caller wants, 0 and up; may differ on each member
     * @param name the name of the new communicator
     * @return the new communicator as each of the caller's new endpoints has it, in the order of their ranks
     * @throws SennitException ARG, on every member, when one of them wants fewer than 0; final
     */
    public static List<CommContext> create(CommContext parent, Collectives collectives, int count, String name) {
        ProcessState process = parent.own().process();
        List<Device> devices = count > 0 ? process.device().addEndpoints(count) : List.of();
        int firstId = devices.isEmpty() ? -1 : devices.getFirst().self().id();
        Wanted wanted = agreed(parent, collectives, devices, count, firstId);
        int contextId = parent.chosenContextId(wanted.largestProposal());
        RankMap makers = parent.group();
        Origin origin = Origin.cameThrough(parent).by(endpoint -> makerOf(endpoint, makers, wanted.all()));
        List<CommContext> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EndpointState own = new EndpointState(devices.get(i), process, parent.own());
            made.add(Assembly.of(
                            name,
                            contextId,
                            () -> new RankMap(peers(parent, wanted.all()), process.process()),
                            wanted.lowest(),
                            wanted.here(),
                            wanted.firstRanks()[parent.rank()] + i,
                            own)
                    .cameFrom(origin));
        }
        return made;
    }

    private static Wanted agreed(
            CommContext parent, Collectives collectives, List<Device> devices, int count, int firstId) {
        try {
            Wanted wanted = SharedTable.allgather(
                    parent, collectives, all -> Wanted.of(all, parent), count, firstId, parent.proposedContextId(1));
            parent.chosenContextId(wanted.largestProposal()); // throws when there is none left
            return wanted;
        } catch (SennitException e) {
            devices.forEach(parent.own().process().device()::removeEndpoint);
            throw e;
        }
    }

    /**
     * The endpoints that the members ask for; one object for all members of a process.
     *
     * @param all their numbers, rank by rank
     * @param firstRanks the new rank of the first endpoint of each
     * @param here the number of endpoints that this process makes
     * @param lowest the id of the first of them, or −1
     * @param largestProposal of a context id
     */
    private record Wanted(int[] all, int[] firstRanks, int here, int lowest, int largestProposal) {
        static Wanted of(int[] all, CommContext parent) {
            int[] firstRanks = new int[all.length / FIELDS];
            int largest = ContextIds.NONE;
            int next = 0;
            int here = 0;
            int lowest = -1;
            for (int r = 0; r < firstRanks.length; r++) {
                int wanted = all[FIELDS * r];
                if (wanted < 0) {
                    throw new SennitException(
                            ErrorClass.ARG,
                            "a member wants fewer than 0 endpoints: operation=createEndpoints rank=" + r + " count="
                                    + wanted + " communicator=" + parent);
                }
                firstRanks[r] = next;
                next += wanted;
                largest = Math.max(largest, all[FIELDS * r + 2]);
                if (parent.group().peer(r).local() != null && wanted > 0) {
                    here += wanted;
                    lowest = lowest < 0 ? all[FIELDS * r + 1] : lowest;
                }
            }
            return new Wanted(all, firstRanks, here, lowest, largest);
        }
    }

    /** Returns the endpoint that has made another one; both as {@link RankScope} numbers them. */
    private static long makerOf(long endpoint, RankMap makers, int[] all) {
        for (int r = 0; r < makers.size(); r++) {
            int number = RankScope.idOf(endpoint) - all[FIELDS * r + 1];
            if (makers.address(r).process() == RankScope.processOf(endpoint)
                    && number >= 0
                    && number < all[FIELDS * r]) {
                return makers.endpoints()[r];
            }
        }
        return endpoint;
    }

    private static List<Peer> peers(CommContext parent, int[] all) {
        boolean isOneEach = true;
        for (int at = 0; at < all.length; at += FIELDS) {
            isOneEach &= all[at] == 1;
        }
        List<Peer> peers = new ArrayList<>();
        for (int r = 0; r < all.length / FIELDS; r++) {
            Peer maker = parent.group().peer(r);
            for (int i = 0; i < all[FIELDS * r]; i++) {
                EndpointAddress address = new EndpointAddress(
                        maker.address().process(), maker.address().incarnation(), all[FIELDS * r + 1] + i);
                peers.add(parent.own().process().peer(address, isOneEach ? maker.identity() : address));
            }
        }
        return peers;
    }
}
