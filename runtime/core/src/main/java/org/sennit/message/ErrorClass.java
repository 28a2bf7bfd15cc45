package org.sennit.message;

/**
 * What kind of mistake or failure a {@link SennitException} reports. The constants are MPI's error classes (MPI 4.1,
 * section 9.4) where MPI has one, and a few of our own for start-up and the network.
 */
public enum ErrorClass {
    /** The memory is of an unsupported kind, read-only, closed, or missing. */
    BUFFER,
    /** A count is negative, or the memory is too small for its count. */
    COUNT,
    /** The element type does not fit the memory, or the two sides disagree about it. */
    TYPE,
    /** A tag is outside 0 to 2³¹−1 and is not the wildcard of a receive. */
    TAG,
    /** The communicator has been closed, or is not one of this job. */
    COMM,
    /** A rank is outside the communicator. */
    RANK,
    /** A request is used in a way that its state forbids. */
    REQUEST,
    /** The root is outside the communicator. */
    ROOT,
    /** A group is not what the call needs. */
    GROUP,
    /** The communicator has no topology of this kind, or one that the call cannot use. */
    TOPOLOGY,
    /** The dimensions of a grid are wrong, or there is no such dimension. */
    DIMS,
    /** The reduction does not exist for this element type. */
    OP,
    /** Any other argument is wrong. */
    ARG,
    /** The message is longer than the memory that was posted for it. */
    TRUNCATE,
    /** An error lies in one of several statuses. */
    IN_STATUS,
    /** The operation has neither failed nor completed. */
    PENDING,
    /** A process or an endpoint that takes part has failed. */
    PROC_FAILED,
    /** The programs of those that alone could complete the call have ended. */
    PROC_ENDED,
    /** All endpoints of the job wait for each other, and nothing is under way. */
    DEADLOCK,
    /** The job is being aborted. */
    PROC_ABORTED,
    /** A deadline has passed; the same call may succeed later. */
    TIMEOUT,
    /** Start-up went wrong: a process is missing, or its launcher cannot be reached. */
    BOOTSTRAP,
    /** A connection could not be made, broke, or was refused. */
    NETWORK,
    /** The call is not possible with this module, layout, or JVM. */
    UNSUPPORTED,
    /** The job has ended, or has not begun. */
    SESSION,
    /** Memory has run out; the same call may succeed later. */
    NO_MEM,
    /** Without an owner. */
    OTHER,
    /** A mistake inside Sennit; please report it. */
    INTERN
}
