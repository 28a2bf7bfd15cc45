package org.sennit.internal.launch.doctor;

import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The command by which something runs on another host: a template with {@code {host}} and {@code {command}} in it. In quotes
 * the command is one word that a shell reads, otherwise as many as it has. Threads: stateless.
 */
final class AgentWords {

    private static final String SSH = "ssh -x -o BatchMode=yes {host} '{command}'";
    private static final String HOST = "{host}";
    private static final String COMMAND = "{command}";

    private AgentWords() {}

    /**
     * Fills a template in.
     *
     * @param template empty: by ssh
     * @throws SennitException {@link ErrorClass#ARG}: it does not name the command; do not retry
     */
    static List<String> of(String template, String host, List<String> command) {
        List<String> words = new ArrayList<>();
        boolean hasCommand = false;
        for (String word : (template.isEmpty() ? SSH : template).strip().split(" +(?=(?:[^']*'[^']*')*[^']*$)")) {
            hasCommand |= word.contains(COMMAND);
            if (word.equals(COMMAND)) {
                words.addAll(command);
            } else {
                words.add(word.replace("'", "").replace(HOST, host).replace(COMMAND, quoted(command)));
            }
        }
        if (!hasCommand) {
            throw new SennitException(
                    ErrorClass.ARG, "agent '" + template + "': " + COMMAND + " is missing, as in " + SSH);
        }
        return words;
    }

    private static String quoted(List<String> command) {
        List<String> words = new ArrayList<>();
        for (String word : command) {
            words.add(word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return String.join(" ", words);
    }
}
