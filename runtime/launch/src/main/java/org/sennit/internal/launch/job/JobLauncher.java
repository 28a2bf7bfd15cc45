package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostJob;
import org.sennit.internal.launch.process.ProcessOptions;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.HostIdentity;

/**
 * Starts a job of several JVMs on this host: {@code JobLauncher.builder().processes(2).endpoints(2).main("Heat")
 * .args("in.png").build().run()}. The exit status is 0 when every process has ended with 0.
 *
 * <p>Threads: immutable; each {@link #start} is a job of its own, and several may run at once.
 */
public final class JobLauncher {
    private static final String FOLDER_PREFIX = "sennit-job-";
    private static final Path PROC = Path.of("/proc");

    /** Most files examined for folders of killed launchers, while the job runs. */
    private static final int FILES_LOOKED_AT = 10_000;

    private final JobSettings settings;

    private JobLauncher(JobSettings settings) {
        this.settings = settings;
    }

    /**
     * Begins the description of a job.
     *
     * @return a builder with one process, and endpoints left to the program
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Runs the job. Blocks until all its processes have ended.
     *
     * @return the exit status of the job
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: a JVM cannot be started; do not retry
     */
    public int run() {
        try (RunningJob job = start()) {
            return job.await();
        }
    }

    /**
     * Starts the job. Does not wait for its processes to come up.
     *
     * @return the job, to be closed by the caller
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: a JVM cannot be started; do not retry
     */
    public RunningJob start() {
        int processes = settings.processes;
        prepareToStart();
        LauncherFiles.check(PROC, processes);
        ThreadsAllowed.check(PROC, settings.hosts == null ? processes : settings.hosts.size());
        byte[] secret = settings.joining == 0 ? Entropy.bytes(32) : JoinedStart.secret(settings.launchOptions);
        RunningJob job = null;
        TemporaryFolder folder = temporaryFolder();
        try {
            JobParts parts = JobParts.of(settings.launchOptions, processes, folder);
            String id = "j" + Entropy.hex(8);
            job = new RunningJob(id, secret, settings, parts, folder);
            startAll(job, id, secret, parts, folder);
            job.supervise();
            JobProof.prepare(); // while the JVMs come up, whose first question is for a proof
            if (folder != null) {
                Thread.ofPlatform()
                        .daemon()
                        .name("sennit-abandoned-folders")
                        .start(() -> folder.removeAbandoned(FILES_LOOKED_AT));
            }
            return job;
        } catch (IOException | RuntimeException cannot) {
            if (job != null) {
                job.joinDesk().giveUp(String.valueOf(cannot.getMessage()));
                job.supervise(); // ends the started ones
                job.close();
            } else if (folder != null) {
                folder.close();
            }
            if (cannot instanceof RuntimeException explained) { // a SennitException, or a setting that no JVM can have
                throw explained;
            }
            String why = String.valueOf(cannot.getMessage()).lines().findFirst().orElse("");
            throw new SennitException(ErrorClass.BOOTSTRAP, "cannot start a JVM: " + why, cannot);
        } catch (OutOfMemoryError limit) {
            if (job != null) {
                job.abandon();
            } else if (folder != null) {
                folder.close();
            }
            throw limit;
        }
    }

    /**
     * Initialises the JDK's logging of process starts in the background, before the first start: it searches all jars
     * for a logger, which takes 90 ms. A caller that knows early of processes to start may call it ahead of {@link
     * #start}.
     */
    public static void prepareToStart() {
        Thread.ofPlatform()
                .daemon()
                .name("sennit-process-log")
                .start(() -> System.getLogger("java.lang.ProcessBuilder").isLoggable(System.Logger.Level.DEBUG));
    }

    private void startAll(RunningJob job, String id, byte[] secret, JobParts parts, TemporaryFolder folder)
            throws IOException {
        if (settings.hosts == null && settings.joining == 0) {
            startHere(job, id, secret, parts, folder);
            return;
        }
        Options options = settings.launchOptions;
        InetSocketAddress listening = LauncherAddresses.toListen(options.value(LaunchOptions.ADDRESS));
        int port = job.listenAt(listening);
        List<String> addresses = LauncherAddresses.ofThisHost(listening);
        HostedStart hosted = settings.hosts == null ? null : new HostedStart(job, options, settings.wholeClassPath());
        HostedStart.JobOf jobOf = jobOf(job, id, secret, parts, hosted, addresses, port);
        try {
            JoinedStart joined = null;
            if (settings.joining > 0) {
                joined = new JoinedStart(job, options, settings.processes, settings.joining);
                joined.await(secret, addresses, port, folder);
            }
            if (hosted != null) { // before any process: an agent may fail
                hosted.reach(settings.hosts);
            }
            if (joined != null) {
                joined.start(jobOf, settings.classPath);
            }
            if (hosted != null) {
                Path directory = settings.directory == null ? Path.of("") : settings.directory;
                hosted.start(jobOf, hosted.directory(directory), settings.wholeClassPath());
            } else {
                startHere(job, id, secret, parts, folder);
            }
            if (joined != null) {
                joined.awaitStarted();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new SennitException(ErrorClass.BOOTSTRAP, "interrupted while the hosts of the job start", stop);
        }
        job.addHosted(settings.isStdinForwarded);
    }

    /** Returns what describes the job to another host. */
    private HostedStart.JobOf jobOf(
            RunningJob job,
            String id,
            byte[] secret,
            JobParts parts,
            HostedStart hosted,
            List<String> addresses,
            int port) {
        String identity = HostIdentity.of(Options.defaults(), 0).digest();
        int here = settings.hosts == null ? settings.processes - settings.joining : 0;
        JoinDesk desk = job.joinDesk();
        return (numbers, at, directory, classPath) -> new HostJob(
                id,
                secret,
                settings.processes,
                numbers,
                desk.processesOn(at) + (hosted == null ? 0 : hosted.processesOn(at)) + (at.equals(identity) ? here : 0),
                numbers.stream().map(settings::endpointsOf).toList(),
                identity,
                job.port(),
                addresses,
                port,
                settings.launchOptions.value(LaunchOptions.TIMEOUT_SECONDS),
                directory,
                settings.isStdinForwarded && numbers.contains(0),
                classPath,
                settings.propertyTexts(),
                settings.environmentTexts(),
                settings.jvmOptions,
                settings.firstJvmOptions,
                settings.program(),
                parts.wantedFromHosts());
    }

    private void startHere(RunningJob job, String id, byte[] secret, JobParts parts, TemporaryFolder folder)
            throws IOException {
        int here = settings.processes - settings.joining;
        if (here == 0) { // all join, perhaps none of them from this host
            return;
        }
        int sharing = settings.joining == 0
                ? here
                : here
                        + job.joinDesk()
                                .processesOn(
                                        HostIdentity.of(Options.defaults(), 0).digest());
        List<String> others = command(sharing, folder, parts.jvmFlags());
        List<String> ofFirst = new ArrayList<>(settings.firstJvmOptions);
        ofFirst.addAll(parts.jvmFlags());
        List<String> first = command(sharing, folder, ofFirst);
        StartsAtOnce starts = new StartsAtOnce(job::add);
        for (int process = 0; process < here; process++) {
            Map<String, String> environment = new LinkedHashMap<>();
            JobEnvironment.put(environment, id, process, settings.processes, settings.endpointsOf(process), job.port());
            JobEnvironment.putHost(environment, sharing, "");
            boolean hasStdin = process == 0 && settings.isStdinForwarded;
            List<String> command = process == 0 ? first : others;
            starts.add(() -> ProcessStart.start(
                    command,
                    environment,
                    settings.directory,
                    secret,
                    hasStdin ? ProcessStart.Input.INHERITED : ProcessStart.Input.NONE,
                    folder));
        }
        starts.run(Runtime.getRuntime().availableProcessors());
    }

    /** Returns the job's folder; null where none can be made, as on a read-only file system. */
    private static TemporaryFolder temporaryFolder() {
        try {
            return TemporaryFolder.make(Path.of(System.getProperty("java.io.tmpdir")), FOLDER_PREFIX);
        } catch (IOException cannot) {
            return null;
        }
    }

    private List<String> command(int sharing, TemporaryFolder folder, List<String> more) {
        List<String> flags = new ArrayList<>(settings.jvmOptions);
        flags.addAll(more);
        return JvmCommand.of(
                sharing,
                settings.launchOptions,
                folder,
                settings.propertyTexts(),
                flags,
                settings.wholeClassPath(),
                settings.program());
    }

    /** Describes a job. Not thread-safe; {@link #build} takes a copy. */
    public static final class Builder {
        private final JobSettings settings = new JobSettings();

        private Builder() {}

        /**
         * Sets the number of JVMs.
         *
         * @param count at least 1
         * @throws SennitException {@link ErrorClass#ARG}: less than 1
         */
        public Builder processes(int count) {
            if (count < 1) {
                throw new SennitException(ErrorClass.ARG, "at least 1 process is needed: processes=" + count);
            }
            settings.processes = count;
            return this;
        }

        /**
         * Sets how many endpoints each JVM has.
         *
         * @param count 0: the program decides
         * @throws SennitException {@link ErrorClass#ARG}: negative
         */
        public Builder endpoints(int count) {
            return endpoints(List.of(count));
        }

        /**
         * Sets how many endpoints each JVM has, one after the other; the last number holds for all that follow.
         *
         * @param counts 0: the program decides
         * @throws SennitException {@link ErrorClass#ARG}: no number, or a negative one
         */
        public Builder endpoints(List<Integer> counts) {
            if (counts.isEmpty() || counts.stream().anyMatch(count -> count < 0)) {
                throw new SennitException(ErrorClass.ARG, "endpoint counts must not be negative: endpoints=" + counts);
            }
            settings.endpoints = List.copyOf(counts);
            return this;
        }

        /**
         * Sets the class path of the program. The launcher's own class path, which has Sennit, stays in front, so that
         * the ahead-of-time cache made for it remains valid.
         *
         * @param path folders and jars, separated as usual
         */
        public Builder classPath(String path) {
            settings.classPath = path;
            return this;
        }

        /**
         * Leaves out what {@link JobClassPath} puts behind the program: for the archive of classes, which must fit any
         * program.
         */
        public Builder frontOnly() {
            settings.hasFrontOnly = true;
            return this;
        }

        /**
         * Sets the program.
         *
         * @param className a class with a main method
         */
        public Builder main(String className) {
            settings.main = className;
            return this;
        }

        /**
         * Sets the program.
         *
         * @param program a class with a main method
         */
        public Builder main(Class<?> program) {
            return main(program.getName());
        }

        /** Sets the program's arguments. */
        public Builder args(String... arguments) {
            return args(Arrays.asList(arguments));
        }

        /** Sets the program's arguments. */
        public Builder args(List<String> arguments) {
            settings.args = List.copyOf(arguments);
            return this;
        }

        /** Adds flags for the JVMs; they come last and win. */
        public Builder jvmOptions(String... flags) {
            return jvmOptions(Arrays.asList(flags));
        }

        /** Adds flags for the JVMs; they come last and win. */
        public Builder jvmOptions(List<String> flags) {
            settings.jvmOptions.addAll(flags);
            return this;
        }

        /** Adds flags for the JVM of process 0 alone, for example to profile it. */
        public Builder firstJvmOptions(String... flags) {
            settings.firstJvmOptions.addAll(Arrays.asList(flags));
            return this;
        }

        /**
         * Sets an option in all processes, and in the launcher where it is the launcher's.
         *
         * @param <T> the type of its value
         */
        public <T> Builder option(Option<T> option, T value) {
            settings.properties.put(Options.propertyName(option.name()), value.toString());
            settings.launchOptions = settings.launchOptions.with(option, value, "job launcher");
            return this;
        }

        /** Sets whether output lines carry the rank that printed them. */
        public Builder prefix(boolean isWanted) {
            return option(ProcessOptions.PREFIX, isWanted);
        }

        /**
         * Sets where the processes' standard output goes; the launcher's own by default.
         *
         * @param target takes whole lines; used by several threads, one at a time, under its own lock
         */
        public Builder out(OutputStream target) {
            settings.out = target;
            return this;
        }

        /**
         * Sets where the processes' standard error and the launcher's report go; the launcher's own by default.
         *
         * @param target takes whole lines; used by several threads, one at a time, under its own lock
         */
        public Builder err(OutputStream target) {
            settings.err = target;
            return this;
        }

        /**
         * Sets the folder in which the processes run; the launcher's own by default.
         *
         * @param folder an existing folder
         */
        public Builder directory(Path folder) {
            settings.directory = folder;
            return this;
        }

        /**
         * Sets the hosts on which the processes run; all on this one by default.
         *
         * @param places the numbers of the processes on each host, by the host's name as the agent understands it
         */
        public Builder hosts(Map<String, List<Integer>> places) {
            settings.hosts = new LinkedHashMap<>(places);
            return this;
        }

        /**
         * Sets how many of the processes, the last ones, are started by hand on any host, by {@code sennit join}; they
         * come last also where there are {@link #hosts}, which have the others. The command to type is printed when the
         * job is started.
         *
         * @param count 0 by default
         */
        public Builder joining(int count) {
            settings.joining = count;
            return this;
        }

        /** Sets whether process 0 reads the launcher's standard input; otherwise, and in the others, it is empty. */
        public Builder forwardStdin(boolean isWanted) {
            settings.isStdinForwarded = isWanted;
            return this;
        }

        /**
         * Ends the description.
         *
         * @throws SennitException {@link ErrorClass#ARG}: no program was named
         */
        public JobLauncher build() {
            if (settings.main == null) {
                throw new SennitException(ErrorClass.ARG, "a job needs a main class");
            }
            return new JobLauncher(settings.copy());
        }
    }
}
