package org.sennit.conformance.twohosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.testkit.Deadlines;

/**
 * Two network name spaces with a cable between them: two hosts, as far as the network goes. Needs root and {@code ip}.
 * One thread.
 */
final class NameSpaces implements AutoCloseable {
    private final String prefix = "sn" + ProcessHandle.current().pid();
    private DelayedCable delayed; // null: the cable is the kernel's

    private NameSpaces() {}

    /** Makes them; null, with the reason on stdout, where this machine does not allow it. */
    static NameSpaces open() throws IOException, InterruptedException {
        return open(0);
    }

    /**
     * The same, far from each other.
     *
     * @param delayMs what a packet takes in each direction; 0: no time
     */
    static NameSpaces open(long delayMs) throws IOException, InterruptedException {
        NameSpaces spaces = new NameSpaces();
        try {
            spaces.ip("netns", "add", spaces.name(0));
            spaces.ip("netns", "add", spaces.name(1));
            List<String> names = List.of(spaces.name(0), spaces.name(1));
            if (delayMs > 0) {
                spaces.delayed = DelayedCable.between(names, List.of("v0", "v1"), delayMs);
            } else {
                String pair = "link add v0 netns " + names.get(0) + " type veth peer name v1 netns " + names.get(1);
                spaces.ip(pair.split(" "));
            }
            for (int host = 0; host < 2; host++) {
                spaces.ip("-n", spaces.name(host), "addr", "add", spaces.address(host) + "/24", "dev", "v" + host);
                spaces.ip("-n", spaces.name(host), "link", "set", "v" + host, "up");
                spaces.ip("-n", spaces.name(host), "link", "set", "lo", "up");
            }
            for (int host = 0; host < 2; host++) {
                spaces.awaitCarrier(host);
            }
            return spaces;
        } catch (IOException e) {
            System.out.println(
                    "two hosts: skipped, this machine does not allow network name spaces: " + e.getMessage());
            spaces.close();
            return null;
        }
    }

    String name(int host) {
        return prefix + (host == 0 ? "a" : "b");
    }

    String address(int host) {
        return "10.77.0." + (host + 1);
    }

    /**
     * Gives each host an address of loopback's network on the cable, in the place of its own: a JVM that is on neither
     * host, and whose sockets are, does not look for such an address among its interfaces before it listens there.
     */
    void addLoopbackAddresses() throws IOException, InterruptedException {
        for (int host = 0; host < 2; host++) {
            ip("-n", name(host), "addr", "del", "127.0.0.1/8", "dev", "lo");
            ip("-n", name(host), "addr", "add", loopbackAddress(host) + "/24", "dev", "v" + host);
            run(on(host, List.of("sh", "-c", "echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet")));
        }
    }

    String loopbackAddress(int host) {
        return "127.77.0." + (host + 1);
    }

    /** A command that runs on one of the hosts. */
    List<String> on(int host, List<String> command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name(host)));
        all.addAll(command);
        return all;
    }

    /** Pulls the cable out, or puts it back: both kernels see nothing but silence at the other end's sockets. */
    void setCable(boolean isIn) throws IOException, InterruptedException {
        ip("-n", name(0), "link", "set", "v0", isIn ? "up" : "down");
    }

    /** Lets no more than so much through, and drops what does not fit in a short queue: TCP must send it again. */
    void limit(String rate) throws IOException, InterruptedException {
        run(on(
                0,
                List.of(
                        "tc", "qdisc", "add", "dev", "v0", "root", "tbf", "rate", rate, "burst", "16k", "limit",
                        "24k")));
    }

    /** Lets no frame above 1,300 bytes through from the first host, in silence. */
    void dropLargeFrames() throws IOException, InterruptedException {
        run(on(
                0,
                List.of(
                        "tc", "qdisc", "add", "dev", "v0", "root", "tbf", "rate", "100mbit", "burst", "1300", "limit",
                        "300000")));
    }

    /**
     * Has one host treat what arrives by a rule of {@code nft}, in place of any before; false where that is not
     * installed.
     */
    boolean filter(int host, String rule) throws IOException, InterruptedException {
        try {
            run(on(
                    host,
                    List.of(
                            "nft",
                            "flush ruleset; add table inet f; add chain inet f i"
                                    + " { type filter hook input priority 0; }; add rule inet f i " + rule)));
            return true;
        } catch (IOException none) {
            System.out.println("two hosts: " + none.getMessage());
            return false;
        }
    }

    /**
     * Until then its device counts as down, and a process that starts finds no address; the test's deadline bounds it.
     */
    private void awaitCarrier(int host) throws IOException, InterruptedException {
        String state;
        do {
            state = run(List.of("ip", "-n", name(host), "-o", "link", "show", "v" + host));
        } while (state.contains("NO-CARRIER") || state.contains("DOWN"));
    }

    private void ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        run(command);
    }

    /** Returns what it has said. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(Deadlines.ns(10), TimeUnit.NANOSECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said.strip());
        }
        return said;
    }

    @Override
    public void close() {
        if (delayed != null) {
            delayed.close();
        }
        for (int host = 0; host < 2; host++) {
            try {
                ip("netns", "del", name(host));
            } catch (IOException e) {
                // there was none
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
