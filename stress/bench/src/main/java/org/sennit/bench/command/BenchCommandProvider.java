package org.sennit.bench.command;

import org.sennit.spi.launch.CommandProvider;

/** Gives the launcher the command {@code bench}; found by {@code ServiceLoader}. */
public final class BenchCommandProvider implements CommandProvider {
    @Override
    public Object command() {
        return new BenchCommand();
    }
}
