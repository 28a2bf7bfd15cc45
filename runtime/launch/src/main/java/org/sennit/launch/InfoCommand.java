package org.sennit.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.sennit.runtime.config.InfoSection;
import org.sennit.runtime.config.Options;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit info}: what runs here, what was chosen and why, as sections of aligned text or as JSON. */
@Command(name = "info", description = "Prints what was chosen on this machine and why, and all options.")
final class InfoCommand implements Runnable {

    private record Line(String name, String text) {}

    @Option(names = "--json", description = "print JSON")
    private boolean isJson;

    @Option(
            names = "--protocols",
            description = "print only how messages travel: the range of each protocol, its thresholds, and why")
    private boolean isAboutProtocols;

    @Override
    public void run() {
        List<InfoSection> sections = new ArrayList<>();
        ServiceLoader.load(InfoSection.class).forEach(sections::add);
        if (isAboutProtocols) {
            sections.removeIf(section -> !section.topic().equals("protocols"));
        }
        sections.sort(Comparator.comparingInt(InfoSection::order));
        Options options = Options.fromEnvironment();
        StringBuilder text = new StringBuilder();
        for (InfoSection section : sections) {
            List<Line> lines = new ArrayList<>();
            try {
                section.describe(options, (name, what) -> lines.add(new Line(name, what)));
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

    private static void addJson(String title, List<Line> lines, StringBuilder text) {
        text.append(text.isEmpty() ? "\n  " : ",\n  ").append(quoted(title)).append(": {");
        String separator = "\n    ";
        for (Line line : lines) {
            text.append(separator).append(quoted(line.name())).append(": ").append(quoted(line.text()));
            separator = ",\n    ";
        }
        text.append("\n  }");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
