package org.sennit.internal.runtime.bootstrap.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the engines have made of this JVM. An engine starts a JVM once, with one number and one connection, however many jobs the program
 * runs: the first job takes the place, the others use it. This belongs to the JVM as its standard streams do, not to a job.
 *
 * <p>Threads: any.
 */
public final class EngineProcesses {
    /** Those of this JVM; a test of a provider brings its own. */
    public static final EngineProcesses OF_THIS_JVM = new EngineProcesses(true);

    private final boolean isOfJvm;
    private final Map<String, EngineProcess> byEngine = new HashMap<>(); // guarded by this

    private EngineProcesses(boolean isOfJvm) {
        this.isOfJvm = isOfJvm;
    }

    /** Returns an empty set, whose processes the caller ends by {@link EngineProcess#leave}. */
    public static EngineProcesses ofTest() {
        return new EngineProcesses(false);
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
