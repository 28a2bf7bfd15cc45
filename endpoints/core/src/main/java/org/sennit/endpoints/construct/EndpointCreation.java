package org.sennit.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.comm.ContextIds;
import org.sennit.endpoints.comm.EndpointState;
import org.sennit.endpoints.comm.ProcessState;
import org.sennit.endpoints.device.Device;
import org.sennit.endpoints.device.EndpointAddress;
import org.sennit.endpoints.device.Peer;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * Makes new endpoints, and a communicator of all of them. They are registered in their process before anybody hears of
 * their ids, so nobody can send to one that is not there. (The endpoints proposal for MPI)
 */
public final class EndpointCreation {
    private static final int FIELDS = 3; // how many, the first one's id, proposed context id

    private EndpointCreation() {}

    /**
     * Makes endpoints; collective over the parent.
     *
     * @param parent the parent's state
     * @param collectives the parent's collectives
     * @param count how many the caller wants, 0 and up; may differ on each member
     * @param name the name of the new communicator
     * @return the new communicator as each of the caller's new endpoints has it, in the order of their ranks
     * @throws SennitException ARG, on every member, when one of them wants fewer than 0; final
     */
    public static List<CommContext> create(CommContext parent, Collectives collectives, int count, String name) {
        ProcessState process = parent.own().process();
        List<Device> devices = count > 0 ? process.device().addEndpoints(count) : List.of();
        int size = parent.group().size();
        int firstId = devices.isEmpty() ? -1 : devices.getFirst().self().id();
        int[] all = new MemberExchange(collectives, size).allgather(count, firstId, parent.proposedContextId(1));
        int largest = ContextIds.NONE;
        int firstRank = 0;
        int takers = 0;
        int lowest = -1;
        for (int r = 0; r < size; r++) {
            int wanted = all[FIELDS * r];
            if (wanted < 0) {
                devices.forEach(process.device()::removeEndpoint);
                throw new SennitException(
                        ErrorClass.ARG,
                        "a member wants fewer than 0 endpoints: operation=createEndpoints rank=" + r + " count="
                                + wanted + " communicator=" + parent);
            }
            largest = Math.max(largest, all[FIELDS * r + 2]);
            firstRank += r < parent.rank() ? wanted : 0;
            if (parent.group().peer(r).local() != null && wanted > 0) {
                takers += wanted;
                lowest = lowest < 0 ? all[FIELDS * r + 1] : lowest;
            }
        }
        int contextId = parent.chosenContextId(largest);
        List<CommContext> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EndpointState own = new EndpointState(devices.get(i), process, true);
            made.add(Assembly.of(
                    name,
                    contextId,
                    () -> new Placement(peers(parent, all), process.process()),
                    lowest,
                    takers,
                    firstRank + i,
                    own));
        }
        return made;
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
