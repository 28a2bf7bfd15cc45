package org.sennit.conformance.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sennit.config.Option;
import org.sennit.conformance.TestJob;
import org.sennit.conformance.launch.Lines;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.RunningJob;
import org.sennit.spi.network.HostIdentity;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

@Deadline(seconds = 120)
class HostsTest {
    private static final Option<String> MODULE = Option.ofString("net.module", "", "");

    private final Lines out = new Lines();
    private final Lines err = new Lines();

    private JobLauncher.Builder job(int seed) {
        return TestJob.builder()
                .processes(2)
                .endpoints(2)
                .classPath(System.getProperty("java.class.path"))
                .main(MeetingProgram.class)
                .args(Integer.toString(seed))
                .out(out)
                .err(err);
    }

    private void assertMeet(JobLauncher.Builder job, int seed) {
        assertEquals(0, job.build().run(), err::text);
        assertEquals("", err.text());
        assertEquals(met(seed), out.lines().stream().sorted().toList());
    }

    private static List<String> met(int seed) {
        return IntStream.range(0, 4)
                .mapToObj(rank -> "rank " + rank + " has met " + seed)
                .toList();
    }

    @Test
    void processesOnHostsOfTheirOwnMeetByTlsWithoutAnySetUp() {
        assertMeet(job(1).option(HostIdentity.HOST, "host-%p"), 1);
    }

    @Test
    void processesOfOneHostMeetOnUnixSockets() {
        assertMeet(job(2).option(MODULE, "unix"), 2);
    }

    @Test
    void processesOfOneHostMeetByTcpWhenItIsNamed() {
        assertMeet(job(3).option(MODULE, "tcp"), 3);
    }

    @Behaviours(141)
    @Test
    void twoJobsSideBySideDoNotSeeEachOther() throws InterruptedException {
        List<RunningJob> jobs = new ArrayList<>();
        try {
            for (int seed = 1000; seed < 1002; seed++) {
                jobs.add(job(seed).build().start());
            }
            for (RunningJob job : jobs) {
                job.await(Deadlines.ns(100));
                assertEquals(0, job.await(), err::text);
            }
        } finally {
            jobs.forEach(RunningJob::close);
        }
        List<String> expected = new ArrayList<>(met(1000));
        expected.addAll(met(1001));
        assertEquals(
                expected.stream().sorted().toList(),
                out.lines().stream().sorted().toList());
    }
}
