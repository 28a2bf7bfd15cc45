package org.sennit.internal.shm.mapped.transfer;

import java.util.List;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;

/** The settings of large messages between JVMs of one host. */
public final class TransferOptions implements OptionProvider {
    /** The mode of large messages. */
    public static final Option<String> LARGE = Option.ofChoice(
            "mapped.large",
            "auto",
            "large messages between JVMs of a host: cooperative copies through a shared ring; get and put copy once"
                    + " where the memories allow it; auto: the fastest",
            "auto",
            "cooperative",
            "get",
            "put");

    @Override
    public List<Option<?>> options() {
        return List.of(LARGE);
    }
}
