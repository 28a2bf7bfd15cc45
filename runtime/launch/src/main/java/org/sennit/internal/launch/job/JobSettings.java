package org.sennit.internal.launch.job;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/** The settings of a job that a {@link JobLauncher.Builder} has been given. Not thread-safe. */
final class JobSettings {
    int processes = 1;
    List<Integer> endpoints = List.of(0);
    String classPath = "";
    String main;
    List<String> args = List.of();
    final List<String> jvmOptions = new ArrayList<>();
    final List<String> firstJvmOptions = new ArrayList<>();
    final Map<String, String> properties = new LinkedHashMap<>();
    Options launchOptions = Options.fromEnvironment();
    OutputStream out = System.out;
    OutputStream err = System.err;
    Path directory;
    Map<String, List<Integer>> hosts; // null: all processes are on this host
    int joining;
    boolean isStdinForwarded;
    boolean hasFrontOnly;

    /** Returns a copy, which later changes leave alone. */
    JobSettings copy() {
        JobSettings copy = new JobSettings();
        copy.processes = processes;
        copy.endpoints = endpoints;
        copy.classPath = classPath;
        copy.main = main;
        copy.args = args;
        copy.jvmOptions.addAll(jvmOptions);
        copy.firstJvmOptions.addAll(firstJvmOptions);
        copy.properties.putAll(properties);
        copy.launchOptions = launchOptions;
        copy.out = out;
        copy.err = err;
        copy.directory = directory;
        copy.hosts = hosts;
        copy.joining = joining;
        copy.isStdinForwarded = isStdinForwarded;
        copy.hasFrontOnly = hasFrontOnly;
        return copy;
    }

    int endpointsOf(int process) {
        return endpoints.get(Math.min(process, endpoints.size() - 1));
    }

    int[] endpointsOf() {
        int[] counts = new int[processes];
        for (int process = 0; process < processes; process++) {
            counts[process] = endpointsOf(process);
        }
        return counts;
    }

    List<String> propertyTexts() {
        List<String> texts = new ArrayList<>();
        properties.forEach((name, value) -> texts.add(name + "=" + value));
        return texts;
    }

    /**
     * Returns the variables that processes of this host would inherit: all variables that begin with SENNIT_, but the
     * secret.
     */
    List<String> environmentTexts() {
        List<String> texts = new ArrayList<>();
        for (String name : Options.fromEnvironment().namesFromEnvironment()) {
            String value = System.getenv(Options.variableName(name));
            if (value != null && !name.equals(JobOptions.SECRET.name())) {
                texts.add(Options.variableName(name) + "=" + value);
            }
        }
        return texts;
    }

    List<String> program() {
        List<String> words = new ArrayList<>(List.of(main));
        words.addAll(args);
        return words;
    }

    String wholeClassPath() {
        return hasFrontOnly ? JobClassPath.front() : JobClassPath.of(classPath);
    }
}
