package org.sennit.internal.endpoints.comm;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.internal.runtime.error.FailureScope;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.RankScope;

/**
 * The state of a communicator at one endpoint: context ids, members, own rank, and the member of the process's team.
 * State only: algorithms take it, and constructors of communicators are a layer above the collectives.
 *
 * <p>Belongs to the thread that drives the endpoint. Messages of users, of collectives, of partitioned operations
 * (matching and data), of constructors, nonblocking duplicates and persistent collectives have separate context ids, so
 * that none matches a receive of another kind.
 *
 * <p>An intercommunicator contains a communicator of the local group ({@link #local}).
 */
public final class CommContext implements ErrorScope, FailureScope, RankScope {
    private final int contextId;
    private final RankMap group;
    private final RankMap peers;
    private final int rank;
    private final EndpointState own;
    private final Device device;
    private final ProgressEngine progress;
    private final FailedPeers failed;
    private final CommFailures failures;
    private final Constructions constructions;
    private final JobState job;
    private final TeamMember member;
    private final CommContext local; // of an intercommunicator, else null
    private final SharedComm shared;
    private final boolean isLowSide;
    private final QuietScope quiet = new QuietScope(this);
    private String name;
    private Hints hints = Hints.NONE;
    private boolean isClosed;
    private int duplicates; // nonblocking ones
    private Origin origin; // null: of no collective construction; set before its first call
    private long shares; // objects taken with the members of this process
    private Topology topology; // null: none
    private Runnable atClose = () -> {};
    private ErrorScope errors; // null: no error handler

    /**
     * Makes the state of an ordinary communicator.
     *
     * @param name for error texts
     * @param contextId the id for users' messages; the next ones are for its other messages
     * @param shared what it has in common with the other members in this process
     */
    public CommContext(String name, int contextId, SharedComm shared, int rank, EndpointState own) {
        this(name, contextId, shared, rank, own, null, false);
    }

    /**
     * Makes the state of an intercommunicator.
     *
     * @param name for error texts
     * @param contextId the id for users' messages; the next ones are for its other messages
     * @param shared what it has in common with the other members in this process
     * @param local the communicator of the local group, for exclusive use
     * @param isLowSide whether the local group comes first by default; the remote group passes the opposite
     */
    public CommContext(String name, int contextId, SharedComm shared, CommContext local, boolean isLowSide) {
        this(name, contextId, shared, local.rank, local.own, local, isLowSide);
        local.failures.extendTo(failures);
        own.refuseIfBroken(local); // only now it knows the remote members, one of which may have failed before
    }

    private CommContext(
            String name,
            int contextId,
            SharedComm shared,
            int rank,
            EndpointState own,
            CommContext local,
            boolean isLowSide) {
        this.name = name;
        this.contextId = contextId;
        this.group = shared.group();
        this.peers = shared.peers();
        this.rank = rank;
        this.own = own;
        this.device = own.device();
        this.progress = device.self().progress();
        this.failed = device.failedPeers();
        this.failures = new CommFailures(this, failed);
        this.constructions = new Constructions();
        this.job = own.process().job();
        this.member = local == null
                ? shared.team()
                        .member(shared.group().memberIndexOf(rank), own.device().isShared())
                : local.member;
        this.local = local;
        this.shared = shared;
        this.isLowSide = isLowSide;
        own.opened(this);
    }

    /**
     * Throws when the communicator can no longer be used.
     *
     * @param operation the call as the program writes it after the communicator, as in all errors: {@code send},
     *     {@code nonblocking().send}
     * @throws SennitException SESSION when the job has ended, COMM when it has been closed, PROC_ABORTED when the job
     *     is being aborted; final
     */
    public void checkOpen(String operation) {
        if (!isOpen()) {
            throw unusable(operation);
        }
    }

    /**
     * As {@link #checkOpen}, at the beginning of an operation, which only the thread that drives the endpoint may call.
     *
     * @param operation the call as the program writes it after the communicator
     * @throws SennitException as for {@link #checkOpen}; UNSUPPORTED when another thread is found in the endpoint;
     *     final
     */
    public void begin(String operation) {
        checkOpen(operation);
        progress.enter(operation);
    }

    /** Returns whether the communicator can be used; what {@link #checkOpen} throws otherwise says why. */
    public boolean isOpen() {
        return !isClosed && job.isRunning();
    }

    private SennitException unusable(String operation) {
        if (job.health().failure() != null) {
            job.health().check();
        }
        return isClosed
                ? new SennitException(
                        ErrorClass.COMM,
                        "communicator has been closed: operation=" + operation + " rank=" + rank + " communicator="
                                + name)
                : new SennitException(
                        ErrorClass.SESSION,
                        "the job has ended: operation=" + operation + " rank=" + rank + " communicator=" + name);
    }

    /**
     * Sets the error handler.
     *
     * @param errors notified of each error once, before it is thrown
     */
    public void reportErrorsTo(ErrorScope errors) {
        this.errors = errors;
    }

    @Override
    public SennitException raise(SennitException error) {
        ErrorScope scope = errors;
        return scope != null && error.markReported() ? scope.raise(error) : error;
    }

    /** Returns this as the scope of messages that a call makes internally: without the error handler. */
    public QuietScope quiet() {
        return quiet;
    }

    @Override
    public long[] endpointsOf(int source) {
        return source < 0 ? peers.endpoints() : new long[] {peers.endpoints()[source]};
    }

    @Override
    public long ownEndpoint() {
        return group.endpoints()[rank];
    }

    /**
     * Returns the failure of a source, or null; also that because of which it does not have this communicator. A
     * receive from any source fails when any member has failed without being acknowledged.
     */
    @Override
    public Throwable failureOf(int source) {
        return failures.of(source);
    }

    @Override
    public int failedRank(int source) {
        return failures.failedRank(source);
    }

    /**
     * Returns the failure of a member that is not acknowledged, or null.
     *
     * @param isGivenUp the ranks whose failure does not count either
     */
    public Throwable failureBut(IntPredicate isGivenUp) {
        return failures.but(isGivenUp);
    }

    /**
     * Returns whether a member of either side has failed, or is known to take no part any more because of a failure, so
     * that no collective can succeed. Any thread.
     */
    public boolean isBroken() {
        return failures.isBroken();
    }

    /** Returns the error, to be thrown, of a call in which all members take part, after one of them has failed. */
    public SennitException memberFailed(String operation) {
        return failures.error(operation);
    }

    /** Returns what is known of failures that concern this communicator. */
    public CommFailures failures() {
        return failures;
    }

    /** Returns whether any endpoint of the job has failed: the cheap check before {@link #checkPeer}. */
    public boolean isAnyFailed() {
        return failed.count() != 0;
    }

    /**
     * Throws when a rank with which a message is to be exchanged has failed.
     *
     * @param peer the rank; a negative one is fine
     * @param operation describes the operation, in {@code name=value} pairs
     * @throws SennitException PROC_FAILED; final
     */
    public void checkPeer(int peer, String operation) {
        Throwable cause = peer < 0 ? null : failureOf(peer);
        if (cause != null) {
            throw new SennitException(
                    ErrorClass.PROC_FAILED,
                    "the peer has failed: " + operation + " cause=" + cause.getMessage(),
                    cause);
        }
    }

    /** Returns the addresses of the failed members of both sides, as far as this process knows. */
    public List<EndpointAddress> failedIdentities() {
        return failures.identities();
    }

    /** Acknowledges the failures so far: receives from any source wait for the others again. */
    public void acknowledgeFailures() {
        failures.acknowledge();
    }

    /** Throws COMM, final, when the communicator is one of two sides. */
    public void checkIntra(String operation) {
        if (local != null) {
            throw new SennitException(
                    ErrorClass.COMM, "not for an intercommunicator: operation=" + operation + " communicator=" + name);
        }
    }

    /**
     * Registers work for when the endpoint closes the communicator; runs at most once.
     *
     * @param work must not block
     */
    public void atClose(Runnable work) {
        atClose = work;
    }

    /**
     * Closes the communicator for this endpoint. Operations under way continue; messages that can no longer be received
     * are dropped.
     */
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        atClose.run();
        device.self().queue().shutdown().discard(contextId);
        device.self().queue().shutdown().reportLeft(collectiveContextId());
        if (local != null) {
            local.close();
        }
        own.closed(this);
    }

    /** Returns whether this endpoint has called {@link #close}. */
    public boolean isClosed() {
        return isClosed;
    }

    /** Returns the context id of users' messages. */
    public int userContextId() {
        return contextId;
    }

    /** Returns the context id of the collectives' messages. */
    public int collectiveContextId() {
        return ContextIds.ofCollectives(contextId);
    }

    /** Returns the context id of the persistent collectives' messages. */
    public int persistentContextId() {
        return ContextIds.ofPersistent(contextId);
    }

    /** Returns the context id of the messages that match the two sides of a partitioned operation. */
    public int partitionMatchContextId() {
        return contextId + 2;
    }

    /** Returns the context id of the partitions that travel between processes. */
    public int partitionDataContextId() {
        return contextId + 3;
    }

    /** Returns the context id of messages of constructors. */
    public int constructionContextId() {
        return contextId + 4;
    }

    /** Returns the context id of the messages that carry the ids of nonblocking duplicates. */
    public int duplicationContextId() {
        return contextId + 5;
    }

    /** Returns the context id of the buffers that collectives of ownership pass. */
    public int ownershipContextId() {
        return ContextIds.ofOwnership(contextId);
    }

    /**
     * Begins a construction: returns this member's proposal for the context id of a communicator that all members make;
     * rank 0 chooses.
     *
     * @param communicators how many it needs, one after the other
     * @return an id, or {@link ContextIds#NONE}
     */
    public int proposedContextId(int communicators) {
        constructions.begin(isAnyFailed() && isBroken());
        return own.process().contextIds().propose(rank == 0, communicators);
    }

    /**
     * Returns the context id that the members have chosen.
     *
     * @param largest of all members' proposals
     * @throws SennitException OTHER on all members when there is none left; final
     */
    public int chosenContextId(int largest) {
        return own.process().contextIds().checked(largest);
    }

    /** Returns what the members in this process have in common. */
    SharedComm shared() {
        return shared;
    }

    /** Returns the constructions of this endpoint on this communicator. */
    public Constructions constructions() {
        return constructions;
    }

    /** Returns this, with its origin; before its first call. */
    public CommContext cameFrom(Origin construction) {
        origin = construction;
        return this;
    }

    /** Returns the origin; null when it was not made by all members of a communicator. */
    public Origin origin() {
        return origin;
    }

    /**
     * Returns an object shared by all members in this process, for the next collective that each enters.
     *
     * @param <T> its type
     * @param maker makes it, for the first member that asks
     */
    public <T> T share(Class<T> type, Supplier<T> maker) {
        return type.cast(shared.share(shares++, maker));
    }

    /** Returns the tag for the messages of the next nonblocking duplicate: counted in the same order on all members. */
    public int nextDuplicate() {
        return duplicates++ & Integer.MAX_VALUE;
    }

    /** Returns the members; of an intercommunicator those of the local group. */
    public RankMap group() {
        return group;
    }

    /** Returns the members that ranks name in messages: those of the other side of an intercommunicator. */
    public RankMap peers() {
        return peers;
    }

    /** Returns the communicator of the local group; null when this is no intercommunicator. */
    public CommContext local() {
        return local;
    }

    /** Returns whether this is an intercommunicator: ranks name members of another group. */
    public boolean isInter() {
        return local != null;
    }

    /** Returns whether the local group of an intercommunicator comes first: its leader had the lower rank. */
    public boolean isLowSide() {
        return isLowSide;
    }

    /** Returns the hints of the user. */
    public Hints hints() {
        return hints;
    }

    /** Replaces the hints of the user. */
    public void useHints(Hints newHints) {
        hints = newHints;
    }

    /** Sets the topology as seen by this rank, or null for none; before the communicator is used. */
    public void useTopology(Topology newTopology) {
        topology = newTopology;
    }

    /** Returns the topology as seen by this rank; null when there is none. */
    public Topology topology() {
        return topology;
    }

    /**
     * Returns this rank's neighbors in neighbor collectives; null without a topology, or with one in which not every
     * receive has its send.
     */
    public Neighborhood neighborhood() {
        return topology == null ? null : topology.neighborhood();
    }

    /** Returns the caller's rank, 0 to size − 1. */
    public int rank() {
        return rank;
    }

    /** Returns this endpoint's device. */
    public Device device() {
        return device;
    }

    public LocalEndpoint endpoint() {
        return device.self();
    }

    /** Returns this endpoint's handle on the team of this process. */
    public TeamMember member() {
        return member;
    }

    /** Returns this endpoint's handle on the team of a persistent collective, by its number; to be taken once. */
    public TeamMember memberOf(long persistent) {
        return local != null ? local.memberOf(persistent) : shared.memberOf(persistent, member, device.isShared());
    }

    /** Returns the state that all communicators of this endpoint share. */
    public EndpointState own() {
        return own;
    }

    /** Returns the state of the job. */
    public JobState job() {
        return job;
    }

    /** Returns the name for error texts. */
    public String name() {
        return name;
    }

    /** Sets the name for error texts. */
    public void rename(String newName) {
        name = newName;
    }

    @Override
    public String toString() {
        return name;
    }
}
