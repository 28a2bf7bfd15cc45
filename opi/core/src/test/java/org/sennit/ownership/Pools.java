package org.sennit.ownership;

import org.sennit.config.Options;

/** Options of jobs whose pools are tested. */
final class Pools {
    private Pools() {}

    static Options options(boolean isChecked, boolean isSenderSide) {
        return Options.fromEnvironment()
                .with(PoolOptions.CHECKED, Boolean.toString(isChecked), "test")
                .with(PoolOptions.POOL, isSenderSide ? "sender" : "receiver", "test");
    }
}
