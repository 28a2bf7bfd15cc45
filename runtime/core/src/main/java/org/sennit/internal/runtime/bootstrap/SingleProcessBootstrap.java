package org.sennit.internal.runtime.bootstrap;

import org.sennit.config.Options;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** The bootstrap of a job of one process that no engine has started. */
final class SingleProcessBootstrap implements Bootstrap {
    private static final int SECRET_BYTES = 32;

    private final JobDescription job;
    private final KeyValueSpace space = new SingleProcessSpace();

    /** Null until asked for, since it costs a read of the system's random numbers; guarded by this. */
    private byte[] secret;

    private SingleProcessBootstrap(JobDescription job) {
        this.job = job;
    }

    static Bootstrap of(Options options) {
        String id = options.value(JobOptions.ID);
        return new SingleProcessBootstrap(new JobDescription(
                id.isEmpty() ? "j" + Entropy.hex(8) : id, 0, 1, options.value(JobOptions.ENDPOINTS), 0, 1));
    }

    @Override
    public JobDescription job() {
        return job;
    }

    @Override
    public KeyValueSpace space() {
        return space;
    }

    @Override
    public synchronized byte[] secret() {
        if (secret == null) {
            secret = Entropy.bytes(SECRET_BYTES);
        }
        return secret.clone();
    }

    @Override
    public void close() {
        space.close();
    }
}
