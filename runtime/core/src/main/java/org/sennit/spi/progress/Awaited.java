package org.sennit.spi.progress;

import java.util.Arrays;

/**
 * The subject of a wait that only endpoints can end: for the errors of waits that have become hopeless, and for
 * reports. Made only by waits that have lasted for long. Immutable.
 *
 * @param operation what is waited for, in {@code name=value} pairs
 * @param endpoints the numbers of the endpoints that can end it; not to be changed
 * @param own the number of the endpoint that waits
 * @param need which of them it takes
 * @param scope what numbers the endpoints by ranks, the communicator of the call; null where there is none, or several
 * @param isOpenToThreads whether any thread of the program may end the wait, too, so that it is part of no deadlock
 */
public record Awaited(
        String operation, long[] endpoints, long own, Need need, RankScope scope, boolean isOpenToThreads) {
    /** The endpoints that a wait needs. */
    public enum Need {
        /** A message of any of them. */
        ANY,
        /** Each of them must do something. */
        ALL,
        /** Each of them must take something; for one whose program has ended, its process refuses it. */
        TAKER
    }

    /** No endpoint. */
    private static final long[] NONE = {};

    /**
     * Describes a wait that nothing but endpoints can end.
     *
     * @param operation what is waited for, in {@code name=value} pairs
     * @param endpoints the numbers of the endpoints that can end it; not to be changed
     * @param own the number of the endpoint that waits
     * @param need which of them it takes
     */
    public Awaited(String operation, long[] endpoints, long own, Need need) {
        this(operation, endpoints, own, need, null, false);
    }

    /**
     * Describes a wait for ranks that nothing but endpoints can end.
     *
     * @param operation what is waited for, in {@code name=value} pairs
     * @param endpoints the numbers of the endpoints that can end it; not to be changed
     * @param scope what numbers them by ranks
     * @param need which of them it takes
     */
    public Awaited(String operation, long[] endpoints, RankScope scope, Need need) {
        this(operation, endpoints, scope.ownEndpoint(), need, scope, false);
    }

    /**
     * Returns a wait for a message.
     *
     * @param operation what is waited for
     * @param scope what gives the ranks; where it is no {@link RankScope}, nothing is known of the peers
     * @param source a rank, or −1 for any
     * @return the description; null when nothing is known of the peers
     */
    public static Awaited message(String operation, Object scope, int source) {
        return scope instanceof RankScope ranks
                ? new Awaited(operation, ranks.endpointsOf(source), ranks, Need.ANY)
                : null;
    }

    /**
     * Returns a wait for a peer that takes a message.
     *
     * @param operation what is waited for
     * @param scope what gives the ranks; where it is no {@link RankScope}, nothing is known of the peers
     * @param destination a rank
     * @return the description; null when nothing is known of the peers
     */
    public static Awaited taker(String operation, Object scope, int destination) {
        return scope instanceof RankScope ranks
                ? new Awaited(operation, destination < 0 ? NONE : ranks.endpointsOf(destination), ranks, Need.TAKER)
                : null;
    }

    /**
     * Returns a wait that this one or another one ends. It needs a taker if one of them does, since that always
     * answers.
     *
     * @param other of the same endpoint
     * @return the description of both
     */
    public Awaited or(Awaited other) {
        long[] both = Arrays.copyOf(endpoints, endpoints.length + other.endpoints.length);
        System.arraycopy(other.endpoints, 0, both, endpoints.length, other.endpoints.length);
        boolean isTaken = need == Need.TAKER || other.need == Need.TAKER;
        return new Awaited(
                operation + " or " + other.operation,
                both,
                own,
                isTaken ? Need.TAKER : Need.ANY,
                scope == other.scope ? scope : null,
                isOpenToThreads || other.isOpenToThreads);
    }

    /**
     * Returns this wait as one that any thread of the program may end, too.
     *
     * @return the description
     */
    public Awaited openToThreads() {
        return new Awaited(operation, endpoints, own, need, scope, true);
    }

    /**
     * Returns this wait as that of a call of which it is a part.
     *
     * @param call what is waited for, in {@code name=value} pairs
     * @param callNeed which of the endpoints it takes
     * @return the description
     */
    public Awaited in(String call, Need callNeed) {
        return new Awaited(call, endpoints, own, callNeed, scope, isOpenToThreads);
    }
}
