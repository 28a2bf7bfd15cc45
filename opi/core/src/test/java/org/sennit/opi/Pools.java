package org.sennit.opi;

import org.sennit.runtime.config.Options;

/** Options of jobs whose pools are tested. */
final class Pools {
    private Pools() {}

    static Options options(boolean isChecked, boolean isSenderSide) {
        return Options.fromEnvironment()
                .with(PoolOptions.CHECKED, Boolean.toString(isChecked), "test")
                .with(PoolOptions.POOL, isSenderSide ? "sender" : "receiver", "test");
    }
}
