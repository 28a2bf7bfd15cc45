package org.sennit.endpoints.comm;

import org.sennit.endpoints.device.Device;
import org.sennit.endpoints.device.LocalEndpoint;
import org.sennit.endpoints.group.Group;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.ErrorScope;
import org.sennit.runtime.error.SennitException;
import org.sennit.shm.team.TeamMember;

/**
 * The state of a communicator as one endpoint has it: context ids, group, own rank, and its place in the team of the
 * process. State only: algorithms take it, and those that make new ones stand above the collectives.
 *
 * <p>Belongs to the thread that drives the endpoint. Four context ids belong to it: for what users send, for what
 * collectives send, for the matching of partitioned operations and for their data, so that none is ever taken for another.
 */
public final class CommContext implements ErrorScope {
    private final String name;
    private final int contextId;
    private final Group group;
    private final int rank;
    private final Device device;
    private final TeamMember member;
    private final ContextIds contextIds;
    private final JobState job;
    private boolean isClosed;
    private ErrorScope errors; // null: nobody wants to hear

    /**
     * Makes the state.
     *
     * @param name for error texts
     * @param contextId the id for users' messages; the next three are for its other messages
     * @param group the members
     * @param rank the own rank
     * @param device the own device
     * @param member the own handle on the team
     * @param contextIds the ids that this endpoint has used
     * @param job whether the job is still on
     */
    public CommContext(
            String name,
            int contextId,
            Group group,
            int rank,
            Device device,
            TeamMember member,
            ContextIds contextIds,
            JobState job) {
        this.name = name;
        this.contextId = contextId;
        this.group = group;
        this.rank = rank;
        this.device = device;
        this.member = member;
        this.contextIds = contextIds;
        this.job = job;
    }

    /**
     * Throws when the communicator can no longer be used.
     *
     * @param operation the operation, for the text
     * @throws SennitException SESSION when the job has ended, COMM when it has been closed, PROC_ABORTED when the job
     *     is being aborted; final
     */
    public void checkOpen(String operation) {
        if (isClosed || !job.isRunning()) {
            throw unusable(operation);
        }
    }

    private SennitException unusable(String operation) {
        if (job.health().failure() != null) {
            job.health().check();
        }
        return isClosed
                ? new SennitException(
                        ErrorClass.COMM,
                        "communicator has been closed: operation=" + operation + " communicator=" + name)
                : new SennitException(
                        ErrorClass.SESSION,
                        "the job has ended: operation=" + operation + " rank=" + rank + " communicator=" + name);
    }

    /**
     * Says who hears of errors.
     *
     * @param errors told of each error once, before it is thrown
     */
    public void reportErrorsTo(ErrorScope errors) {
        this.errors = errors;
    }

    @Override
    public SennitException raise(SennitException error) {
        ErrorScope told = errors;
        return told != null && error.markReported() ? told.raise(error) : error;
    }

    /** Ends the use of the communicator by this endpoint. */
    public void close() {
        isClosed = true;
    }

    /**
     * The context id of users' messages.
     *
     * @return the id
     */
    public int userContextId() {
        return contextId;
    }

    /**
     * The context id of the collectives' messages.
     *
     * @return the id
     */
    public int collectiveContextId() {
        return contextId + 1;
    }

    /**
     * The context id of the messages that bring the two sides of a partitioned operation together.
     *
     * @return the id
     */
    public int partitionMatchContextId() {
        return contextId + 2;
    }

    /**
     * The context id of the partitions that travel between processes.
     *
     * @return the id
     */
    public int partitionDataContextId() {
        return contextId + 3;
    }

    /**
     * The members.
     *
     * @return the group
     */
    public Group group() {
        return group;
    }

    /**
     * The own rank.
     *
     * @return 0 to size − 1
     */
    public int rank() {
        return rank;
    }

    /**
     * The own device.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * The own endpoint.
     *
     * @return the endpoint
     */
    public LocalEndpoint endpoint() {
        return device.self();
    }

    /**
     * The own handle on the team of this process.
     *
     * @return the handle
     */
    public TeamMember member() {
        return member;
    }

    /**
     * The ids that this endpoint has used.
     *
     * @return the ids
     */
    public ContextIds contextIds() {
        return contextIds;
    }

    /**
     * Whether the job is still on.
     *
     * @return the state of the job
     */
    public JobState job() {
        return job;
    }

    /**
     * The name for error texts.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
