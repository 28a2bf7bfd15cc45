package org.sennit.internal.runtime.bootstrap.pmi;

import java.util.HashMap;
import java.util.Map;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** A line of PMI-1: {@code key=value} between blanks, one of them {@code cmd}. Stateless. */
final class PmiLine {
    private PmiLine() {}

    /**
     * Reads an answer, whose keys come in any order.
     *
     * @param line without its end
     * @param command what is expected
     * @throws SennitException BOOTSTRAP: another command, no command, or a result code other than 0; do not retry
     */
    static Map<String, String> parse(String line, String command) {
        Map<String, String> values = new HashMap<>();
        for (String word : line.strip().split(" +")) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.putIfAbsent(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        if (!command.equals(values.get("cmd"))) {
            throw failure("answers '" + shown(line) + "' where cmd=" + command + " is due");
        }
        String code = values.getOrDefault("rc", "0");
        if (!code.equals("0")) {
            throw failure("refuses: cmd=" + command + " rc=" + code + " msg=" + values.getOrDefault("msg", ""));
        }
        return values;
    }

    /**
     * Returns a number of an answer.
     *
     * @throws SennitException BOOTSTRAP: it is missing or malformed; do not retry
     */
    static int number(Map<String, String> values, String key) {
        try {
            return Integer.parseInt(values.getOrDefault(key, ""));
        } catch (NumberFormatException malformed) {
            throw failure("answers cmd=" + values.get("cmd") + " with " + key + "=" + values.get(key) + ", no number");
        }
    }

    static SennitException failure(String what) {
        return new SennitException(ErrorClass.BOOTSTRAP, "the process manager (PMI-1) " + what);
    }

    private static String shown(String line) {
        int most = 100;
        return line.length() > most ? line.substring(0, most) + "…" : line;
    }
}
