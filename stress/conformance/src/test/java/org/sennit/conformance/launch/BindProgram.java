package org.sennit.conformance.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sennit.Job;

/**
 * Prints where each endpoint may run, how many processors it sees, and where a thread that it has started may run at
 * last.
 */
public final class BindProgram {

    private BindProgram() {}

    /** Runs. */
    public static void main(String[] args) {
        String whole = allowed("/proc/self/status");
        Job.run(1, endpoint -> {
            String own = allowed("/proc/thread-self/status");
            String[] childs = new String[1];
            Thread child = new Thread(() -> {
                do {
                    childs[0] = allowed("/proc/thread-self/status");
                    Thread.yield();
                } while (!childs[0].equals(whole));
            });
            child.start();
            join(child);
            endpoint.world().barrier();
            System.out.println(endpoint.world().rank() + " " + own + " "
                    + Runtime.getRuntime().availableProcessors() + " " + childs[0]);
        });
    }

    private static String allowed(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException cannot) {
            throw new IllegalStateException(cannot);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
