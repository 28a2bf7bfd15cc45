package org.sennit.internal.launch.doctor;

import java.util.List;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.AgentTemplate;
import org.sennit.internal.launch.info.JsonText;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** All checks, and how their findings are printed. Threads: the caller's. */
public final class Checkup {
    private Checkup() {}

    /**
     * Checks this host.
     *
     * @param options what a job would have
     * @return the findings, fine ones too
     */
    public static List<Finding> here(Options options) {
        return LocalChecks.all(options);
    }

    /**
     * Checks several hosts, and the paths between them.
     *
     * @param hosts their names, as the agent knows them
     * @param agent the template of the agent; empty: ssh
     * @param options what a job would have, on every host
     * @return the findings, fine ones too
     * @throws SennitException {@link ErrorClass#ARG}: the template is malformed, {@link ErrorClass#BOOTSTRAP}: the
     *     address that the options name for this host is none of its own; do not retry
     */
    public static List<Finding> of(List<String> hosts, String agent, Options options) {
        AgentTemplate template = AgentTemplate.of(agent.isEmpty() ? AgentTemplate.SSH : agent);
        return HostChecks.run(hosts, template::command, options);
    }

    /**
     * Returns the findings as text: a line each, and what to do below it.
     *
     * @param findings what was found
     */
    public static String text(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        String host = "";
        long toDo = 0;
        for (Finding finding : findings) {
            if (!finding.host().equals(host)) {
                host = finding.host();
                text.append(text.isEmpty() ? "" : "\n")
                        .append("on ")
                        .append(host)
                        .append('\n');
            }
            text.append(finding.isFine() ? "  ok  " : "  !!  ")
                    .append(finding.subject())
                    .append(": ")
                    .append(finding.what())
                    .append('\n');
            if (!finding.isFine()) {
                toDo++;
                text.append("      -> ").append(finding.remedy()).append('\n');
            }
        }
        return text.append('\n')
                .append(toDo == 0 ? "nothing to do" : toDo == 1 ? "1 finding" : toDo + " findings")
                .append('\n')
                .toString();
    }

    /**
     * Returns the findings as JSON.
     *
     * @param findings what was found
     */
    public static String json(List<Finding> findings) {
        StringBuilder text = new StringBuilder("{\n  \"isFine\": ")
                .append(findings.stream().allMatch(Finding::isFine))
                .append(",\n  \"findings\": [");
        String separator = "\n    ";
        for (Finding finding : findings) {
            text.append(separator)
                    .append("{\"host\": ")
                    .append(JsonText.quoted(finding.host()))
                    .append(", \"subject\": ")
                    .append(JsonText.quoted(finding.subject()))
                    .append(", \"isFine\": ")
                    .append(finding.isFine())
                    .append(", \"what\": ")
                    .append(JsonText.quoted(finding.what()))
                    .append(", \"remedy\": ")
                    .append(JsonText.quoted(finding.remedy()))
                    .append('}');
            separator = ",\n    ";
        }
        return text.append("\n  ]\n}\n").toString();
    }
}
