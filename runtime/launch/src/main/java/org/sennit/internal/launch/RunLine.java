package org.sennit.internal.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The words after {@code sennit run}, sorted: flags up to the program, then everything that belongs to the program.
 * {@code -n 2}, {@code -n2}, {@code --processes 2} and {@code --processes=2} mean the same.
 *
 * <p>Threads: immutable.
 *
 * @param values what followed each flag, in order; an empty text for a flag that takes nothing
 * @param program the program's name and its arguments; empty when there is none
 */
record RunLine(Map<RunFlag, List<String>> values, List<String> program) {
    static RunLine parse(List<String> words) {
        Map<RunFlag, List<String>> values = new EnumMap<>(RunFlag.class);
        int i = 0;
        while (i < words.size() && words.get(i).startsWith("-") && !words.get(i).equals("-")) {
            String word = words.get(i++);
            if (word.equals("--")) {
                break;
            }
            RunFlag flag = flagOf(word);
            String name = nameOf(flag, word);
            String value = "";
            if (flag.parameter() != null) {
                if (word.length() > name.length()) {
                    value = word.substring(name.length() + (word.charAt(name.length()) == '=' ? 1 : 0));
                } else if (i < words.size() && (flag == RunFlag.JVM_FLAG || !isFlag(words.get(i)))) {
                    value = words.get(i++);
                } else {
                    throw new CommandLineMistake("run: " + word + " needs a value: " + word + " " + flag.parameter());
                }
            } else if (word.length() > name.length()) {
                throw new CommandLineMistake("run: " + name + " takes no value: " + word);
            }
            if (flag == RunFlag.JAR) { // the program, and so the last flag
                List<String> program = new ArrayList<>(words.subList(i, words.size()));
                program.addFirst(value);
                values.put(flag, List.of(value));
                return new RunLine(values, List.copyOf(program));
            }
            values.computeIfAbsent(flag, first -> new ArrayList<>()).add(value);
        }
        return new RunLine(values, List.copyOf(words.subList(i, words.size())));
    }

    /** Returns the last value of a flag, or null. */
    String last(RunFlag flag) {
        List<String> all = values.get(flag);
        return all == null ? null : all.getLast();
    }

    List<String> all(RunFlag flag) {
        return values.getOrDefault(flag, List.of());
    }

    private static boolean isFlag(String word) {
        return Arrays.stream(RunFlag.values()).anyMatch(flag -> nameOf(flag, word) != null);
    }

    private static RunFlag flagOf(String word) {
        for (RunFlag flag : RunFlag.values()) {
            if (nameOf(flag, word) != null) {
                return flag;
            }
        }
        List<String> known = new ArrayList<>();
        for (RunFlag flag : RunFlag.values()) {
            known.addAll(flag.names());
        }
        int equals = word.indexOf('=');
        String typed = equals > 0 ? word.substring(0, equals) : word;
        throw new CommandLineMistake("run: unknown option '" + typed + "'" + NearestName.hint(typed, known));
    }

    /** Returns the name of the flag with which a word begins, or null. */
    private static String nameOf(RunFlag flag, String word) {
        for (String name : flag.names()) {
            boolean isLong = name.startsWith("--");
            if (word.equals(name) || (isLong || flag.parameter() != null) && word.startsWith(name + "=")) {
                return name;
            }
            // -n2, -t4, -J-Xmx1g; not -npx, which is a mistake in something else.
            if (name.length() == 2 && flag.parameter() != null && word.startsWith(name)) {
                char next = word.charAt(2);
                if (flag == RunFlag.JVM_FLAG ? next == '-' : next >= '0' && next <= '9') {
                    return name;
                }
            }
        }
        return null;
    }
}
