package org.sennit.qmp;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.ThreadLevel;
import org.sennit.config.Options;
import org.sennit.message.Memory;

/**
 * QMP as one node has it. A node is an endpoint, so the same program runs on threads of a JVM, JVMs of a host, and hosts; what
 * is global in C belongs to this object. A program that is an endpoint's already has it by {@link #of(Endpoint, String...)},
 * one with a main method of its own by {@link #initMsgPassing}.
 *
 * <pre>{@code
 * Qmp qmp = Qmp.of(endpoint);
 * qmp.layoutGrid(new int[] {8, 8, 8, 8}, 4);
 * MessageHandle halo = qmp.declareMultiple(new MessageHandle[] {
 *     qmp.declareReceiveRelative(qmp.declareMsgmem(in, bytes), 0, MINUS, 0),
 *     qmp.declareSendRelative(qmp.declareMsgmem(out, bytes), 0, PLUS, 0)
 * }, 2);
 * qmp.start(halo);
 * qmp.await(halo);
 * qmp.finalizeMsgPassing();
 * }</pre>
 *
 * <p>The calls of {@link MachineCalls}, {@link ChannelCalls} and {@link GlobalCalls} are made on the default communicator.
 *
 * <p><b>Errors.</b> A mistake of the caller, a message that does not fit, and a time that has passed are a status, a null handle or a
 * false result; {@link #getErrorNumber} and {@link #getErrorString} say more. The end of the job, because another node has
 * failed or aborted, is a {@link org.sennit.message.SennitException} from any call that blocks or starts, since a C program would have
 * been killed.
 *
 * <p><b>Threads.</b> One thread at a time makes the calls of a node; at level MULTIPLE several may start and await handles of
 * their own at once. The last error is the calling thread's.
 */
public final class Qmp extends GlobalCalls {
    /** Memory that no cache holds; has no effect. (QMP_MEM_NONCACHE) */
    public static final int MEM_NONCACHE = 0x01;

    /** Memory for communication: other processes of the host map it. (QMP_MEM_COMMS) */
    public static final int MEM_COMMS = 0x02;

    /** Fast memory; has no effect. (QMP_MEM_FAST) */
    public static final int MEM_FAST = 0x04;

    /** What memory is without flags. (QMP_MEM_DEFAULT) */
    public static final int MEM_DEFAULT = MEM_COMMS | MEM_FAST;

    private final NodeState node;

    private Qmp(NodeState node) {
        this.node = node;
    }

    @Override
    CommState comm() {
        return node.defaultComm();
    }

    NodeState node() {
        return node;
    }

    // ---- beginning and end ----

    /**
     * Opens this process's job, in which it is one node that the calling thread drives, and initializes QMP on it. Collective over all
     * processes; blocks. The same thread ends it by {@link #finalizeMsgPassing}. (QMP_init_msg_passing)
     *
     * @param arguments of the program; those that begin with {@code -qmp-} are QMP's, see {@link #arguments}
     * @param required the thread level that the program needs
     * @return this node
     * @throws org.sennit.message.SennitException ARG for a wrong {@code -qmp-} argument; UNSUPPORTED when the launcher wants several
     *     endpoints in this process; BOOTSTRAP or NETWORK when the job could not start; final
     */
    public static Qmp initMsgPassing(String[] arguments, QmpThreadLevel required) {
        Options options = Options.fromEnvironment();
        Job job = Job.open(
                required == QmpThreadLevel.MULTIPLE
                        ? options.with(ThreadLevel.OPTION, "multiple", "Qmp.initMsgPassing")
                        : options);
        try {
            return new Qmp(NodeState.of(job.endpoint(0).world(), job, arguments));
        } catch (RuntimeException e) {
            try (job) {
                throw e;
            }
        }
    }

    /**
     * Initializes QMP on an endpoint whose program is running: its nodes are those of the endpoint's world. Collective; blocks.
     *
     * @param endpoint driven by the calling thread
     * @param arguments of the program; those that begin with {@code -qmp-} are QMP's, see {@link #arguments}
     * @return this node
     * @throws org.sennit.message.SennitException ARG for a wrong {@code -qmp-} argument; final
     */
    public static Qmp of(Endpoint endpoint, String... arguments) {
        return of(endpoint.world(), arguments);
    }

    /**
     * Initializes QMP on the members of a communicator, of which it makes duplicates. Collective; blocks.
     *
     * @param allocated its ranks are the numbers of the nodes
     * @param arguments of the program; those that begin with {@code -qmp-} are QMP's, see {@link #arguments}
     * @return this node
     * @throws org.sennit.message.SennitException ARG for a wrong {@code -qmp-} argument; final
     */
    public static Qmp of(Communicator allocated, String... arguments) {
        return new Qmp(NodeState.of(allocated, null, arguments));
    }

    /**
     * Returns the arguments of the program that are not QMP's: without {@code -qmp-geom} (sizes of the allocated machine, or
     * {@code native}: the grid of {@code sennit run --grid}, if any), {@code -qmp-alloc-map} and {@code -qmp-logic-map} (the order of its axes, and of the logical ones),
     * {@code -qmp-job} (sizes of the part that each of several jobs gets) and {@code -qmp-nmpi} (the number of nodes that is expected), each with
     * the numbers behind it.
     *
     * @return a copy
     */
    public String[] arguments() {
        return node.arguments();
    }

    /**
     * Returns the thread level that is provided, which may be higher than the required one. (the last argument of
     * QMP_init_msg_passing)
     *
     * @return SERIALIZED or MULTIPLE
     */
    public QmpThreadLevel getProvidedThreadLevel() {
        return node.endpoint().threadLevel() == ThreadLevel.MULTIPLE
                ? QmpThreadLevel.MULTIPLE
                : QmpThreadLevel.SERIALIZED;
    }

    /**
     * Returns whether QMP can be used. (QMP_is_initialized)
     *
     * @return true until {@link #finalizeMsgPassing}
     */
    public boolean isInitialized() {
        return node.isInitialized();
    }

    /**
     * Ends QMP: prints the table of the profile where there is one, frees handles and memory, and closes the job when
     * {@link #initMsgPassing} has opened it. Collective; blocks. A second call does nothing. (QMP_finalize_msg_passing)
     */
    public void finalizeMsgPassing() {
        node.end();
    }

    /**
     * Returns the release of QMP that these calls are of. (QMP_version_str, QMP 2.5)
     *
     * @return such as {@code 2.5.0}
     */
    public static String versionStr() {
        return "2.5.0";
    }

    /**
     * Returns the release of QMP that these calls are of, as a number. (QMP_version_int, QMP 2.5)
     *
     * @return two digits each for minor release and correction behind the major release
     */
    public static int versionInt() {
        return 2_05_00;
    }

    // ---- allocated machine ----

    /**
     * Returns how the nodes are connected. (QMP_get_msg_passing_type)
     *
     * @return GRID where a geometry was given, else SWITCH
     */
    public InterconnectType getMsgPassingType() {
        return node.allocatedGrid() == null ? InterconnectType.SWITCH : InterconnectType.GRID;
    }

    /**
     * Returns the number of axes of the allocated machine. (QMP_get_allocated_number_of_dimensions)
     *
     * @return 0 for a switch
     */
    public int getAllocatedNumberOfDimensions() {
        return node.allocatedGrid() == null ? 0 : node.allocatedGrid().dimensions().length;
    }

    /**
     * Returns the nodes along each axis of the allocated machine. (QMP_get_allocated_dimensions)
     *
     * @return a copy; null for a switch
     */
    public int[] getAllocatedDimensions() {
        return node.allocatedGrid() == null
                ? null
                : node.allocatedGrid().dimensions().clone();
    }

    /**
     * Returns the place of this node in the allocated machine. (QMP_get_allocated_coordinates)
     *
     * @return a copy; null for a switch
     */
    public int[] getAllocatedCoordinates() {
        return node.allocatedGrid() == null
                ? null
                : node.allocatedGrid().coordinatesOf(node.allocated().nodeNumber());
    }

    /**
     * Returns the number of this node's job, of several in one allocated machine. (QMP_get_job_number, QMP 2.5)
     *
     * @return 0 to the number of jobs − 1
     */
    public int getJobNumber() {
        return node.job().color();
    }

    /**
     * Returns how many jobs the allocated machine is divided into. (QMP_get_number_of_jobs, QMP 2.5)
     *
     * @return 1 without {@code -qmp-job}
     */
    public int getNumberOfJobs() {
        return node.job().numberOfColors();
    }

    /**
     * Returns the number of axes of the part that a job has. (QMP_get_number_of_job_geometry_dimensions, QMP 2.5)
     *
     * @return 0 without {@code -qmp-job}
     */
    public int getNumberOfJobGeometryDimensions() {
        return node.jobGeometry() == null ? 0 : node.jobGeometry().length;
    }

    /**
     * Returns the nodes along each axis of the part that a job has. (QMP_get_job_geometry, QMP 2.5)
     *
     * @return a copy; null without {@code -qmp-job}
     */
    public int[] getJobGeometry() {
        return node.jobGeometry() == null ? null : node.jobGeometry().clone();
    }

    /**
     * Returns the node that does input and output for another: the lowest one of its process. (QMP_io_node, QMP 2.5)
     *
     * @param nodeNumber a node of the default communicator
     * @return a node number; −1 with NODE_OUTRANGE for another number
     */
    public int getIoNode(int nodeNumber) {
        return comm().firstOfProcess(nodeNumber);
    }

    /**
     * Returns the node that does input and output for all. (QMP_master_io_node, QMP 2.5)
     *
     * @return 0
     */
    public int getMasterIoNode() {
        return 0;
    }

    // ---- communicators ----

    /**
     * Returns the communicator of all nodes. (QMP_comm_get_allocated, QMP 2.5)
     *
     * @return always the same
     */
    public QmpCommunicator getAllocatedCommunicator() {
        return node.allocated().handle();
    }

    /**
     * Returns the communicator of the nodes of this node's job. (QMP_comm_get_job, QMP 2.5)
     *
     * @return the allocated one without {@code -qmp-job}
     */
    public QmpCommunicator getJobCommunicator() {
        return node.job().handle();
    }

    /**
     * Returns the communicator on which the calls without a communicator are made; at the beginning the job's.
     * (QMP_comm_get_default, QMP 2.5)
     *
     * @return the default one
     */
    public QmpCommunicator getDefaultCommunicator() {
        return node.defaultComm().handle();
    }

    /**
     * Replaces the communicator on which the calls without a communicator are made; local. (QMP_comm_set_default, QMP 2.5)
     *
     * @param communicator of this node
     * @return SUCCESS, or INVALID_ARG for one that is missing, freed or another node's
     */
    public QmpStatus setDefaultCommunicator(QmpCommunicator communicator) {
        return node.setDefault(communicator);
    }

    // ---- memory ----

    /**
     * Allocates memory for messages, aligned to 64 bytes and filled with zeros. (QMP_allocate_memory)
     *
     * @param nbytes how many
     * @return the memory; null with NOMEM_ERR or MEMSIZE_ERR
     */
    public AlignedMemory allocateMemory(long nbytes) {
        return allocateAlignedMemory(nbytes, AlignedMemory.DEFAULT_ALIGNMENT, MEM_DEFAULT);
    }

    /**
     * Allocates memory for messages, filled with zeros. (QMP_allocate_aligned_memory)
     *
     * @param nbytes how many
     * @param alignment a power of two, in bytes
     * @param flags {@link #MEM_COMMS} and others, or {@link #MEM_DEFAULT}
     * @return the memory; null with NOMEM_ERR, MEMSIZE_ERR for a negative size or another alignment, INVALID_ARG for
     *     other flags
     */
    public AlignedMemory allocateAlignedMemory(long nbytes, long alignment, int flags) {
        return node.memory().allocate(nbytes, alignment, flags);
    }

    /**
     * Returns the bytes of allocated memory. (QMP_get_memory_pointer)
     *
     * @param memory allocated here
     * @return the bytes; null with BAD_MEMORY for freed or missing memory
     */
    public MemorySegment getMemoryPointer(AlignedMemory memory) {
        return node.memory().pointer(memory);
    }

    /**
     * Frees allocated memory. Nothing under way may use it. (QMP_free_memory)
     *
     * @param memory allocated here; null and freed memory are passed over
     */
    public void freeMemory(AlignedMemory memory) {
        node.memory().free(memory);
    }

    /**
     * Declares bytes in a row. (QMP_declare_msgmem)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param nbytes how many bytes from its beginning
     * @return the memory of messages; null with BAD_MEMORY, MEMSIZE_ERR for a negative size, MEMSIZE_TOOBIG where it does not lie in
     *     the buffer
     */
    public MessageMemory declareMsgmem(@Memory Object buffer, long nbytes) {
        return node.memory().declare(buffer, 0, nbytes);
    }

    /**
     * Declares bytes in a row that begin inside a buffer. (QMP_declare_msgmem)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset where they begin, in bytes
     * @param nbytes how many
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}
     */
    public MessageMemory declareMsgmem(@Memory Object buffer, long offset, long nbytes) {
        return node.memory().declare(buffer, offset, nbytes);
    }

    /**
     * Declares blocks at an even distance. (QMP_declare_strided_msgmem)
     *
     * @param base a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}, at whose beginning the first block lies
     * @param blksize bytes of a block
     * @param nblocks how many blocks
     * @param stride bytes from the beginning of a block to that of the next one
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}
     */
    public MessageMemory declareStridedMsgmem(@Memory Object base, long blksize, int nblocks, long stride) {
        return node.memory().declareStrided(base, 0, blksize, nblocks, stride);
    }

    /**
     * Declares blocks at an even distance, the first of which begins inside a buffer. (QMP_declare_strided_msgmem)
     *
     * @param base a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset where the first block begins, in bytes
     * @param blksize bytes of a block
     * @param nblocks how many blocks
     * @param stride bytes from the beginning of a block to that of the next one; may be negative
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}
     */
    public MessageMemory declareStridedMsgmem(
            @Memory Object base, long offset, long blksize, int nblocks, long stride) {
        return node.memory().declareStrided(base, offset, blksize, nblocks, stride);
    }

    /**
     * Declares a list of sets of blocks, in the order of the list. Where all of them lie in one buffer nothing is packed inside a
     * JVM; sets in different buffers go through a buffer of their handle, as {@link #start} and {@link #await} copy it.
     * (QMP_declare_strided_array_msgmem)
     *
     * @param base for each set the buffer at whose beginning its first block lies
     * @param blksize for each set the bytes of a block
     * @param nblocks for each set how many blocks
     * @param stride for each set the bytes from the beginning of a block to that of the next one
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}, and INVALID_ARG for arrays of different lengths
     */
    public MessageMemory declareStridedArrayMsgmem(Object[] base, long[] blksize, int[] nblocks, long[] stride) {
        return node.memory().declareStridedArray(base, blksize, nblocks, stride);
    }

    /**
     * Declares a list of sets of blocks in one buffer, in the order of the list. (QMP_declare_strided_array_msgmem)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param offset for each set where its first block begins, in bytes
     * @param blksize for each set the bytes of a block
     * @param nblocks for each set how many blocks
     * @param stride for each set the bytes from the beginning of a block to that of the next one; may be negative
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}, and INVALID_ARG for arrays of different lengths
     */
    public MessageMemory declareStridedArrayMsgmem(
            @Memory Object buffer, long[] offset, long[] blksize, int[] nblocks, long[] stride) {
        return node.memory().declareStridedArray(buffer, offset, blksize, nblocks, stride);
    }

    /**
     * Declares blocks of any length anywhere in a buffer, in the order of the list. (QMP_declare_indexed_msgmem, QMP 2.5)
     *
     * @param buffer a primitive array, ByteBuffer, Agrona buffer, MemorySegment or {@link AlignedMemory}
     * @param blocklen for each block how many elements
     * @param index for each block where it begins, in elements
     * @param elemsize bytes of an element
     * @param count how many blocks
     * @return the memory of messages; null as for {@link #declareMsgmem(Object, long)}, and INVALID_ARG for arrays shorter than the count
     */
    public MessageMemory declareIndexedMsgmem(
            @Memory Object buffer, int[] blocklen, int[] index, int elemsize, int count) {
        return node.memory().declareIndexed(buffer, blocklen, index, elemsize, count);
    }

    /**
     * Frees memory of messages; the bytes stay as they are. (QMP_free_msgmem)
     *
     * @param memory declared here; stays as it is, with MEMUSED_ERR, while a handle uses it; null and freed memory are passed over
     */
    public void freeMsgmem(MessageMemory memory) {
        node.memory().free(memory);
    }

    // ---- handles ----

    /**
     * Frees a handle. (QMP_free_msghandle)
     *
     * @param handle idle; stays as it is, with INVALID_OP when it is active, with BAD_MESSAGE when it is consumed; null and freed
     *     handles are passed over
     */
    public void freeMsghandle(MessageHandle handle) {
        node.running().free(handle);
    }

    /**
     * Lets a handle use other memory of the same shape, without a new declaration. (QMP_change_address, QMP 2.5)
     *
     * @param handle idle, of one channel, declared with memory in one buffer
     * @param buffer takes the place of that buffer
     * @return SUCCESS; INVALID_OP for a handle that is active or of several channels, BAD_MEMORY, MEMSIZE_TOOBIG where the
     *     shape does not lie in the buffer
     */
    public QmpStatus changeAddress(MessageHandle handle, @Memory Object buffer) {
        return node.running().changeAddress(handle, new Object[] {buffer}, 1);
    }

    /**
     * Lets the channels of a handle use other memory of the same shapes. (QMP_change_address_multiple, QMP 2.5)
     *
     * @param handle idle
     * @param buffers for each channel, in the declared order, what takes the place of its buffer; null leaves it
     * @param naddr the number of channels
     * @return SUCCESS; INVALID_ARG for another number, otherwise as {@link #changeAddress}; nothing is changed then
     */
    public QmpStatus changeAddressMultiple(MessageHandle handle, Object[] buffers, int naddr) {
        return node.running().changeAddress(handle, buffers, naddr);
    }

    /**
     * Says whether the memory of a receive may be overwritten before its start; a message that is there already then comes
     * while the node computes. (QMP_clear_to_send, QMP 2.5)
     *
     * @param handle idle; its sends are left as they are
     * @param clearToSend READY counts for the next start, and cannot be taken back
     * @return SUCCESS; INVALID_OP for a handle that is active, or where READY is taken back
     */
    public QmpStatus clearToSend(MessageHandle handle, ClearToSend clearToSend) {
        return node.running().clearToSend(handle, clearToSend);
    }

    // ---- running ----

    /**
     * Starts all channels of a handle; does not block, and allocates nothing. A receive gates its channel: its memory is written
     * from now on. A second start to the same node by another handle does not block either. (QMP_start)
     *
     * @param handle idle
     * @return SUCCESS; INVALID_OP when it is active (it goes on unharmed), BAD_MESSAGE when it is missing, freed or
     *     consumed, BAD_MEMORY when its memory has been freed
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public QmpStatus start(MessageHandle handle) {
        return node.running().start(handle);
    }

    /**
     * Makes progress and looks. A send is complete when its memory may be overwritten, a receive when its message is there.
     * (QMP_is_complete)
     *
     * @param handle any
     * @return true when it is complete, or idle; true with BAD_MESSAGE for one that is missing, freed or consumed; an
     *     error of the operation is told by {@link #getErrorNumber}
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public boolean isComplete(MessageHandle handle) {
        return node.running().isComplete(handle);
    }

    /**
     * Blocks until a handle is complete, for at most ten minutes, see {@link #setTimeout}. (QMP_wait)
     *
     * @param handle any
     * @return SUCCESS, at once when it is idle; TIMEOUT, and it is active still; BAD_MESSAGE for a handle that is missing,
     *     freed or consumed, or for a message that is longer than its memory
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public QmpStatus await(MessageHandle handle) {
        return node.running().await(handle);
    }

    /**
     * Blocks until all handles are complete, for at most ten minutes in all, see {@link #setTimeout}. (QMP_wait_all)
     *
     * @param handles sends and receives
     * @param nhandles how many of them
     * @return SUCCESS, or the first status by index that is another; all have been waited for
     * @throws org.sennit.message.SennitException when the job has failed or ended
     */
    public QmpStatus awaitAll(MessageHandle[] handles, int nhandles) {
        return node.running().awaitAll(handles, nhandles);
    }

    /**
     * Sets how long {@link #await} and {@link #awaitAll} wait, for all channels together.
     *
     * @param timeoutNs nanoseconds, 0 and up; ten minutes at the beginning
     */
    public void setTimeout(long timeoutNs) {
        node.running().setTimeout(timeoutNs);
    }

    // ---- errors ----

    /**
     * Returns the last status of a handle, or of the calling thread. (QMP_get_error_number)
     *
     * @param handle null for the last call of this thread that has failed; a declaration that succeeds sets it back
     * @return the status
     */
    public QmpStatus getErrorNumber(MessageHandle handle) {
        return handle == null ? node.errors().last() : handle.status();
    }

    /**
     * Returns the text of the last error of a handle, or of the calling thread. (QMP_get_error_string)
     *
     * @param handle as for {@link #getErrorNumber}
     * @return the text of the status, with what is known of the cause; never empty
     */
    public String getErrorString(MessageHandle handle) {
        return handle == null ? node.errors().lastText() : handle.statusText();
    }

    /**
     * Returns the text of a status. (QMP_error_string)
     *
     * @param status any
     * @return a few words
     */
    public static String errorString(QmpStatus status) {
        return status.text();
    }

    // ---- profiling and printing ----

    /**
     * Sets how much is written about errors. (QMP_verbose)
     *
     * @param level 0: nothing; 1: each error, to the standard error stream; 2: declared topologies and layouts too
     * @return the level before
     */
    public int verbose(int level) {
        return node.console().verbose(level);
    }

    /**
     * Sets what is measured. (QMP_profcontrol)
     *
     * @param level 0: nothing; 1: starts, bytes and time of each handle that is declared from now on, written by node 0 at the end;
     *     2: written by all nodes
     * @return the level before
     */
    public int profcontrol(int level) {
        return node.profile().control(level);
    }

    /**
     * Returns what was measured so far. (the table of QMP_finalize_msg_passing)
     *
     * @return a line for each handle that was declared while the level was above 0, below a line of headings; empty without
     */
    public String getProfile() {
        return node.profile().table();
    }

    /**
     * Returns the time. (QMP_time, QMP 2.5)
     *
     * @return seconds since any moment
     */
    public double time() {
        return System.nanoTime() * 1e-9;
    }

    /** Sets the time spent in QMP back to 0. (QMP_reset_total_qmp_time, QMP 2.5) */
    public void resetTotalQmpTime() {
        node.profile().resetTotal();
    }

    /**
     * Returns the time spent in starts, waits and global operations while the level of {@link #profcontrol} was above 0.
     * (QMP_get_total_qmp_time, QMP 2.5)
     *
     * @return seconds
     */
    public double getTotalQmpTime() {
        return node.profile().totalSeconds();
    }

    /**
     * Writes to the standard output stream, with node and host before the text. (QMP_printf)
     *
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return how many characters were written
     */
    public int printf(String format, Object... arguments) {
        return node.console().print(System.out, format, arguments);
    }

    /**
     * Writes to a stream, with node and host before the text. (QMP_fprintf)
     *
     * @param stream where to
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return how many characters were written
     */
    public int fprintf(PrintStream stream, String format, Object... arguments) {
        return node.console().print(stream, format, arguments);
    }

    /**
     * Writes a line to the standard output stream, with node and host before the text. (QMP_info)
     *
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return how many characters were written
     */
    public int info(String format, Object... arguments) {
        return node.console().print(System.out, format + "%n", arguments);
    }

    /**
     * Writes a line to the standard error stream, with node and host before the text. (QMP_error)
     *
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return how many characters were written
     */
    public int error(String format, Object... arguments) {
        return node.console().print(System.err, format + "%n", arguments);
    }

    /**
     * Ends the job and all its processes; does not return. (QMP_abort)
     *
     * @param code the exit status of the job, 1 to 255
     * @throws org.sennit.message.SennitException always
     */
    public void abort(int code) {
        abortString(code, "aborted");
    }

    /**
     * Ends the job and all its processes with a text; does not return. (QMP_abort_string)
     *
     * @param code the exit status of the job, 1 to 255
     * @param text why
     * @throws org.sennit.message.SennitException always
     */
    public void abortString(int code, String text) {
        node.abort(code, text);
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
