package org.sennit.conformance.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.launch.Main;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadlines;

/**
 * The program of the launcher's tests: meets the other processes, then does what its first argument says. It uses
 * start-up alone, so that these tests fail for the launcher's faults and for no other's.
 */
public final class LaunchProgram {

    private static final long MEET_NS = Deadlines.ns(60);

    private LaunchProgram() {}

    /** Runs. */
    public static void main(String[] args) throws Exception {
        String action = args.length == 0 ? "nothing" : args[0];
        if (action.equals("exit0Early") && System.getenv("SENNIT_JOB_PROCESS").equals("1")) {
            return;
        }
        try (Bootstrap bootstrap = BootstrapSelection.join(Options.fromEnvironment(), RuntimeContext.system())) {
            int process = bootstrap.job().process();
            bootstrap.space().fence("met", MEET_NS);
            switch (action) {
                case "nothing" -> {}
                case "numbers" ->
                    System.out.println(process + " of " + bootstrap.job().processes() + " with "
                            + bootstrap.job().endpointsPerProcess());
                case "lines" -> lines(process, Integer.parseInt(args[1]));
                case "exit" -> exitInProcessOne(process, Integer.parseInt(args[1]));
                case "throw" -> throwInProcessOne(process);
                case "abort" -> abortInProcessOne(process, bootstrap);
                case "hang" -> hang();
                case "jobsInside" -> jobsInside();
                case "stop" -> stopOne(process, bootstrap);
                case "miss" -> missAFence(process, bootstrap);
                case "stdin" -> System.out.println(process + " reads " + System.in.read());
                case "grandchild" -> grandchild(process, Path.of(args[1]), false);
                case "orphan" -> grandchild(process, Path.of(args[1]), true);
                case "files" -> hangWithShutdownHook(Path.of(args[1] + process));
                default -> throw new IllegalArgumentException(action);
            }
        }
    }

    private static void lines(int process, int count) {
        String body = "x".repeat(process * 37);
        for (int i = 0; i < count; i++) {
            System.out.print("<" + process + ":" + i + ":");
            System.out.println(body + ">");
            System.err.println("{" + process + ":" + i + body + "}");
        }
    }

    private static void exitInProcessOne(int process, int status) throws InterruptedException {
        if (process == 1) {
            System.exit(status);
        }
        hang();
    }

    private static void throwInProcessOne(int process) throws InterruptedException {
        if (process == 1) {
            throw new IllegalStateException("nobody catches this");
        }
        hang();
    }

    private static void abortInProcessOne(int process, Bootstrap bootstrap) throws InterruptedException {
        if (process == 1) {
            bootstrap.announceEndpoints(2);
            bootstrap.space().abort(9, "rank 3 has failed");
        }
        hang();
    }

    private static void missAFence(int process, Bootstrap bootstrap) throws InterruptedException {
        if (process == 1) {
            hang();
        }
        bootstrap.space().fence("second", TimeUnit.MILLISECONDS.toNanos(300));
    }

    /** Runs this program as {@code java} and as a job of two processes, at the same time. */
    private static void jobsInside() throws IOException, InterruptedException {
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"));
        List<String> program = List.of(LaunchProgram.class.getName(), "numbers");
        List<Process> inside = new ArrayList<>();
        for (List<String> more :
                List.of(List.<String>of(), List.of(Main.class.getName(), "run", "-n", "2", "-t", "3"))) {
            List<String> command = new ArrayList<>(java);
            command.addAll(more);
            command.addAll(program);
            inside.add(new ProcessBuilder(command).inheritIO().start());
        }
        for (Process process : inside) {
            System.out.println("status " + process.waitFor());
        }
    }

    /** Process 1 stops as by Ctrl-Z; where that cannot be, it hangs. */
    private static void stopOne(int process, Bootstrap bootstrap) throws InterruptedException {
        if (process == 1) {
            try {
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "kill -STOP " + ProcessHandle.current().pid())
                        .start();
            } catch (IOException noSuchProgram) {
                // Hangs.
            }
            hang();
        }
        bootstrap.space().fence("second", TimeUnit.MILLISECONDS.toNanos(300));
    }

    private static void grandchild(int process, Path pidFile, boolean isLeft) throws IOException, InterruptedException {
        if (process == 0) {
            Process sleeper = new ProcessBuilder("sleep", "1000")
                    .redirectErrorStream(true)
                    .redirectOutput(new File("/dev/null"))
                    .start();
            Files.writeString(pidFile, Long.toString(sleeper.pid()));
            if (isLeft) {
                Runtime.getRuntime().halt(3);
            }
            throw new IllegalStateException("with a grandchild");
        }
        hang();
    }

    private static void hangWithShutdownHook(Path file) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> file.toFile().delete()));
        Files.writeString(file, "a file of the program's own");
        System.out.println("ready");
        hang();
    }

    private static void hang() throws InterruptedException {
        System.out.println("ready");
        new CountDownLatch(1).await();
    }
}
