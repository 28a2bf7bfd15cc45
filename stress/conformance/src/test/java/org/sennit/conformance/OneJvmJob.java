package org.sennit.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.EndpointProgram;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.RunningPrograms;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.server.KeyValueServer;
import org.sennit.internal.runtime.bootstrap.server.ServerEvents;
import org.sennit.spi.context.RuntimeContext;

/**
 * A job of several processes that all live in this JVM, connected by their network modules as if they did not: a warm
 * machine runs a hundred times as many short programs so as in JVMs that start for it. Blocks until all have ended.
 *
 * @param processes how many
 * @param endpoints how many endpoints in each
 * @param settings the options of the job, by name
 */
public record OneJvmJob(int processes, int endpoints, Map<String, String> settings) {
    private static final byte[] SECRET = new byte[32];

    /**
     * Runs a program.
     *
     * @param program what each endpoint runs
     * @throws RuntimeException what the first process that failed has thrown; what the others have is suppressed in it
     */
    public void run(EndpointProgram program) {
        run(RuntimeContext.system(), program);
    }

    /**
     * As {@link #run(EndpointProgram)}, with a context for all processes.
     *
     * @param context what they wait, measure time and make threads with
     * @param program what each endpoint runs
     */
    public void run(RuntimeContext context, EndpointProgram program) {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        Runnable endAll = () -> {
            synchronized (threads) {
                threads.forEach(Thread::interrupt); // as the launcher kills the others
            }
        };
        String id = "j" + Entropy.hex(8); // no other job's, on this host
        int[] endpointsOf = new int[processes];
        Arrays.fill(endpointsOf, endpoints);
        try (KeyValueServer server = new KeyValueServer(endpointsOf, SECRET, events(endAll), RuntimeContext.system())) {
            synchronized (threads) {
                for (int p = 0; p < processes; p++) {
                    Options options = optionsOf(id, p, server.port());
                    threads.add(Thread.ofPlatform()
                            .name("process-" + p)
                            .daemon(true)
                            .start(() -> {
                                try {
                                    RunningPrograms.start(context, endpoints, options)
                                            .run(world -> program.run(new EndpointHandle(world)));
                                } catch (Throwable e) {
                                    failures.add(e);
                                    endAll.run(); // as the launcher does when a process ends so
                                }
                            }));
                }
            }
            join(threads, endAll);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Throwable first = failures.stream()
                .filter(failure -> !(root(failure) instanceof InterruptedException)) // which endAll has made
                .findFirst()
                .orElse(failures.peek());
        failures.stream().filter(each -> each != first).forEach(each -> first.addSuppressed(each));
        rethrow(first);
    }

    private static Throwable root(Throwable thrown) {
        return thrown.getCause() == null ? thrown : root(thrown.getCause());
    }

    private static ServerEvents events(Runnable endAll) {
        return new ServerEvents() {
            @Override
            public void aborted(int process, int status, String report) {
                endAll.run();
            }

            @Override
            public void uncaught(int process, String report) {
                endAll.run();
            }

            @Override
            public void lost(int process, int lost, String why) {
                // the process that has detected it fails, or continues, by itself
            }

            @Override
            public void late(int process, String why) {
                // the process that has waited fails by itself
            }
        };
    }

    private static void join(List<Thread> threads, Runnable endAll) {
        boolean isInterrupted = false;
        for (int i = 0; i < threads.size(); ) {
            try {
                threads.get(i).join();
                i++;
            } catch (InterruptedException e) {
                isInterrupted = true;
                endAll.run();
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void rethrow(Throwable thrown) {
        switch (thrown) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(thrown);
        }
    }

    private Options optionsOf(String id, int process, int port) {
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        settings.forEach((name, value) -> properties.setProperty(Options.propertyName(name), value));
        set(properties, JobOptions.ID, id);
        set(properties, JobOptions.PROCESS, process);
        set(properties, JobOptions.PROCESSES, processes);
        set(properties, JobOptions.ENDPOINTS, endpoints);
        if (!settings.containsKey(JobOptions.HOST_PROCESSES.name())) { // unless they are on several hosts, so to speak
            set(properties, JobOptions.HOST_PROCESSES, processes);
        }
        set(properties, JobOptions.SERVER_PORT, port);
        set(properties, JobOptions.SECRET, HexFormat.of().formatHex(SECRET));
        return Options.of(properties, Map.of());
    }

    private static void set(Properties properties, Option<?> option, Object value) {
        properties.setProperty(Options.propertyName(option.name()), value.toString());
    }
}
