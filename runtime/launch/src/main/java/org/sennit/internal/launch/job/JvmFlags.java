package org.sennit.internal.launch.job;

import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Options;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.runtime.affinity.BindingPlan;

/**
 * The flags of the JVMs of a job: what the libraries need, and each JVM's share of the host.
 *
 * <p>Threads: stateless.
 */
public final class JvmFlags {
    /** Reason for the default collector, in a line. */
    public static final String COLLECTOR_REASON =
            "level with the others where little is collected, fastest where much is; no threads of its own";

    /**
     * A stored reference marks its card only where the card has no mark. The marks of what lies within 32 KiB share a
     * cache line, which would go from core to core with each reference that two endpoints store there: 64 nonblocking
     * messages of 8 bytes at a time, near and far, 15 and 4.9 million a second without, 19 and 6.0 with.
     */
    private static final String MARK_ONCE = "-XX:+UseCondCardMark";

    private static final long MIB = 1 << 20;

    /** A JVM with Netty needs at least this; the user may start more JVMs than fit. */
    private static final long SMALLEST_HEAP_MIB = 64;

    /**
     * Where several JVMs share a processor, their compilers compete with their programs: the first compiler waits for
     * 1,000 calls of a method instead of 200. The second, whose code counts in the long run, is not given anything. On
     * two processors 16 JVMs that meet in a barrier take 5.0, 5.6, 6.0 s with it and 6.4, 6.4, 7.4 s without it. Where
     * each has a processor it costs more than it saves: in its first 4 s a job of two JVMs moved 5,500 to 10,500
     * messages of 64 KiB with it and 11,000 to 21,000 without it.
     */
    private static final List<String> LATE_FIRST_COMPILER = List.of(
            "-XX:Tier3InvocationThreshold=1000",
            "-XX:Tier3MinInvocationThreshold=500",
            "-XX:Tier3CompileThreshold=5000");

    private JvmFlags() {}

    /** Returns the flags that Agrona, Netty and the foreign calls need to work at full speed and in silence. */
    public static List<String> libraries() {
        return List.of(
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xlog:os+thread=off", // a thread that cannot be started is an error that we explain
                "-Dslf4j.internal.verbosity=ERROR");
    }

    /**
     * Returns all flags of one JVM.
     *
     * @param jvms how many JVMs of the job share this host
     * @param processors the number of processors of the host
     * @param options collector and heap
     */
    public static List<String> of(int jvms, int processors, Options options) {
        List<String> flags = new ArrayList<>(libraries());
        flags.addAll(shareOf(jvms, processors, options));
        AotCache cache = AotCache.of(options);
        if (cache != null) {
            flags.addAll(AotCache.flags(cache.processFile()));
        }
        return flags;
    }

    /**
     * Returns the flags that give one JVM its share of the host.
     *
     * @param jvms how many JVMs of the job share this host
     * @param processors the number of processors of the host
     * @param options collector and heap
     */
    public static List<String> shareOf(int jvms, int processors, Options options) {
        List<String> flags = new ArrayList<>();
        if (jvms == 1 || options.value(LaunchOptions.COLLECTOR).equals("z")) {
            // No file in the temporary folder. By it other JVMs see that serial, parallel or G1 has moved an array.
            flags.add("-XX:-UsePerfData");
        }
        if (HugePages.areAskedFor(jvms, processors, options)) {
            flags.add("-XX:+UseTransparentHugePages");
        }
        flags.add("-Xmx" + heapMaxMib(jvms, options) + "m");
        int share = Math.max(1, processors / jvms);
        addCollector(flags, options.value(LaunchOptions.COLLECTOR), share);
        if (BindingPlan.mayBind(options)) {
            flags.add("-XX:ActiveProcessorCount=" + processors); // a bound thread would read 1
        }
        if (jvms > 1) {
            // The pools of the JDK: as many threads as this JVM's share of the processors. Not that share as
            // ActiveProcessorCount: the program would read a wrong number of processors and take itself for crowded.
            flags.add("-XX:CICompilerCount=" + compilerThreads(share));
            if (jvms > processors) {
                flags.addAll(LATE_FIRST_COMPILER);
            }
            flags.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + share);
            flags.add("-Djdk.virtualThreadScheduler.parallelism=" + share);
        }
        return flags;
    }

    /**
     * Returns the largest heap of each JVM: an equal share of half the memory, since off-heap memory may grow as large
     * as the heap.
     *
     * @param jvms how many JVMs of the job share this host
     * @param options may set it
     */
    public static long heapMaxMib(int jvms, Options options) {
        int wanted = options.value(LaunchOptions.HEAP_MAX_MIB);
        return wanted > 0 ? wanted : Math.max(SMALLEST_HEAP_MIB, HostMemory.bytes() / 2 / jvms / MIB);
    }

    /**
     * Returns whether the heap of each JVM is asked for in pages of 2 MiB, and why.
     *
     * @param jvms how many JVMs of the job share this host
     * @param processors the number of processors of the host
     * @param options collector and wish
     * @return yes or no, and the reason, in a line
     */
    public static String hugePages(int jvms, int processors, Options options) {
        return HugePages.decision(jvms, processors, options);
    }

    /**
     * Returns HotSpot's number of compiler threads for a number of processors; it does not start with fewer than two.
     */
    private static int compilerThreads(int processors) {
        int log = log2(processors);
        return Math.max(2, log * log2(Math.max(1, log)) * 3 / 2);
    }

    private static int log2(int n) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(n);
    }

    private static void addCollector(List<String> flags, String collector, int share) {
        switch (collector) {
            case "serial" -> {
                flags.add("-XX:+UseSerialGC");
                flags.add(MARK_ONCE);
            }
            case "parallel" -> {
                flags.add("-XX:+UseParallelGC");
                flags.add(MARK_ONCE);
                flags.add("-XX:ParallelGCThreads=" + share);
            }
            case "g1" -> {
                flags.add("-XX:+UseG1GC");
                flags.add("-XX:ParallelGCThreads=" + share);
                flags.add("-XX:ConcGCThreads=1");
            }
            case "z" -> {
                flags.add("-XX:+UseZGC");
                flags.add("-XX:ConcGCThreads=1");
            }
            default -> {
                // The JVM decides.
            }
        }
    }
}
