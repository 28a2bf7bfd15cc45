package org.sennit.qmp;

import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.ThreadLevel;
import org.sennit.config.Options;

/**
 * The interface of QMP for one node. A node is an endpoint, so the same program runs on threads of a JVM, JVMs of a
 * host, and hosts; what is global in C belongs to this object. A program that is an endpoint's already has it by {@link
 * #of(Endpoint, String...)}, one with a main method of its own by {@link #initMsgPassing}.
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
 * <p>The calls stand in chapters. Those of {@link MachineCalls}, {@link ChannelCalls} and {@link GlobalCalls} are made
 * on the default communicator; those of {@link AllocatedMachineCalls}, {@link MemoryCalls}, {@link HandleCalls} and
 * {@link ReportCalls} are about this node.
 *
 * <p><b>Errors.</b> A mistake of the caller, a message that does not fit, and a time that has passed are a status, a
 * null handle or a false result; {@link #getErrorNumber} and {@link #getErrorString} say more. The end of the job,
 * because another node has failed or aborted, is a {@link org.sennit.message.SennitException} from any call that blocks
 * or starts, since a C program would have been killed.
 *
 * <p><b>Threads.</b> One thread at a time makes the calls of a node; at level MULTIPLE several may start and await
 * handles of their own at once. The last error is the calling thread's.
 */
public final class Qmp extends ReportCalls {
    private final NodeState node;

    private Qmp(NodeState node) {
        this.node = node;
    }

    @Override
    CommState comm() {
        return node.defaultComm();
    }

    @Override
    NodeState node() {
        return node;
    }

    // ---- beginning and end ----

    /**
     * Opens this process's job, in which it is one node that the calling thread drives, and initializes QMP on it.
     * Collective over all processes; blocks. The same thread ends it by {@link #finalizeMsgPassing}.
     * (QMP_init_msg_passing)
     *
     * @param arguments of the program; those that begin with {@code -qmp-} are QMP's, see {@link #arguments}
     * @param required the thread level that the program needs
     * @return this node
     * @throws org.sennit.message.SennitException ARG for a wrong {@code -qmp-} argument; UNSUPPORTED when the launcher
     *     wants several endpoints in this process; BOOTSTRAP or NETWORK when the job could not start; final
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
     * Initializes QMP on an endpoint whose program is running: its nodes are those of the endpoint's world. Collective;
     * blocks.
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
     * Returns the arguments of the program that are not QMP's. Taken out are {@code -qmp-geom} (sizes of the allocated
     * machine, or {@code native}: the grid of {@code sennit run --grid}, as without the option), {@code -qmp-alloc-map}
     * and {@code -qmp-logic-map} (the order of its axes, and of the logical ones, fastest first) and {@code -qmp-job}
     * (sizes of the part that each of several jobs gets), each with all numbers behind it, and {@code -qmp-nmpi} (the
     * number of nodes that is expected) with one.
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
        return node.surroundings().isInitialized();
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

    /**
     * Ends the job and all its processes with exit status 1; does not return. (QMP_abort)
     *
     * @throws org.sennit.message.SennitException always
     */
    public void abort() {
        abort(1);
    }

    /**
     * Ends the job and all its processes; does not return. (QMP_abort, QMP 2.5)
     *
     * @param code the exit status of the job, 1 to 255
     * @throws org.sennit.message.SennitException always
     */
    public void abort(int code) {
        abortString(code, "aborted");
    }

    /**
     * Ends the job and all its processes with a text; does not return. (QMP_abort_string, QMP 2.5)
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
