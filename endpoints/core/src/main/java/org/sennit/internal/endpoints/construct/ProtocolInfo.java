package org.sennit.internal.endpoints.construct;

import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.ProtocolSelection;
import org.sennit.internal.shm.protocol.SingleCopyProtocol;
import org.sennit.internal.shm.protocol.SynergisticProtocol;
import org.sennit.internal.shm.protocol.TransferProtocol;

/**
 * The section of {@code sennit info --protocols}: for each protocol its message sizes, the options that set them, how
 * it works, and when else it is chosen.
 */
public final class ProtocolInfo implements InfoSection {
    @Override
    public int order() {
        return 310;
    }

    @Override
    public String title() {
        return "Protocols";
    }

    @Override
    public String topic() {
        return "protocols";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        ProtocolSelection protocols = ProtocolSelection.of(options, options.value(JobOptions.ENDPOINTS));
        line.accept("inside a JVM", "");
        for (TransferProtocol protocol : protocols.all()) {
            line.accept("  " + protocol.name(), protocols.range(protocol));
            line.accept("", protocol.thresholds());
            line.accept("", protocol.explain());
        }
        origin(options, ImmediateProtocol.LIMIT, line);
        origin(options, SynergisticProtocol.FROM, line);
        origin(options, SynergisticProtocol.BLOCK, line);
        origin(options, SingleCopyProtocol.PROGRESS, line);
        line.accept(
                "between JVMs",
                "eager in one packet to mapped.eager.max bytes over shared memory, to net.eager.max over sockets;"
                        + " rendezvous above");
    }

    /** Adds the origin of an option that is set. */
    private static void origin(Options options, Option<?> option, BiConsumer<String, String> line) {
        String origin = options.origin(option);
        if (!origin.equals("default")) {
            line.accept("set", option.name() + ", by " + origin + "; default " + option.defaultValue());
        }
    }
}
