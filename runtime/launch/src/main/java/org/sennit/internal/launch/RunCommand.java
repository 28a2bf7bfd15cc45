package org.sennit.internal.launch;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostList;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.internal.launch.process.LabelledOutput;
import org.sennit.internal.launch.process.ProcessMain;
import org.sennit.internal.launch.process.ProcessOptions;
import org.sennit.internal.runtime.affinity.BindingPlan;
import org.sennit.internal.runtime.bootstrap.JobGrid;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.SingleProcessSpace;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.message.SennitException;

/**
 * {@code sennit run}: a program in this JVM, or in several that it starts.
 *
 * <p>Threads: the caller's, which becomes the program's main thread when there is one process.
 */
final class RunCommand {
    /** More processes than this on one host is a slip of the finger. */
    private static final int MAX_PROCESSES = 4096;

    /** More endpoints than this in a process is a slip of the finger. */
    private static final int MAX_ENDPOINTS = 1 << 17;

    /** More threads than this take a minute to start, if the system has them. */
    private static final int MAX_THREADS = 1 << 13;

    /** The option of the endpoints' module. */
    private static final String VIRTUAL = "endpoint.virtual";

    private RunCommand() {}

    /** Runs; returns the exit status. */
    static int run(RunLine line) {
        EnvironmentCheck.check("run");
        Map<Option<?>, String> options = options("run", settings(line));
        HostList hosts = RunHosts.of(options, line.last(RunFlag.PER_HOST));
        int joining = joining(line.last(RunFlag.WAIT));
        int processes = processes(line.last(RunFlag.PROCESSES), hosts, joining);
        if (processes > 1) {
            JobLauncher.prepareToStart();
        }
        List<Integer> endpoints = endpoints(line.last(RunFlag.ENDPOINTS), processes);
        Map<String, List<Integer>> places = RunHosts.place(hosts, processes - joining);
        if (line.last(RunFlag.PREFIX) != null) {
            options.put(ProcessOptions.PREFIX, "true");
        }
        if (line.program().isEmpty()) {
            throw new CommandLineMistake(
                    "run: name a class with a main method or an example (sennit examples lists them)");
        }
        checkEndpoints(endpoints, options);
        grid(line.last(RunFlag.GRID), processes, endpoints, options);
        Program program = program(line);
        checkNetwork(options.get(NetworkOptions.MODULE), program.loader());
        List<String> args = line.program().subList(1, line.program().size());
        List<String> jvmFlags = line.all(RunFlag.JVM_FLAG);
        boolean isBound = !List.of("", "auto", "none").contains(options.getOrDefault(BindingPlan.BIND, ""));
        if (processes == 1 && jvmFlags.isEmpty() && !isBound && places == null && joining == 0) {
            return runHere(program, args, endpoints.getFirst(), options);
        }
        JobLauncher.Builder job = JobLauncher.builder()
                .processes(processes)
                .endpoints(endpoints)
                .classPath(program.classPath())
                .main(program.className())
                .args(args)
                .jvmOptions(jvmFlags)
                .joining(joining)
                .forwardStdin(true);
        if (places != null) {
            job.hosts(places);
        }
        options.forEach((option, text) -> set(job, option, text));
        try {
            return job.build().run();
        } catch (SennitException cannot) {
            System.err.println("sennit: " + cannot.getMessage());
            return 1;
        }
    }

    private static Program program(RunLine line) {
        String name = line.program().getFirst();
        String classPath = line.last(RunFlag.CLASS_PATH);
        return line.last(RunFlag.JAR) != null ? Program.ofJar("run", name, classPath) : Program.find(name, classPath);
    }

    private static <T> void set(JobLauncher.Builder job, Option<T> option, String text) {
        job.option(option, option.parse(text));
    }

    /** Runs the program in this JVM; the job's numbers are where {@link Options#fromEnvironment()} looks. */
    private static int runHere(Program program, List<String> args, int endpoints, Map<Option<?>, String> options) {
        setProperty(JobOptions.PROCESSES, "1");
        if (endpoints > 0) { // otherwise as the environment says, or the program
            setProperty(JobOptions.ENDPOINTS, Integer.toString(endpoints));
        }
        options.forEach(RunCommand::setProperty);
        OutputStream out = PipedOutput.install();
        if (Options.fromEnvironment().value(ProcessOptions.PREFIX)) {
            LabelledOutput.install(out, true, "[p0] ");
        }
        Thread.currentThread().setContextClassLoader(program.loader());
        try {
            program.main().invoke(args.toArray(String[]::new));
            return 0;
        } catch (Throwable uncaught) {
            System.out.flush();
            System.err.println(ProcessMain.trace(uncaught));
            System.err.flush();
            return Integer.getInteger(SingleProcessSpace.STATUS_PROPERTY, 1);
        }
    }

    private static void setProperty(Option<?> option, String text) {
        System.setProperty(Options.propertyName(option.name()), text);
    }

    private static int processes(String text, HostList hosts, int joining) {
        if (text == null) {
            int others = hosts == null ? 0 : hosts.size();
            return Math.max(1, others + joining);
        }
        int processes = number("-n", text, 1, MAX_PROCESSES, "processes");
        if (joining > processes) {
            throw new CommandLineMistake("run: --wait " + joining + ": the job has " + processes + " processes (-n)");
        }
        return processes;
    }

    private static int joining(String text) {
        return text == null ? 0 : number("--wait", text, 1, MAX_PROCESSES, "processes");
    }

    private static List<Integer> endpoints(String text, int processes) {
        if (text == null) {
            return List.of(0);
        }
        List<Integer> counts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            counts.add(number("-t", part, 1, MAX_ENDPOINTS, "endpoints per process"));
        }
        if (counts.size() != 1 && counts.size() != processes) {
            throw new CommandLineMistake(
                    "run: -t " + text + " has numbers for " + counts.size() + " processes, but -n is " + processes);
        }
        return counts;
    }

    private static void checkEndpoints(List<Integer> endpoints, Map<Option<?>, String> options) {
        int most = Collections.max(endpoints);
        if (most > MAX_THREADS && !isVirtual(options)) {
            throw new CommandLineMistake("run: -t " + most + ": more than " + MAX_THREADS
                    + " endpoints per process need virtual threads (--virtual)");
        }
    }

    /** Gives the job its grid, which must fit the number of endpoints where that is known. */
    private static void grid(String text, int processes, List<Integer> endpoints, Map<Option<?>, String> options) {
        if (text == null) {
            return;
        }
        int points;
        try {
            points = JobGrid.points(JobGrid.parse(text));
        } catch (SennitException malformed) {
            throw new CommandLineMistake("run: --" + malformed.getMessage());
        }
        long all = 0;
        for (int process = 0; process < processes; process++) {
            all += endpoints.get(Math.min(process, endpoints.size() - 1));
        }
        boolean isKnown = !endpoints.contains(0);
        if (text.isEmpty() || (isKnown ? points != all : points % processes != 0)) {
            throw new CommandLineMistake("run: --grid " + text + " is for " + points + " endpoints, but there are "
                    + (isKnown ? Long.toString(all) : processes + " processes with as many each"));
        }
        options.put(JobOptions.GRID, text);
    }

    private static boolean isVirtual(Map<Option<?>, String> options) {
        for (Map.Entry<Option<?>, String> option : options.entrySet()) {
            if (option.getKey().name().equals(VIRTUAL)) {
                return Boolean.TRUE.equals(option.getKey().parse(option.getValue()));
            }
        }
        return Options.fromEnvironment().value(Option.ofBoolean(VIRTUAL, false, ""));
    }

    static int number(String flag, String text, int min, int max, String what) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException malformed) {
            throw new CommandLineMistake("run: " + flag + " " + text + ": not a whole number of " + what);
        }
        if (value < min || value > max) {
            throw new CommandLineMistake(
                    "run: " + flag + " " + text + ": there must be " + min + " to " + max + " " + what);
        }
        return (int) value;
    }

    /** Returns the options given by -o, and by other flags in its place. */
    private static List<String> settings(RunLine line) {
        List<String> settings = new ArrayList<>(line.all(RunFlag.OPTION));
        if (line.last(RunFlag.VIRTUAL) != null) {
            settings.add(VIRTUAL + "=true");
        }
        if (line.last(RunFlag.PROFILE) != null) {
            settings.add("profile=true");
        }
        if (line.last(RunFlag.NET) != null) {
            settings.add(NetworkOptions.MODULE.name() + "=" + line.last(RunFlag.NET));
        }
        if (line.last(RunFlag.BIND) != null) {
            settings.add("bind=" + line.last(RunFlag.BIND));
        }
        add(settings, LaunchOptions.HOSTS, line.last(RunFlag.HOSTS));
        add(settings, LaunchOptions.HOST_FILE, line.last(RunFlag.HOST_FILE));
        add(settings, LaunchOptions.AGENT, line.last(RunFlag.AGENT));
        if (line.last(RunFlag.PUSH) != null) {
            settings.add(LaunchOptions.PUSH.name() + "=true");
        }
        if (line.last(RunFlag.TRACE) != null) {
            settings.add("trace.file=" + line.last(RunFlag.TRACE));
        }
        return settings;
    }

    private static void add(List<String> settings, Option<?> option, String text) {
        if (text != null) {
            settings.add(option.name() + "=" + text);
        }
    }

    private static void checkNetwork(String name, ClassLoader loader) {
        String mistake = name == null || name.isEmpty() ? null : NetworkNames.mistake(name, loader);
        if (mistake != null) {
            throw new CommandLineMistake("run: " + mistake);
        }
    }

    /** Checks that the trace can be written, before the program runs. */
    private static void checkWritable(String name, String text) {
        if (text.isEmpty()) {
            return;
        }
        Path file;
        try {
            file = Path.of(text).toAbsolutePath();
        } catch (InvalidPathException cannot) {
            throw new CommandLineMistake("run: option " + name + ": '" + text + "': " + cannot.getReason());
        }
        Path folder = file.getParent();
        String mistake = null;
        if (folder == null || Files.isDirectory(file)) {
            mistake = "is a folder";
        } else if (!Files.isDirectory(folder)) {
            mistake = "there is no folder " + folder;
        } else if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            mistake = "cannot be written";
        }
        if (mistake != null) {
            throw new CommandLineMistake("run: option " + name + ": '" + text + "': " + mistake);
        }
    }

    /**
     * Returns the options that settings of the form name=value set.
     *
     * @param command that a mistake is to name
     */
    static Map<Option<?>, String> options(String command, List<String> settings) {
        Map<Option<?>, String> texts = new LinkedHashMap<>();
        if (settings.isEmpty()) {
            return texts;
        }
        Map<String, Option<?>> known = EnvironmentCheck.known();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            String name = equals < 0 ? setting : setting.substring(0, equals);
            Option<?> option = known.get(name);
            if (option == null) {
                throw new CommandLineMistake(
                        command + ": unknown option '" + name + "'" + NearestName.hint(name, known.keySet()));
            }
            String text = equals < 0 ? "" : setting.substring(equals + 1);
            try {
                option.parse(text);
            } catch (SennitException illegal) {
                throw new CommandLineMistake(command + ": " + illegal.getMessage());
            }
            if (option == TraceOptions.TRACE || option == TraceOptions.PROFILE_FILE) {
                checkWritable(name, text);
            }
            texts.put(option, text);
        }
        return texts;
    }
}
