package org.sennit.conformance.twohosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.testkit.Deadlines;

/** An sshd of the test's own on the loopback address, with keys of its own, that knows hosts a and b. One thread. */
final class SshServer implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final int TRIES = 5; // a free port may be taken meanwhile

    private final Path folder;
    private final Process sshd;
    private final int port;

    private SshServer(Path folder, Process sshd, int port) {
        this.folder = folder;
        this.sshd = sshd;
        this.port = port;
    }

    /** Starts it; null, with the reason on standard output, where there is no sshd. */
    static SshServer start(Path folder) throws IOException, InterruptedException {
        if (!Files.isExecutable(SSHD)) {
            System.out.println("ssh: skipped, no " + SSHD + "; install the package openssh-server");
            return null;
        }
        for (String key : List.of("host_key", "key", "other_key")) {
            run(List.of(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    folder.resolve(key).toString()));
        }
        Files.copy(folder.resolve("key.pub"), folder.resolve("authorized_keys"));
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd")); // where sshd of Debian locks itself in
        }
        for (int i = 0; i < TRIES; i++) {
            SshServer server = start(folder, freePort());
            if (server != null) {
                return server;
            }
        }
        System.out.println("ssh: skipped, sshd does not start: " + Files.readString(folder.resolve("log")));
        return null;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static SshServer start(Path folder, int port) throws IOException {
        Path config = Files.writeString(folder.resolve("sshd_config"), """
            Port %d
            ListenAddress 127.0.0.1
            HostKey %s/host_key
            AuthorizedKeysFile %s/authorized_keys
            PidFile none
            StrictModes no
            UsePAM no
            PermitRootLogin yes
            PasswordAuthentication yes
            MaxStartups 100
            """.formatted(port, folder, folder));
        Process sshd = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        String hostKey = Files.readString(folder.resolve("host_key.pub")).strip();
        Files.writeString(folder.resolve("known_hosts"), "[127.0.0.1]:" + port + " " + hostKey + "\n");
        SshServer server = new SshServer(folder, sshd, port);
        long deadline = System.nanoTime() + Deadlines.ns(10);
        while (sshd.isAlive() && System.nanoTime() < deadline) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return server;
            } catch (IOException notYet) {
                Thread.yield();
            }
        }
        server.close();
        return null;
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said.strip());
        }
    }

    /** The agent that reaches it. */
    String agent() throws IOException {
        return agent("key", port);
    }

    /** An agent with another key, or for another port. */
    String agent(String key, int at) throws IOException {
        Path config = folder.resolve("ssh_config." + key + "." + at);
        Files.writeString(config, """
            Host a b
              HostName 127.0.0.1
              Port %d
              IdentityFile %s/%s
              IdentitiesOnly yes
              UserKnownHostsFile %s/known_hosts
              GlobalKnownHostsFile none
              StrictHostKeyChecking ask
            """.formatted(at, folder, key, folder));
        return "ssh -F " + config
                + " -x -o BatchMode=yes -o ServerAliveInterval=5 -o ServerAliveCountMax=4 {host} '{command}'";
    }

    int port() {
        return port;
    }

    /** Makes the client forget the server's key. */
    void forgetHostKey() throws IOException {
        Files.writeString(folder.resolve("known_hosts"), "");
    }

    /** What runs in its sessions, and the sessions. */
    Stream<ProcessHandle> sessions() {
        return sshd.descendants();
    }

    @Override
    public void close() {
        sessions().forEach(ProcessHandle::destroyForcibly);
        sshd.destroyForcibly();
    }
}
