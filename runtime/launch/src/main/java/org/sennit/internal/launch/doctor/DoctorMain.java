package org.sennit.internal.launch.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.internal.launch.job.JvmFlags;

/** The main class of the JVMs that {@code sennit doctor} starts. */
public final class DoctorMain {
    /** Prints a word of another process's memory. */
    static final String MEMORY = "memory";

    /** Checks the host, then answers the launcher's questions. */
    static final String HOST = "host";

    private DoctorMain() {}

    /** Returns the command that starts this class; the same on every host with the same files. */
    static List<String> command(String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.libraries());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx64m"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(DoctorMain.class.getName());
        command.addAll(Arrays.asList(args));
        return command;
    }

    /** Does what the first argument says. */
    public static void main(String[] args) throws IOException {
        if (args[0].equals(MEMORY)) {
            System.out.println(PeerMemory.read(Integer.parseInt(args[1]), Long.parseLong(args[2])));
        } else {
            new HostAnswers(System.in, System.out).serve();
        }
    }
}
