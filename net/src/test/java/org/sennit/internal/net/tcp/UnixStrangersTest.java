package org.sennit.internal.net.tcp;

import org.sennit.config.Options;

/** Strangers at a Unix socket, who are the same user: others cannot reach it. */
class UnixStrangersTest extends StrangersContract {
    @Override
    Options options() {
        return Options.fromEnvironment().with(TcpOptions.UNIX, "on", "test");
    }
}
