package org.sennit.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sennit.bench.program.Network;

/**
 * One way to run a peer: the library, what carries its messages, and whether it is as installed or tuned. Immutable.
 *
 * @param label the column's name
 * @param library ending of its commands: openmpi or mpich; of a library in Java its Maven coordinates
 * @param transport what carries the messages
 * @param options options of its {@code mpirun}, or of its JVM
 * @param environment environment variables
 */
public record PeerSetting(
        String label, String library, Transport transport, List<String> options, Map<String, String> environment) {
    /** What carries a peer's messages. */
    public enum Transport {
        /** Shared memory of one host: the yardstick inside a JVM and between JVMs of a host. */
        SHARED_MEMORY,
        /** TCP over loopback: the yardstick for TCP between JVMs. */
        TCP,
        /** The memory of one JVM: libraries in Java. */
        JVM;

        /**
         * Returns what is comparable with a job.
         *
         * @param processes JVMs of the job
         * @param network what carries messages between them
         * @return shared memory where Sennit has it, TCP where it goes through sockets
         */
        public static Transport of(int processes, Network network) {
            return processes == 1 || network.resolved() == Network.MAPPED ? SHARED_MEMORY : TCP;
        }
    }

    /** The end of the label of a setting that is not as installed. */
    public static final String TUNED = "-tuned";

    private static final String OPEN_MPI = "openmpi";
    private static final String MPICH = "mpich";

    /**
     * Returns all that are run. Tuned: without copying through the kernel, which some machines make slower than a
     * pipelined copy through a ring.
     *
     * @return default and tuned settings of both C libraries, TCP, and the libraries in Java
     */
    public static List<PeerSetting> all() {
        return List.of(
                new PeerSetting("ompi", OPEN_MPI, Transport.SHARED_MEMORY, List.of(), Map.of()),
                new PeerSetting(
                        "ompi" + TUNED,
                        OPEN_MPI,
                        Transport.SHARED_MEMORY,
                        List.of("--mca", "btl_vader_single_copy_mechanism", "none"),
                        Map.of()),
                new PeerSetting("mpich", MPICH, Transport.SHARED_MEMORY, List.of(), Map.of()),
                new PeerSetting(
                        "mpich" + TUNED, MPICH, Transport.SHARED_MEMORY, List.of(), Map.of("UCX_TLS", "posix,self")),
                new PeerSetting(
                        "ompi-tcp",
                        OPEN_MPI,
                        Transport.TCP,
                        // Windows too: without osc they would be shared memory.
                        List.of(
                                "--mca",
                                "pml",
                                "ob1",
                                "--mca",
                                "btl",
                                "tcp,self",
                                "--mca",
                                "btl_tcp_if_include",
                                "lo",
                                "--mca",
                                "osc",
                                "pt2pt"),
                        Map.of()),
                new PeerSetting("mpich-tcp", MPICH, Transport.TCP, List.of(), Map.of("UCX_TLS", "tcp,self")),
                new PeerSetting(
                        "aeron",
                        "io.aeron:aeron-driver:1.51.0",
                        Transport.JVM,
                        List.of("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"),
                        Map.of()),
                new PeerSetting("pcj", "pl.edu.icm.pcj:pcj:5.3.0", Transport.JVM, List.of(), Map.of()));
    }

    /** Returns the compiler's command, a name for the search path. */
    public String compiler() {
        return "mpicc." + library;
    }

    /**
     * Returns the command that runs a program on several ranks, as root too and with more ranks than cores.
     *
     * @param ranks their number
     * @param program the program's path
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
