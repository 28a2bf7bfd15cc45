package org.sennit.internal.launch.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 120)
class CheckupTest {

    private static final List<Finding> FINDINGS = List.of(
            Finding.fine("JDK", "25").on("a"),
            Finding.toDo("open files", "at most \"7\"", "ulimit -n 4096").on("b"));

    @Test
    void printsEachFindingWithWhatToDo() {
        assertEquals("""
            on a
              ok  JDK: 25

            on b
              !!  open files: at most "7"
                  -> ulimit -n 4096

            1 finding
            """, Checkup.text(FINDINGS));
    }

    @Test
    void printsJson() {
        assertEquals("""
            {
              "isFine": false,
              "findings": [
                {"host": "a", "subject": "JDK", "isFine": true, "what": "25", "remedy": ""},
                {"host": "b", "subject": "open files", "isFine": false, "what": "at most \\"7\\"", "remedy": "ulimit -n 4096"}
              ]
            }
            """, Checkup.json(FINDINGS));
    }

    @Test
    void aFindingTravelsAsALine() {
        for (Finding finding : FINDINGS) {
            assertEquals(finding, Finding.parse(finding.host(), finding.line()));
        }
    }

    @Test
    void triesThePathsBetweenTwoHosts() {
        List<Finding> findings =
                Checkup.of(List.of("one", "two"), "env AT={host} {command}", Options.fromEnvironment());
        for (String host : List.of("one", "two")) {
            String other = host.equals("one") ? "two" : "one";
            List<String> subjects = findings.stream()
                    .filter(finding -> finding.host().equals(host))
                    .map(Finding::subject)
                    .toList();
            assertTrue(
                    subjects.containsAll(
                            List.of("JDK", "memory of others", "clock", "name of " + other, "path to " + other)),
                    findings::toString);
        }
    }

    @Test
    void anAgentThatFailsIsAFinding() {
        List<Finding> findings = Checkup.of(
                List.of("gone"), "sh -c 'echo no such host >&2; exit 3; {command}'", Options.fromEnvironment());
        assertEquals(1, findings.size(), findings::toString);
        assertEquals(
                "the agent ended with exit status 3: no such host",
                findings.getFirst().what());
    }

    @Test
    void anAgentThatCannotBeStartedIsAFinding() {
        List<Finding> findings =
                Checkup.of(List.of("gone"), "no-such-program-here {command}", Options.fromEnvironment());
        assertTrue(findings.getFirst().what().startsWith("the agent cannot be started"), findings::toString);
    }
}
