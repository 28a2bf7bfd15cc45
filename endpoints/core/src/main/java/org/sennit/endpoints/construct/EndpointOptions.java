package org.sennit.endpoints.construct;

import java.util.List;
import org.sennit.endpoints.datatype.ObjectRules;
import org.sennit.endpoints.datatype.ReductionOrder;
import org.sennit.endpoints.device.ProcessDevice;
import org.sennit.endpoints.device.ThreadLevel;
import org.sennit.endpoints.watch.WatchOptions;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.OptionProvider;
import org.sennit.runtime.netmod.NetworkOptions;
import org.sennit.runtime.progress.SingleThreadCheck;
import org.sennit.shm.protocol.ImmediateProtocol;
import org.sennit.shm.protocol.SingleCopyProtocol;
import org.sennit.shm.protocol.SynergisticProtocol;

/** Lists the options of endpoints and of their protocols for {@code sennit info}. */
public final class EndpointOptions implements OptionProvider {
    /** For {@link java.util.ServiceLoader}. */
    public EndpointOptions() {}

    @Override
    public List<Option<?>> options() {
        return List.of(
                ImmediateProtocol.LIMIT,
                SynergisticProtocol.FROM,
                SynergisticProtocol.BLOCK,
                SingleCopyProtocol.PROGRESS,
                ProcessDevice.INBOX_CELLS,
                ProcessDevice.FLOOD_BUDGET,
                ProcessDevice.FLOOD_WINDOW,
                ThreadLevel.OPTION,
                SingleThreadCheck.CHECKED,
                ProcessDevice.BACKGROUND,
                JobProcess.VIRTUAL,
                ReductionOrder.OPTION,
                ObjectRules.ALLOW,
                ObjectRules.MAX_DEPTH,
                ObjectRules.MAX_ARRAY,
                ObjectRules.MAX_BYTES,
                NetworkOptions.MODULE,
                WatchOptions.ENDED_WAIT,
                WatchOptions.DEADLOCK_AFTER);
    }
}
