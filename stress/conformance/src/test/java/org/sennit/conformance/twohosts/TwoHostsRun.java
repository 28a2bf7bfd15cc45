package org.sennit.conformance.twohosts;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.server.KeyValueServer;
import org.sennit.internal.runtime.bootstrap.server.ServerEvents;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadlines;

/** A job with one process on each of two hosts, under way. One thread. */
final class TwoHostsRun implements AutoCloseable {
    private final Path folder = Files.createTempDirectory("sennit-two-hosts");
    private final KeyValueServer server;
    private final LauncherTunnel tunnel;
    private final List<Process> processes = new ArrayList<>();
    private final BufferedReader out;

    TwoHostsRun(NameSpaces spaces, int rounds, Map<String, String> settings) throws IOException {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) 7);
        server = new KeyValueServer(2, new int[] {1, 1}, secret, new IgnoredEvents(), RuntimeContext.system());
        Path file = folder.resolve("launcher");
        tunnel = LauncherTunnel.fromFile(file, server.port());
        for (int host = 0; host < 2; host++) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-D" + Options.MEMBER_PROPERTY + "=two-hosts",
                    "-cp",
                    System.getProperty("java.class.path"),
                    TwoHostsProgram.class.getName(),
                    file.toString(),
                    "" + server.port(),
                    "" + rounds));
            ProcessBuilder builder = new ProcessBuilder(spaces.on(host, command));
            Map<String, String> environment = builder.environment();
            put(environment, JobOptions.ID, "two-hosts");
            put(environment, JobOptions.PROCESS, host);
            put(environment, JobOptions.PROCESSES, 2);
            put(environment, JobOptions.ENDPOINTS, 1);
            put(environment, JobOptions.HOST_PROCESSES, 1);
            put(environment, JobOptions.SERVER_PORT, server.port());
            put(environment, JobOptions.SECRET, HexFormat.of().formatHex(secret));
            environment.put(Options.variableName("net.host"), "h" + host);
            settings.forEach((name, value) -> environment.put(Options.variableName(name), value));
            builder.redirectError(folder.resolve("err" + host).toFile());
            if (host == 1) {
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
            }
            processes.add(builder.start());
        }
        out = processes.get(0).inputReader();
    }

    private static void put(Map<String, String> environment, Option<?> option, Object value) {
        environment.put(Options.variableName(option.name()), value.toString());
    }

    /** Waits for a line of rank 0; false when it ends without it. */
    boolean awaitLine(String start) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    /** Waits for the end of both; their exit statuses, −1 for one that has not ended in time. */
    List<Integer> awaitEnd(long seconds) throws InterruptedException {
        List<Integer> statuses = new ArrayList<>();
        for (Process process : processes) {
            statuses.add(process.waitFor(Deadlines.ns(seconds), TimeUnit.NANOSECONDS) ? process.exitValue() : -1);
        }
        return statuses;
    }

    /** What a process has said on stderr. */
    String err(int host) throws IOException {
        return Files.readString(folder.resolve("err" + host));
    }

    @Override
    public void close() throws IOException {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        tunnel.close();
        server.close();
        for (String name : List.of("launcher", "err0", "err1", "")) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    /** A launcher that only keeps the key-value space. */
    private static final class IgnoredEvents implements ServerEvents {
        @Override
        public void aborted(int process, int status, String report) {
            // the others find out by the network: that is what is tested
        }

        @Override
        public void uncaught(int process, String report) {
            // as above
        }

        @Override
        public void lost(int process, int lost, String why) {
            // as above
        }

        @Override
        public void late(int process, String why) {
            // as above
        }
    }
}
