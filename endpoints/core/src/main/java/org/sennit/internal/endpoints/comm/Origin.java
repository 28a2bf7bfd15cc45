package org.sennit.internal.endpoints.comm;

import java.util.function.LongUnaryOperator;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * Where a communicator comes from that all members of another one have made: what a member needs to ask another one
 * whether it has come through the construction, too. Immutable.
 *
 * @param parent the context id of the communicator that has made it
 * @param number of the construction, among those of the parent; the same on all its members
 * @param group the parent's members; of an intercommunicator those of one side
 * @param peers the same, or those of the other side
 * @param makerOf returns the endpoint that has taken part for an endpoint of the new communicator
 */
public record Origin(int parent, int number, RankMap group, RankMap peers, LongUnaryOperator makerOf) {
    /** Ends the construction that the parent's members have begun last: this one has come through it. */
    public static Origin cameThrough(CommContext parent) {
        return of(parent, parent.constructions().comeThrough());
    }

    /**
     * Returns the origin of a nonblocking duplicate.
     *
     * @param tag of its messages, 0 or more
     */
    public static Origin duplicate(CommContext parent, int tag) {
        return of(parent, -1 - tag);
    }

    private static Origin of(CommContext parent, int number) {
        return new Origin(parent.userContextId(), number, parent.group(), parent.peers(), endpoint -> endpoint);
    }

    /** Returns the origin of what the parent's members have made together with others. */
    public Origin andOthers(RankMap others) {
        return new Origin(parent, number, group, others, makerOf);
    }

    /** As this one, for endpoints that others have made. */
    public Origin by(LongUnaryOperator makers) {
        return new Origin(parent, number, group, peers, makers);
    }
}
