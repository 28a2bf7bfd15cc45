package org.sennit.internal.launch.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The command that starts a program on another host, with {@code {host}} and {@code {command}} in the places of the
 * host's name and of the program: {@code ip netns exec {host} {command}}. In quotes, or behind {@code -c}, the program
 * is one word that a shell reads ({@code ssh {host} '{command}'}), otherwise as many as it has. No shell reads the
 * template itself. Immutable.
 */
public final class AgentTemplate {
    /**
     * Default template by which a host is reached: no question on the terminal, and a connection that is cut off ends.
     */
    public static final String SSH =
            "ssh -x -o BatchMode=yes -o ServerAliveInterval=5 -o ServerAliveCountMax=4 {host} '{command}'";

    private static final String HOST = "{host}";
    private static final String COMMAND = "{command}";

    private record Word(String text, boolean isQuoted) {}

    private final String template;
    private final List<Word> words;

    private AgentTemplate(String template, List<Word> words) {
        this.template = template;
        this.words = words;
    }

    /**
     * Reads a template.
     *
     * @throws SennitException {@link ErrorClass#ARG}: it does not name the command, or a quote is not closed; do not
     *     retry
     */
    public static AgentTemplate of(String template) {
        List<Word> words = split(template);
        if (words.isEmpty() || words.stream().noneMatch(word -> word.text().contains(COMMAND))) {
            throw new SennitException(
                    ErrorClass.ARG, "agent '" + template + "': " + COMMAND + " is missing, as in " + SSH);
        }
        return new AgentTemplate(template, words);
    }

    private static List<Word> split(String template) {
        List<Word> words = new ArrayList<>();
        StringBuilder word = null;
        boolean wasQuoted = false;
        char quote = 0;
        for (char c : template.toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == ' ' || c == '\t') {
                if (word != null) {
                    words.add(new Word(word.toString(), wasQuoted));
                }
                word = null;
                wasQuoted = false;
            } else {
                word = word == null ? new StringBuilder() : word;
                if (c == '\'' || c == '"') {
                    quote = c;
                    wasQuoted = true;
                } else {
                    word.append(c);
                }
            }
        }
        if (quote != 0) {
            throw new SennitException(ErrorClass.ARG, "agent '" + template + "': a quote is not closed");
        }
        if (word != null) {
            words.add(new Word(word.toString(), wasQuoted));
        }
        return words;
    }

    /** Returns whether it is the default. */
    public boolean isSsh() {
        return template.equals(SSH);
    }

    /**
     * Returns the words of the agent's command for a host.
     *
     * @param host its name
     * @param command what runs there
     */
    public List<String> command(String host, List<String> command) {
        List<String> filled = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            boolean isForShell =
                    word.isQuoted() || i > 0 && words.get(i - 1).text().equals("-c");
            if (word.text().equals(COMMAND) && !isForShell) {
                filled.addAll(command);
            } else {
                filled.add(word.text().replace(HOST, host).replace(COMMAND, quoted(command)));
            }
        }
        return filled;
    }

    /** Returns words as a shell reads them. */
    public static String quoted(List<String> words) {
        return words.stream().map(AgentTemplate::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return template;
    }
}
