package org.sennit.internal.endpoints.construct;

import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** An engine that says what the test wants, of process 0 with two endpoints, without others to talk to. */
final class GivenBootstrap implements Bootstrap {
    private final JobDescription job;
    private boolean isClosed;

    GivenBootstrap(int processes) {
        this.job = new JobDescription("given", 0, processes, 2, 0, processes);
    }

    boolean isClosed() {
        return isClosed;
    }

    @Override
    public JobDescription job() {
        return job;
    }

    @Override
    public KeyValueSpace space() {
        throw new UnsupportedOperationException("a job of one process exchanges nothing");
    }

    @Override
    public byte[] secret() {
        return new byte[16];
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
