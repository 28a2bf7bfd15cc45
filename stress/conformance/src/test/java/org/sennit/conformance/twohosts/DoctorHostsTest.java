package org.sennit.conformance.twohosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.Deadline;

/** {@code sennit doctor --hosts} over two hosts: what it says of paths that are fine, and of some that are not. */
@Deadline(seconds = 180)
@Tag("stress") // needs root
class DoctorHostsTest {
    private NameSpaces spaces;

    @BeforeEach
    void open() throws Exception {
        spaces = NameSpaces.open();
        assumeTrue(spaces != null, "no network name spaces here: needs root and ip");
    }

    @AfterEach
    void close() {
        if (spaces != null) {
            spaces.close();
        }
    }

    private DoctorAnswer doctor() throws Exception {
        return doctor(TwoHostsRun.AGENT);
    }

    private DoctorAnswer doctor(String agent) throws Exception {
        return doctor(agent, Map.of());
    }

    /** Runs it on the first host. */
    private DoctorAnswer doctor(String agent, Map<String, String> environment) throws Exception {
        List<String> command = spaces.on(
                0, TwoHostsRun.java("doctor", "--hosts", spaces.name(0) + "," + spaces.name(1), "--agent", agent));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process doctor = builder.start();
        String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new DoctorAnswer(doctor.waitFor(), said);
    }

    private record DoctorAnswer(int exitStatus, String out) {
        void finds(String what) {
            assertEquals(1, exitStatus, out);
            assertTrue(out.contains("!!  " + what), out);
        }
    }

    @Test
    void saysWhichAddressReachesWhichPort() throws Exception {
        String said = doctor().out();
        for (int host = 0; host < 2; host++) {
            String path = "ok  path to " + spaces.name(host) + ": port \\d+ reached at " + spaces.address(host)
                    + " from " + spaces.address(1 - host) + "\n";
            assertTrue(Pattern.compile(path).matcher(said).find(), said);
        }
        String launcher = "ok  path to the launcher: port \\d+ reached at " + spaces.address(0) + " from "
                + spaces.address(1) + "\n";
        assertTrue(Pattern.compile(launcher).matcher(said).find(), said);
        assertTrue(said.contains("ok  clock: "), said);
        assertTrue(said.contains("ok  interface: TCP on " + spaces.address(1)), said);
        assertTrue(said.contains("ok  name of " + spaces.name(1) + ": not known here"), said);
    }

    @Test
    void findsAPathThatDropsLargeFrames() throws Exception {
        spaces.dropLargeFrames();
        doctor().finds("path to " + spaces.name(1) + ": " + spaces.address(1)
                + ": small frames pass, large ones do not");
    }

    @Test
    void findsAPathWithoutAnAnswer() throws Exception {
        spaces.setCable(false);
        doctor().finds("path to " + spaces.name(0));
    }

    @Test
    void findsAFirewallThatRejectsAndOneThatIsSilent() throws Exception {
        assumeTrue(spaces.filter(1, "tcp dport 1024-65535 reject with tcp reset"), "no nft here");
        doctor().finds("path to " + spaces.name(1) + ": " + spaces.address(1) + ": refused (a firewall rejects it?)");
        spaces.filter(1, "tcp dport 1024-65535 drop");
        doctor().finds("path to " + spaces.name(1) + ": " + spaces.address(1) + ": no answer (a firewall drops it?)");
        spaces.filter(1, "accept");
        spaces.filter(0, "tcp dport 1024-65535 reject with tcp reset");
        doctor().finds("path to the launcher: " + spaces.address(0) + ": refused (a firewall rejects it?)");
    }

    @Test
    void findsANameThatLeadsElsewhere() throws Exception {
        Path hosts = Path.of("/etc/netns", spaces.name(0), "hosts");
        Files.createDirectories(hosts.getParent());
        try {
            Files.writeString(hosts, "127.0.0.1 localhost\n10.77.0.9 " + spaces.name(1) + "\n");
            doctor().finds("name of " + spaces.name(1) + ": 10.77.0.9 -> " + spaces.name(1) + ", but " + spaces.name(1)
                    + " does not have 10.77.0.9");
        } finally {
            Files.deleteIfExists(hosts);
            Files.delete(hosts.getParent());
        }
    }

    /** The agent takes an hour from the only answer that is as long as a time. */
    @Test
    void findsAClockThatIsWrong(@TempDir Path folder) throws Exception {
        Path agent = Files.writeString(folder.resolve("agent"), """
            host=$1
            shift
            ip netns exec "$host" "$@" | while IFS= read -r line; do
              number=${line#sennit-doctor }
              case $number in
                *[!0-9]* | ????????) printf '%s\\n' "$line" ;;
                ????????????????) echo "sennit-doctor $((number - 3600000000))" ;;
                *) printf '%s\\n' "$line" ;;
              esac
            done
            """);
        DoctorAnswer answer = doctor("sh " + agent + " {host} {command}");
        assertTrue(
                Pattern.compile("!!  clock: -3(599|600)\\d{3} ms from the launcher's")
                        .matcher(answer.out())
                        .find(),
                answer.out());
    }

    /** Though the agent gives nothing of the launcher's environment to the hosts. */
    @Test
    void handsTheSettingsOfAJobToTheHosts() throws Exception {
        DoctorAnswer answer =
                doctor("env -u SENNIT_NET_INTERFACE " + TwoHostsRun.AGENT, Map.of("SENNIT_NET_INTERFACE", "none0"));
        answer.finds("interface: sockets none: net.interface=none0 is no interface, address or network");
    }
}
