package org.sennit.internal.launch.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Kind;
import org.sennit.internal.launch.hosts.HostJob;
import org.sennit.internal.launch.job.JobEnvironment;
import org.sennit.internal.launch.job.JvmCommand;
import org.sennit.internal.launch.job.LocalProcess;
import org.sennit.internal.launch.job.ProcessStart;
import org.sennit.internal.launch.process.Family;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.spi.bootstrap.JobRemains;

/**
 * The processes of a job on this host: started with this host's share of memory and processors, watched, ended
 * together.
 *
 * <p>Threads: one waits for the end of each process, one writes the input of process 0, one listens to the launcher's
 * end of the link; methods may be called by any, {@link #start} once.
 */
final class HostProcesses {
    private static final String FOLDER_PREFIX = "sennit-job-";
    private static final int FILES_LOOKED_AT = 10_000;
    private static final long ORDERLY_END_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long KILLED_END_NS = TimeUnit.SECONDS.toNanos(5);

    private final HostJob job;
    private final HostFrames frames;
    private final BlockingQueue<byte[]> inputs =
            new LinkedBlockingQueue<>(); // one at a time: the launcher waits for WANTED
    private final CountDownLatch running;

    // Guarded by this.
    private final Map<Integer, LocalProcess> processes = new LinkedHashMap<>();
    private TemporaryFolder folder; // null where none could be made
    private LauncherLink link; // null before start
    private HostParts parts; // null before start, and when they have been sent
    private boolean isEnding;

    // Not guarded: those that wait for the ends write them while another thread ends the others.
    private volatile boolean hasFailures; // only set
    private final AtomicInteger firstStatus = new AtomicInteger(); // other than 0

    HostProcesses(HostJob job, HostFrames frames) {
        this.job = job;
        this.frames = frames;
        this.running = new CountDownLatch(job.numbers().size());
    }

    /** Connects to the launcher, then starts all processes. */
    void start() throws IOException {
        check();
        LauncherRoute route = LauncherRoute.find(job);
        List<LocalProcess> all = new ArrayList<>();
        synchronized (this) {
            link = route.link();
            folder = temporaryFolder();
            parts = HostParts.of(job.parts(), folder);
            for (int i = 0; i < job.numbers().size() && !isEnding; i++) {
                all.add(start(i, route));
            }
        }
        Thread.ofPlatform().daemon().name("sennit-launcher-watch").start(this::listen);
        for (int i = 0; i < all.size(); i++) {
            int number = job.numbers().get(i);
            LocalProcess process = all.get(i);
            frames.write(Kind.STARTED, number, Long.toString(process.pid()));
            Thread.ofPlatform().daemon().name("sennit-end-of-" + number).start(() -> waitForEnd(number, process));
            if (number == 0 && job.hasInput()) {
                Thread.ofPlatform().daemon().name("sennit-input").start(() -> copyInput(process));
            }
        }
        Thread.ofPlatform().daemon().name("sennit-end-of-all").start(this::tellEnd);
        TemporaryFolder own = folder;
        if (own != null) {
            own.removeAbandoned(FILES_LOOKED_AT);
        }
    }

    private void check() throws IOException {
        if (!Files.isDirectory(Path.of(job.directory()))) {
            throw new IOException("has no folder " + job.directory() + ", in which the launcher runs");
        }
        for (String entry : job.classPath().split(File.pathSeparator)) {
            if (!Files.exists(Path.of(entry))) {
                throw new IOException("has no " + entry + ", which is on the class path of the job");
            }
        }
    }

    private static TemporaryFolder temporaryFolder() {
        try {
            return TemporaryFolder.make(Path.of(System.getProperty("java.io.tmpdir")), FOLDER_PREFIX);
        } catch (IOException cannot) {
            return null;
        }
    }

    private LocalProcess start(int index, LauncherRoute route) throws IOException {
        int number = job.numbers().get(index);
        List<String> flags = new ArrayList<>(job.flags());
        if (number == 0) {
            flags.addAll(job.firstFlags());
        }
        flags.addAll(parts.jvmFlags());
        List<String> command = JvmCommand.of(
                job.hostProcesses(), options(), folder, job.properties(), flags, job.classPath(), job.program());
        Map<String, String> environment = new LinkedHashMap<>();
        job.environment().forEach(variable -> {
            int equals = variable.indexOf('=');
            environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        });
        JobEnvironment.put(
                environment, job.id(), number, job.processes(), job.endpoints().get(index), route.port());
        JobEnvironment.putHost(environment, job.hostProcesses(), route.address());
        boolean hasInput = number == 0 && job.hasInput();
        ProcessStart.Input input = hasInput ? ProcessStart.Input.WRITTEN : ProcessStart.Input.NONE;
        Process process =
                ProcessStart.start(command, environment, Path.of(job.directory()), job.secret(), input, folder);
        LocalProcess started = new LocalProcess(
                number,
                process,
                new FrameOutput(frames, Kind.OUTPUT, number),
                new FrameOutput(frames, Kind.ERROR, number));
        processes.put(number, started);
        return started;
    }

    /** Returns the options of the launcher, and what is set for this JVM, as the folder of the cache. */
    private Options options() {
        Properties properties = new Properties();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        for (String property : job.properties()) {
            int equals = property.indexOf('=');
            properties.put(property.substring(0, equals), property.substring(equals + 1));
        }
        return Options.of(properties, Map.of());
    }

    private void waitForEnd(int number, LocalProcess process) {
        try {
            int status = process.await();
            noteEnd(status);
            process.awaitOutput(Long.MAX_VALUE);
            frames.write(Kind.EXITED, number, Integer.toString(status));
        } catch (IOException launcherGone) {
            // The main thread ends all.
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        } finally {
            running.countDown();
        }
    }

    private void noteEnd(int status) {
        if (status != 0) {
            hasFailures = true;
            firstStatus.compareAndSet(0, status);
        }
    }

    private void tellEnd() {
        try {
            running.await();
            sendParts();
            frames.write(Kind.DONE, 0, "");
        } catch (IOException launcherGone) {
            // The main thread ends.
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends the parts once; does nothing on later calls. A lost connection to the launcher discards them. */
    private synchronized void sendParts() {
        HostParts left = parts;
        parts = null;
        if (left != null) {
            try {
                left.send(frames);
            } catch (IOException launcherGone) {
                // The main thread ends.
            }
        }
    }

    /** Listens until the link ends, with the launcher or when this host is cut off from it, whatever the agent does. */
    private void listen() {
        while (link.receive() != null) {
            // The launcher sends no lines on this connection; only its end matters.
        }
        if (!hasEnded()) {
            tellCutOff();
            endAll();
            System.exit(HostMain.LAUNCHER_GONE_STATUS); // the agent may never end, and with it the main thread's wait
        }
    }

    /**
     * Notifies the launcher that this host is cut off, where the agent still reaches it; waits a moment only, since it
     * may not.
     */
    private void tellCutOff() {
        Thread telling = Thread.ofPlatform().daemon().name("sennit-cut-off").start(() -> {
            try {
                frames.write(Kind.FAILED, 0, "its connection to the launcher has ended or was silent for too long");
            } catch (IOException launcherGone) {
                // The usual case.
            }
        });
        try {
            TimeUnit.NANOSECONDS.timedJoin(telling, ORDERLY_END_NS);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    private void copyInput(LocalProcess process) {
        try (var target = process.input()) {
            for (byte[] piece = inputs.take(); piece.length > 0; piece = inputs.take()) {
                target.write(piece);
                target.flush();
                frames.write(Kind.WANTED, 0, "");
            }
        } catch (IOException hasEnded) {
            // No thread reads on.
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    void input(byte[] piece) {
        inputs.add(piece);
    }

    void kill(int number) {
        LocalProcess process;
        synchronized (this) {
            process = processes.get(number);
        }
        if (process != null) {
            process.kill();
        }
    }

    /** Returns 0 when all processes have ended with 0, else the status of one that has not. */
    int status() {
        return firstStatus.get();
    }

    boolean hasEnded() {
        return running.getCount() == 0;
    }

    void endSoon() {
        Thread.ofPlatform().daemon().name("sennit-end").start(() -> endAll(true));
    }

    /** As {@link #endAll(boolean)} where the launcher may be gone: nothing is sent. */
    void endAll() {
        endAll(false);
    }

    /**
     * Ends the processes and what they have started: first asks, then kills; deletes what they leave. Once; others
     * wait.
     *
     * @param isLauncherThere whether it takes what they leave for it
     */
    private synchronized void endAll(boolean isLauncherThere) {
        if (isEnding) {
            return;
        }
        isEnding = true;
        try {
            if (!hasEnded()) {
                hasFailures = true;
                endRunning();
                if (isLauncherThere) { // and gets the rest of what they have printed, before the link ends
                    running.await(KILLED_END_NS, TimeUnit.NANOSECONDS);
                }
            }
        } catch (InterruptedException hurry) {
            processes.values().forEach(LocalProcess::kill);
            Thread.currentThread().interrupt();
        }
        if (isLauncherThere) {
            sendParts();
        }
        parts = null;
        if (hasFailures) {
            ServiceLoader.load(JobRemains.class).forEach(remains -> remains.clear(job.id()));
        }
        if (folder != null) {
            folder.close();
        }
        if (link != null) {
            link.close();
        }
    }

    private void endRunning() throws InterruptedException {
        List<ProcessHandle> own =
                processes.values().stream().map(LocalProcess::handle).toList();
        List<Family> families = processes.keySet().stream()
                .map(number -> Family.ofProcess(job.id(), number))
                .toList();
        families.forEach(family -> family.look(own));
        processes.values().forEach(LocalProcess::end);
        families.forEach(Family::end);
        await(ORDERLY_END_NS);
        families.forEach(family -> family.look(own));
        processes.values().forEach(LocalProcess::kill);
        families.forEach(Family::kill);
        await(KILLED_END_NS);
        for (Family family : families) {
            family.await(KILLED_END_NS);
        }
    }

    private void await(long timeoutNs) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutNs;
        for (LocalProcess process : processes.values()) {
            process.await(Math.max(0, deadline - System.nanoTime()));
        }
    }
}
