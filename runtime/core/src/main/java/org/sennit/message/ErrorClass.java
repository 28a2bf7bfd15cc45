package org.sennit.message;

/**
 * The kind of error that a {@link SennitException} reports. The constants are MPI's error classes (MPI 4.1, section
 * 9.4) where MPI has one, and a few more for start-up and the network.
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
    /** The key of an attribute is not valid. */
    KEYVAL,
    /** The info is not valid. */
    INFO,
    /** The key of an info is too long or empty. */
    INFO_KEY,
    /** The value of an info is too long, or members of a window gave different hints. */
    INFO_VALUE,
    /** The info has no such key. */
    INFO_NOKEY,
    /** Processes could not be spawned. */
    SPAWN,
    /** The name of a port is not valid. */
    PORT,
    /** The name of a service is not valid when it is to be withdrawn. */
    SERVICE,
    /** No service of this name is published. */
    NAME,
    /** The window is not valid, or has been closed. */
    WIN,
    /** The base of a window is not valid. */
    BASE,
    /** The size of a window is not valid. */
    SIZE,
    /** The displacement is not valid. */
    DISP,
    /** The kind of lock of a window is not valid. */
    LOCKTYPE,
    /** The assertion about a window is not valid. */
    ASSERT,
    /** Accesses of a window conflict. */
    RMA_CONFLICT,
    /** The synchronization of a window does not allow the call. */
    RMA_SYNC,
    /** The target lies outside the window. */
    RMA_RANGE,
    /** Memory cannot be attached to the window. */
    RMA_ATTACH,
    /** Memory of the window cannot be shared. */
    RMA_SHARED,
    /** The window has the wrong flavor for the call. */
    RMA_FLAVOR,
    /** The file handle is not valid. */
    FILE,
    /** Members of a collective pass different arguments where they must be the same. */
    NOT_SAME,
    /** The access mode of a file is not valid. */
    AMODE,
    /** The data representation of a file is not supported. */
    UNSUPPORTED_DATAREP,
    /** The file does not support the operation, such as a seek on a stream. */
    UNSUPPORTED_OPERATION,
    /** The file does not exist. */
    NO_SUCH_FILE,
    /** The file exists. */
    FILE_EXISTS,
    /** The name of a file is not valid. */
    BAD_FILE,
    /** The permission is denied. */
    ACCESS,
    /** There is not enough space for the file. */
    NO_SPACE,
    /** The quota of the file system is exceeded. */
    QUOTA,
    /** The file or its file system is read-only. */
    READ_ONLY,
    /** The file is open in some process. */
    FILE_IN_USE,
    /** A data representation of this name is defined already. */
    DUP_DATAREP,
    /** A conversion of data of a file has failed. */
    CONVERSION,
    /** Another error of input or output. */
    IO,
    /** Without an owner. */
    OTHER,
    /** A mistake inside Sennit; please report it. */
    INTERN
}
