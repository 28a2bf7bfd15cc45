package org.sennit.qmp;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The machine that the job has been given: how its nodes are connected and arranged, its division into several jobs,
 * its nodes for input and output, and the communicators of its nodes. Local.
 */
public abstract class AllocatedMachineCalls extends GlobalCalls {
    // Of the allocated machine, the job, and the defaults. By the thread that drives the node.
    private final Map<CommState, QmpCommunicator> handles = new IdentityHashMap<>();

    /** For the subclasses of this package. */
    AllocatedMachineCalls() {}

    /** Returns the state of the node. */
    abstract NodeState node();

    // ---- allocated machine ----

    /**
     * Returns the kind of network between the nodes. (QMP_get_msg_passing_type)
     *
     * @return GRID where a geometry was given, else SWITCH
     */
    public final InterconnectType getMsgPassingType() {
        return node().allocatedGrid() == null ? InterconnectType.SWITCH : InterconnectType.GRID;
    }

    /**
     * Returns the number of axes of the allocated machine. (QMP_get_allocated_number_of_dimensions)
     *
     * @return 0 for a switch
     */
    public final int getAllocatedNumberOfDimensions() {
        return node().allocatedGrid() == null ? 0 : node().allocatedGrid().dimensions().length;
    }

    /**
     * Returns the nodes along each axis of the allocated machine. (QMP_get_allocated_dimensions)
     *
     * @return a copy; null for a switch
     */
    public final int[] getAllocatedDimensions() {
        return node().allocatedGrid() == null
                ? null
                : node().allocatedGrid().dimensions().clone();
    }

    /**
     * Returns the place of this node in the allocated machine. (QMP_get_allocated_coordinates)
     *
     * @return a copy; null for a switch
     */
    public final int[] getAllocatedCoordinates() {
        return node().allocatedGrid() == null
                ? null
                : node().allocatedGrid().coordinatesOf(node().allocated().nodeNumber());
    }

    /**
     * Returns the number of this node's job, of several in one allocated machine. (QMP_get_job_number, QMP 2.5)
     *
     * @return 0 to the number of jobs − 1
     */
    public final int getJobNumber() {
        return node().job().color();
    }

    /**
     * Returns the number of jobs that the allocated machine is divided into. (QMP_get_number_of_jobs, QMP 2.5)
     *
     * @return 1 without {@code -qmp-job}
     */
    public final int getNumberOfJobs() {
        return node().job().numberOfColors();
    }

    /**
     * Returns the number of axes of the part that a job has. (QMP_get_number_of_job_geometry_dimensions, QMP 2.5)
     *
     * @return 0 without {@code -qmp-job}
     */
    public final int getNumberOfJobGeometryDimensions() {
        return node().jobGeometry() == null ? 0 : node().jobGeometry().length;
    }

    /**
     * Returns the nodes along each axis of the part that a job has. (QMP_get_job_geometry, QMP 2.5)
     *
     * @return a copy; null without {@code -qmp-job}
     */
    public final int[] getJobGeometry() {
        return node().jobGeometry() == null ? null : node().jobGeometry().clone();
    }

    /**
     * Returns the node that does input and output for another: the lowest one of its process. (QMP_io_node, QMP 2.5)
     *
     * @param nodeNumber a node of the default communicator
     * @return a node number; −1 with NODE_OUTRANGE for another number
     */
    public final int getIoNode(int nodeNumber) {
        return comm().firstOfProcess(nodeNumber);
    }

    /**
     * Returns the node that does input and output for all. (QMP_master_io_node, QMP 2.5)
     *
     * @return 0
     */
    public final int getMasterIoNode() {
        return 0;
    }

    // ---- communicators ----

    /**
     * Returns the communicator of all nodes. (QMP_comm_get_allocated, QMP 2.5)
     *
     * @return always the same
     */
    public final QmpCommunicator getAllocatedCommunicator() {
        return handle(node().allocated());
    }

    /**
     * Returns the communicator of the nodes of this node's job. (QMP_comm_get_job, QMP 2.5)
     *
     * @return the allocated one without {@code -qmp-job}
     */
    public final QmpCommunicator getJobCommunicator() {
        return handle(node().job());
    }

    /**
     * Returns the communicator on which the calls without a communicator are made; at the beginning the job's.
     * (QMP_comm_get_default, QMP 2.5)
     *
     * @return the default one
     */
    public final QmpCommunicator getDefaultCommunicator() {
        return handle(node().defaultComm());
    }

    /**
     * Replaces the communicator on which the calls without a communicator are made; local. (QMP_comm_set_default, QMP
     * 2.5)
     *
     * @param communicator of this node
     * @return SUCCESS, or INVALID_ARG for one that is missing, freed or another node's
     */
    public final QmpStatus setDefaultCommunicator(QmpCommunicator communicator) {
        QmpStatus status = node().setDefault(communicator == null ? null : communicator.comm());
        if (status == QmpStatus.SUCCESS) {
            handles.put(communicator.comm(), communicator);
        }
        return status;
    }

    private QmpCommunicator handle(CommState comm) {
        return handles.computeIfAbsent(comm, QmpCommunicator::new);
    }
}
