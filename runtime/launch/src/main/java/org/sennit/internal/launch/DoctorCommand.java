package org.sennit.internal.launch;

import java.util.List;
import java.util.concurrent.Callable;
import org.sennit.config.Options;
import org.sennit.internal.launch.doctor.Checkup;
import org.sennit.internal.launch.doctor.Finding;
import org.sennit.message.SennitException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit doctor}: what keeps jobs from running well, and what to do; exit status 0: nothing, 1: something. */
@Command(
        name = "doctor",
        description = "Checks this host, or several hosts and the paths between them, for what stops jobs or slows them"
                + " down.")
final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--hosts",
            paramLabel = "HOST",
            split = ",",
            description =
                    "check these hosts and the paths between them instead; each needs the same JDK and files as this"
                            + " one")
    private List<String> hosts = List.of();

    @Option(
            names = "--agent",
            paramLabel = "TEMPLATE",
            description =
                    "the command that runs a command on a host, such as 'ip netns exec {host} {command}'; default: ssh")
    private String agent = "";

    @Option(names = "--json", description = "print JSON")
    private boolean isJson;

    @Override
    public Integer call() {
        for (String host : hosts) {
            if (host.isBlank()) {
                throw new CommandLineMistake("doctor: --hosts " + String.join(",", hosts) + ": a host has no name");
            }
        }
        EnvironmentCheck.check("doctor");
        List<Finding> findings;
        try {
            Options options = Options.fromEnvironment();
            findings = hosts.isEmpty() ? Checkup.here(options) : Checkup.of(hosts, agent, options);
        } catch (SennitException mistake) {
            throw new CommandLineMistake("doctor: " + mistake.getMessage());
        }
        System.out.print(isJson ? Checkup.json(findings) : Checkup.text(findings));
        System.out.flush();
        return findings.stream().allMatch(Finding::isFine) ? 0 : 1;
    }
}
