package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sennit.config.Options;
import org.sennit.conformance.TestJob;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.affinity.HostShare;
import org.sennit.testkit.Deadline;

/** What the threads of endpoints are bound to in a job of several JVMs. */
@Deadline(seconds = 60)
@EnabledOnOs(OS.LINUX)
class BindTest {

    private final Lines out = new Lines();
    private final Lines err = new Lines();

    private List<String> run(String bind) {
        int status = TestJob.builder()
                .processes(2)
                .endpoints(1)
                .main(BindProgram.class)
                .option(BindingPlan.BIND, bind)
                .out(out)
                .err(err)
                .build()
                .run();
        assertEquals(0, status, err::text);
        return out.lines().stream().sorted().toList();
    }

    @Test
    void endpointsHaveACoreEachAndTheThreadsThatTheyStartHaveAll() {
        String all = HostShare.allowedHere().text();
        List<HostShare> shares = List.of(HostShare.own(1), HostShare.own(1));
        BindingPlan[] plans = new BindingPlan[2];
        for (int process = 0; process < plans.length; process++) {
            plans[process] = BindingPlan.choose(
                    Options.defaults().with(BindingPlan.BIND, "core", "test"), shares, process, false);
        }
        assumeTrue(plans[1].places().size() == 1, plans[1].reason());
        int processors = Runtime.getRuntime().availableProcessors();
        assertEquals(
                List.of(
                        "0 " + plans[0].places().getFirst() + " " + processors + " " + all,
                        "1 " + plans[1].places().getFirst() + " " + processors + " " + all),
                run("core"));
    }

    @Test
    void withoutBindingEndpointsHaveAll() {
        String all = HostShare.allowedHere().text();
        int processors = Runtime.getRuntime().availableProcessors();
        assertEquals(
                List.of("0 " + all + " " + processors + " " + all, "1 " + all + " " + processors + " " + all),
                run("none"));
    }
}
