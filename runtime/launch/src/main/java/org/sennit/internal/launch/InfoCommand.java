package org.sennit.internal.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.launch.info.JsonText;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.network.NetworkOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit info}: what runs here, what was chosen and why, as sections of aligned text or as JSON. */
@Command(name = "info", description = "Prints what was chosen on this machine and why, and all options.")
final class InfoCommand implements Runnable {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmMgG]?)");

    private record Line(String name, String text) {}

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "print JSON")
    private boolean isJson;

    @Option(
            names = "--protocols",
            description = "print only how messages travel: the range of each protocol, its thresholds, and why")
    private boolean isAboutProtocols;

    @Option(
            names = "--collectives",
            description = "print only which algorithm does which collective, for a placement given by -n and -t")
    private boolean isAboutCollectives;

    @Option(names = "-n", paramLabel = "PROCESSES", description = "JVMs of the job to explain")
    private Integer processes;

    @Option(names = "-t", paramLabel = "ENDPOINTS", description = "endpoints in each JVM of the job to explain")
    private Integer endpoints;

    @Option(
            names = "--net",
            paramLabel = "MODULE",
            description = "explain a job that is started with this --net: tcp, unix, mapped or another module's name")
    private String network;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description = "print only what a message of this size uses; bytes, with k, m and g for powers of 1024")
    private String size;

    @Option(
            names = {"-o", "--option"},
            paramLabel = "NAME=VALUE",
            description = "explain a job that is started with this -o")
    private List<String> settings = List.of();

    @Override
    public void run() {
        EnvironmentCheck.check("info");
        List<InfoSection> sections = new ArrayList<>();
        ServiceLoader.load(InfoSection.class).forEach(sections::add);
        if (isAboutProtocols || isAboutCollectives) {
            sections.removeIf(section -> !(isAboutProtocols && section.topic().equals("protocols")
                    || isAboutCollectives && section.topic().equals("collectives")));
        }
        sections.sort(Comparator.comparingInt(InfoSection::order));
        Options options = placed(Options.fromEnvironment());
        for (Map.Entry<org.sennit.config.Option<?>, String> each :
                RunCommand.options("info", settings).entrySet()) {
            options = with(options, each.getKey(), each.getValue());
        }
        long sizeBytes = size == null ? -1 : sizeBytes();
        StringBuilder text = new StringBuilder();
        for (InfoSection section : sections) {
            List<Line> lines = new ArrayList<>();
            try {
                describe(section, options, sizeBytes, lines);
            } catch (RuntimeException broken) {
                lines.add(new Line("error", String.valueOf(broken.getMessage())));
            }
            if (isJson) {
                addJson(section.title(), lines, text);
            } else {
                addText(section.title(), lines, text);
            }
        }
        System.out.print(isJson ? "{" + text + "\n}\n" : text.toString());
        System.out.flush();
    }

    private static void describe(InfoSection section, Options options, long sizeBytes, List<Line> lines) {
        if (sizeBytes < 0) {
            section.describe(options, (name, what) -> lines.add(new Line(name, what)));
        } else {
            section.describe(options, sizeBytes, (name, what) -> lines.add(new Line(name, what)));
        }
    }

    private Options placed(Options options) {
        checkCount("-n", processes);
        checkCount("-t", endpoints);
        Options placed = processes == null ? options : options.with(JobOptions.PROCESSES, processes, "-n");
        placed = endpoints == null ? placed : placed.with(JobOptions.ENDPOINTS, endpoints, "-t");
        if (network == null) {
            return placed;
        }
        String mistake = NetworkNames.mistake(network, NetworkNames.class.getClassLoader());
        if (mistake != null) {
            throw new ParameterException(spec.commandLine(), mistake);
        }
        return placed.with(NetworkOptions.MODULE, network, "--net");
    }

    private static <T> Options with(Options options, org.sennit.config.Option<T> option, String text) {
        return options.with(option, option.parse(text), "-o");
    }

    private void checkCount(String flag, Integer count) {
        if (count != null && count < 1) {
            throw new ParameterException(spec.commandLine(), flag + " " + count + ": there must be at least 1");
        }
    }

    private long sizeBytes() {
        Matcher matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            throw new ParameterException(
                    spec.commandLine(), "not a size: " + size + " (a number, perhaps with k, m or g)");
        }
        int power = "kmg".indexOf(matcher.group(2).toLowerCase(Locale.ROOT)) + 1;
        return Long.parseLong(matcher.group(1)) << 10 * (matcher.group(2).isEmpty() ? 0 : power);
    }

    private static void addText(String title, List<Line> lines, StringBuilder text) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(title).append('\n');
        int width = 0;
        for (Line line : lines) {
            width = Math.max(width, line.name().length());
        }
        for (Line line : lines) {
            text.append("  ")
                    .append(line.name())
                    .repeat(' ', width - line.name().length());
            text.append("  ").append(line.text()).append('\n');
        }
    }

    /**
     * Adds a section as an object. What has several lines, those without a name being the name's above, is an array.
     */
    private static void addJson(String title, List<Line> lines, StringBuilder text) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        String name = title;
        for (Line line : lines) {
            name = line.name().isBlank() ? name : line.name();
            values.computeIfAbsent(name, first -> new ArrayList<>()).add(JsonText.quoted(line.text()));
        }
        text.append(text.isEmpty() ? "\n  " : ",\n  ")
                .append(JsonText.quoted(title))
                .append(": {");
        String separator = "\n    ";
        for (Map.Entry<String, List<String>> value : values.entrySet()) {
            List<String> texts = value.getValue();
            text.append(separator)
                    .append(JsonText.quoted(value.getKey()))
                    .append(": ")
                    .append(texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]");
            separator = ",\n    ";
        }
        text.append("\n  }");
    }
}
