package org.sennit.endpoints.comm;

import org.sennit.endpoints.device.Device;
import org.sennit.endpoints.device.LocalEndpoint;
import org.sennit.endpoints.group.Group;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.shm.team.TeamMember;

/**
 * The state of a communicator as one endpoint has it: context ids, group, own rank, and its place in the team of the
 * process. State only: algorithms take it, and those that make new ones stand above the collectives.
 *
 * <p>Belongs to the thread that drives the endpoint. Two context ids belong to it: one for what users send, one for
 * what collectives send, so that neither is ever taken for the other.
 */
public final class CommContext {
    private final String name;
    private final int contextId;
    private final Group group;
    private final int rank;
    private final Device device;
    private final TeamMember member;
    private final ContextIds contextIds;
    private final JobState job;
    private boolean isClosed;

    /**
     * Makes the state.
     *
     * @param name for error texts
     * @param contextId the id for users' messages; the next one is for collectives
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
