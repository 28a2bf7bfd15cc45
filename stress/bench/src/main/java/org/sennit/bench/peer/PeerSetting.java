package org.sennit.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One way to run a C MPI: the library, what carries its messages, and whether it is as installed or tuned. Immutable.
 *
 * @param label the column's name
 * @param library ending of its commands: openmpi or mpich
 * @param transport what carries the messages
 * @param options options of its {@code mpirun}
 * @param environment environment variables
 */
public record PeerSetting(
        String label, String library, Transport transport, List<String> options, Map<String, String> environment) {

    /** What carries a peer's messages. */
    public enum Transport {
        /** Shared memory of one host: the yardstick inside a JVM and between JVMs of a host. */
        SHARED_MEMORY,
        /** TCP over loopback: the yardstick for TCP between JVMs. */
        TCP;

        /**
         * What is comparable with a job.
         *
         * @param processes JVMs of the job
         * @return shared memory for one JVM, TCP for several
         */
        public static Transport of(int processes) {
            return processes == 1 ? SHARED_MEMORY : TCP;
        }
    }

    private static final String OPEN_MPI = "openmpi";
    private static final String MPICH = "mpich";

    /**
     * All that are run. Tuned: without copying through the kernel, which some machines make slower than a pipelined
     * copy through a ring.
     *
     * @return default and tuned settings of both libraries, and TCP
     */
    public static List<PeerSetting> all() {
        return List.of(
                new PeerSetting("ompi", OPEN_MPI, Transport.SHARED_MEMORY, List.of(), Map.of()),
                new PeerSetting(
                        "ompi-tuned",
                        OPEN_MPI,
                        Transport.SHARED_MEMORY,
                        List.of("--mca", "btl_vader_single_copy_mechanism", "none"),
                        Map.of()),
                new PeerSetting("mpich", MPICH, Transport.SHARED_MEMORY, List.of(), Map.of()),
                new PeerSetting(
                        "mpich-tuned", MPICH, Transport.SHARED_MEMORY, List.of(), Map.of("UCX_TLS", "posix,self")),
                new PeerSetting("ompi-tcp", OPEN_MPI, Transport.TCP, List.of("--mca", "btl", "tcp,self"), Map.of()),
                new PeerSetting("mpich-tcp", MPICH, Transport.TCP, List.of(), Map.of("UCX_TLS", "tcp,self")));
    }

    /**
     * The compiler's command.
     *
     * @return a name for the search path
     */
    public String compiler() {
        return "mpicc." + library;
    }

    /**
     * The command that runs a program on several ranks, as root too and with more ranks than cores.
     *
     * @param ranks how many
     * @param program the program's path
     * @param arguments its arguments
     * @return the command line
     */
    public List<String> command(int ranks, String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (library.equals(OPEN_MPI)) {
            command.addAll(List.of("mpirun.openmpi", "--oversubscribe"));
        } else {
            command.add("mpiexec.mpich");
        }
        command.addAll(List.of("-n", Integer.toString(ranks)));
        command.addAll(options);
        command.add(program);
        command.addAll(arguments);
        return command;
    }
}
