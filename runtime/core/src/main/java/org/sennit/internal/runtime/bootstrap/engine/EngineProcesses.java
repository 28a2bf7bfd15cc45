package org.sennit.internal.runtime.bootstrap.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The places of this JVM in jobs of engines, such as Slurm. An engine starts a JVM once, with one number and one
 * connection, however many jobs the program runs: the first job takes the place, the others use it. So a place belongs
 * to the JVM, as its standard streams do, not to a job.
 *
 * <p>Threads: any.
 */
public final class EngineProcesses {
    /** The set of this JVM, whose processes leave when the JVM ends. */
    public static final EngineProcesses OF_THIS_JVM = new EngineProcesses(true);

    private final boolean isOfJvm;
    private final Map<String, EngineProcess> byEngine = new HashMap<>(); // guarded by this

    private EngineProcesses(boolean isOfJvm) {
        this.isOfJvm = isOfJvm;
    }

    /** Makes an empty set, whose processes the caller ends by {@link EngineProcess#leave}. */
    public EngineProcesses() {
        this(false);
    }

    /**
     * Returns this process's place in the job of an engine. Blocks the first time, while the processes meet.
     *
     * @param engine its name
     * @param first takes the place
     */
    public synchronized EngineProcess of(String engine, Supplier<EngineProcess> first) {
        EngineProcess process = byEngine.get(engine);
        if (process == null) {
            process = first.get();
            byEngine.put(engine, process);
            if (isOfJvm) {
                Runtime.getRuntime().addShutdownHook(new Thread(process::leave, "sennit-engine-leave"));
            }
        }
        return process;
    }
}
