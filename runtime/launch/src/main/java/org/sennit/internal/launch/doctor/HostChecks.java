package org.sennit.internal.launch.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.sennit.config.Options;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.internal.launch.job.LauncherAddresses;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Checks on several hosts and between each two of them. One thread; blocks, each step within a limit. */
final class HostChecks {
    private static final long START_SECONDS = 60;
    private static final long STEP_SECONDS = 90;

    /** Certificates of a job are valid at once; what is further apart makes traces and time-outs hard to read. */
    private static final long MOST_SKEW_MICROS = 1_000_000;

    private final List<Finding> findings = new ArrayList<>();
    private final Map<HostSession, List<String>> addresses = new LinkedHashMap<>();

    private final Options options;

    private HostChecks(Options options) {
        this.options = options;
    }

    /**
     * Runs all.
     *
     * @param hosts their names
     * @param agent the agent's command by host and by the command that it runs there
     * @param options what a job would have, on every host
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: the launcher's host does not have the address that the
     *     options name for it
     */
    static List<Finding> run(
            List<String> hosts, BiFunction<String, List<String>, List<String>> agent, Options options) {
        HostChecks checks = new HostChecks(options);
        List<String> launcher =
                LauncherAddresses.ofThisHost(LauncherAddresses.toListen(options.value(LaunchOptions.ADDRESS)));
        String word = Entropy.hex(EchoServer.WORD_BYTES);
        List<HostSession> sessions = new ArrayList<>();
        try (EchoServer echo = new EchoServer(HexFormat.of().parseHex(word))) {
            for (String host : hosts) {
                try {
                    sessions.add(new HostSession(host, agent.apply(host, DoctorMain.command(DoctorMain.HOST))));
                } catch (IOException cannot) {
                    checks.findings.add(noAgent(host, "the agent cannot be started: " + cannot.getMessage()));
                }
            }
            for (HostSession session : sessions) {
                if (session.begin(word, START_SECONDS)) {
                    checks.own(session);
                } else {
                    checks.findings.add(noAgent(session.host(), session.complaint(START_SECONDS)));
                }
            }
            for (HostSession from : checks.addresses.keySet()) {
                checks.launcher(from, launcher, echo.port());
                for (HostSession to : checks.addresses.keySet()) {
                    if (from != to) {
                        checks.name(from, to);
                        checks.paths(from, to);
                    }
                }
            }
        } catch (IOException cannotListen) {
            checks.findings.add(Finding.toDo(
                    "launcher",
                    "cannot listen: " + cannotListen.getMessage(),
                    "see the limits of files and ports here"));
        } finally {
            sessions.forEach(HostSession::close);
        }
        return checks.findings;
    }

    private static Finding noAgent(String host, String what) {
        return Finding.toDo(
                        "agent",
                        what,
                        "try the agent's command by hand; it must run the same JDK and find the same files there")
                .on(host);
    }

    private void own(HostSession session) {
        settings().forEach((name, value) -> session.ask(HostAnswers.set(name, value), STEP_SECONDS));
        for (String line : session.askAll("findings", STEP_SECONDS)) {
            Finding finding = Finding.parse(session.host(), line);
            if (finding != null) {
                findings.add(finding);
            }
        }
        String list = session.ask("addresses", STEP_SECONDS);
        List<String> found = list == null || list.isEmpty() ? List.of() : List.of(list.split(" "));
        addresses.put(session, found);
        if (found.isEmpty()) {
            findings.add(Finding.toDo("addresses", "no address but loopback", "bring an interface up")
                    .on(session.host()));
        }
        clock(session);
    }

    private void clock(HostSession session) {
        long before = HostAnswers.wallMicros();
        String answer = session.ask("clock", STEP_SECONDS);
        long after = HostAnswers.wallMicros();
        if (answer == null) {
            return;
        }
        long skew = Long.parseLong(answer) - (before + after) / 2;
        long doubt = (after - before) / 2;
        String what = skew / 1000 + " ms from the launcher's, give or take " + (doubt / 1000 + 1) + " ms";
        findings.add((Math.abs(skew) - doubt > MOST_SKEW_MICROS
                        ? Finding.toDo("clock", what, "let NTP or chrony set the clocks")
                        : Finding.fine("clock", what))
                .on(session.host()));
    }

    private void name(HostSession from, HostSession to) {
        String subject = "name of " + to.host();
        String answer = from.ask("resolve " + to.host(), STEP_SECONDS);
        if (answer == null || answer.isEmpty()) {
            findings.add(Finding.fine(subject, "not known here; the agent's name for it, which jobs do not use")
                    .on(from.host()));
            return;
        }
        List<String> wrong = new ArrayList<>();
        for (String pair : answer.split(HostAnswers.SEPARATOR)) {
            if (!addresses.get(to).contains(pair.substring(0, pair.indexOf('=')))) {
                wrong.add(pair.substring(0, pair.indexOf('=')));
            }
        }
        String what = answer.replace("=", " -> ");
        findings.add((wrong.isEmpty()
                        ? Finding.fine(subject, what)
                        : Finding.toDo(
                                subject,
                                what + ", but " + to.host() + " does not have " + String.join(", ", wrong),
                                "correct /etc/hosts or the name service"))
                .on(from.host()));
    }

    private void launcher(HostSession from, List<String> here, int port) {
        if (!here.isEmpty()) { // else all hosts are this one
            tryAll(
                    from,
                    "path to the launcher",
                    here,
                    port,
                    "let hosts connect to the ports that the system gives out here (ip_local_port_range), or name an"
                            + " address of this host that they reach (-o launch.address=ADDRESS)");
        }
    }

    private void paths(HostSession from, HostSession to) {
        tryAll(
                from,
                "path to " + to.host(),
                addresses.get(to),
                to.port(),
                "open the ports that the system gives out (ip_local_port_range) between the hosts, or name a network"
                        + " that reaches (-o net.interface=ADDRESS/BITS)");
    }

    private void tryAll(HostSession from, String subject, List<String> targets, int port, String remedy) {
        List<String> fine = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        boolean isBlackHole = false;
        for (String address : targets) {
            String result = from.ask("connect " + address + " " + port, STEP_SECONDS);
            if (PathProbe.isFine(result)) {
                fine.add(address + " from " + PathProbe.source(result));
            } else {
                isBlackHole |= PathProbe.SMALL_ONLY.equals(result);
                broken.add(address + ": " + (result == null ? "no answer from the check" : result));
            }
        }
        String all = (fine.isEmpty() ? "" : "port " + port + " reached at " + String.join(", ", fine))
                + (fine.isEmpty() || broken.isEmpty() ? "" : "; ")
                + String.join("; ", broken);
        if (isBlackHole) {
            findings.add(Finding.toDo(
                            subject,
                            all,
                            "a device on the way drops large packets in silence: give both hosts its MTU (ip link set"
                                    + " DEV mtu 1400), or let ICMP through")
                    .on(from.host()));
        } else if (fine.isEmpty()) {
            findings.add(Finding.toDo(subject, all.isEmpty() ? "no address to try" : all, remedy)
                    .on(from.host()));
        } else {
            findings.add(Finding.fine(subject, all).on(from.host()));
        }
    }

    /** Returns the settings that a job would pass to its processes, without secrets. */
    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : options.namesFromEnvironment()) {
            String value = System.getenv(Options.variableName(name));
            if (value != null && !name.equals(JobOptions.SECRET.name())) {
                settings.put(name, value);
            }
        }
        return settings;
    }
}
