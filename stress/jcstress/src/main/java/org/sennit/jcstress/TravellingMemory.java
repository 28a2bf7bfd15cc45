package org.sennit.jcstress;

import java.lang.foreign.MemorySegment;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;
import org.sennit.internal.endpoints.ownership.OwnershipProcess;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.spi.context.RuntimeContext;

/** Passed memory of a process without a network, of which only the mark is of interest that says whether it is away. */
final class TravellingMemory extends OwnershipMemory {
    private static final OwnershipProcess PROCESS = new OwnershipProcess(
            0,
            new ProcessDevice(
                    RuntimeContext.system(),
                    Options.defaults(),
                    new JobHealth(),
                    n -> new WaitStrategy(0, 0, 0, "stress"),
                    1));

    private TravellingMemory() {
        super(PROCESS);
    }

    static TravellingMemory here() {
        return new TravellingMemory();
    }

    static TravellingMemory away() {
        TravellingMemory memory = new TravellingMemory();
        memory.leaves();
        return memory;
    }

    void leaves() {
        leave(1);
    }

    boolean comesHome() {
        return arrive();
    }

    /** Its number is another's from now on. */
    void close() {
        unlist();
    }

    @Override
    public MemorySegment memory() {
        return MemorySegment.NULL;
    }

    @Override
    protected void returned() {
        throw new UnsupportedOperationException("never sent home");
    }
}
