package org.sennit.internal.endpoints.construct;

import java.util.List;
import java.util.function.BiConsumer;
import org.sennit.ThreadLevel;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.affinity.HostShare;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.message.SennitException;

/** The section of {@code sennit info} about endpoints: lock, waiting and binding, each with its reason. */
public final class EndpointInfo implements InfoSection {
    @Override
    public int order() {
        return 300;
    }

    @Override
    public String title() {
        return "Endpoints";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        line.accept("lock", lock(options));
        String grid = options.value(JobOptions.GRID);
        line.accept("grid", grid.isEmpty() ? "none (run --grid sets one)" : grid);
        int processors = Runtime.getRuntime().availableProcessors();
        boolean isVirtual = options.value(JobProcess.VIRTUAL);
        int endpoints = Math.max(1, options.value(JobOptions.ENDPOINTS));
        line.accept("wait", waiting(WaitStrategy.choose(options, endpoints, 1, processors, isVirtual)));
        HostShare share = HostShare.own(endpoints);
        line.accept(
                "binding of -n 2",
                BindingPlan.choose(options, List.of(share, share), 0, isVirtual).reason());
        line.accept("wait, crowded", waiting(WaitStrategy.choose(options, processors + 1, 1, processors, isVirtual)));
    }

    private static String lock(Options options) {
        try {
            return ThreadLevel.of(options.value(ThreadLevel.OPTION)) == ThreadLevel.MULTIPLE
                    ? "MCS around drain and match (several threads share an endpoint)"
                    : "MCS, not taken (one thread at a time drives an endpoint)";
        } catch (SennitException e) {
            return e.getMessage();
        }
    }

    private static String waiting(WaitStrategy strategy) {
        return "spin " + strategy.spinNs() / 1000 + " us, yield " + strategy.yieldNs() / 1000 + " us (at most "
                + strategy.permits() + " at a time), then park (" + strategy.reason() + ")";
    }
}
