package org.sennit.internal.endpoints.construct;

import java.util.List;
import org.sennit.ThreadLevel;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.internal.endpoints.datatype.ReductionOrder;
import org.sennit.internal.endpoints.device.EndpointFactory;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.watch.WatchOptions;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SingleCopyProtocol;
import org.sennit.internal.shm.protocol.SynergisticProtocol;

/** Lists the options of endpoints and of their protocols for {@code sennit info}. */
public final class EndpointOptions implements OptionProvider {
    @Override
    public List<Option<?>> options() {
        return List.of(
                ImmediateProtocol.LIMIT,
                SynergisticProtocol.FROM,
                SynergisticProtocol.BLOCK,
                SingleCopyProtocol.PROGRESS,
                EndpointFactory.INBOX_CELLS,
                EndpointFactory.FLOOD_BUDGET,
                ProcessDevice.FLOOD_WINDOW,
                ThreadLevel.OPTION,
                SingleThreadCheck.CHECKED,
                ProcessDevice.BACKGROUND,
                JobProcess.VIRTUAL,
                BindingPlan.BIND,
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
