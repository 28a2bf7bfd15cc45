package org.sennit.internal.launch.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The hosts of a job with the number of processes that each has room for, in the order of the ranks. Immutable.
 *
 * @param slots the hosts; one that is named several times has room for as many processes, in several places
 */
public record HostList(List<Slots> slots) {
    private static final int MOST_SLOTS = 4096;

    /**
     * A host in the list.
     *
     * @param host its name, as the agent understands it
     * @param count the number of processes, at least 1
     */
    public record Slots(String host, int count) {}

    /** Copies the list. */
    public HostList {
        slots = List.copyOf(slots);
    }

    /**
     * Reads what {@code --hosts} takes: {@code a:2,b:2,c}; an IPv6 address in brackets.
     *
     * @throws SennitException {@link ErrorClass#ARG}: malformed; do not retry
     */
    public static HostList of(String text) {
        List<Slots> slots = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            slots.add(slotsOf(word.strip()));
        }
        return new HostList(slots);
    }

    /**
     * Reads a host file: a line for each host, {@code host}, {@code host:2} or {@code host slots=2}; what follows a #
     * is a comment.
     *
     * @throws SennitException {@link ErrorClass#ARG}: it cannot be read, or a line is malformed; do not retry
     */
    public static HostList ofFile(String file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(Path.of(file));
        } catch (IOException | InvalidPathException cannot) {
            throw mistake("host file '" + file + "' cannot be read");
        }
        List<Slots> slots = new ArrayList<>();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                try {
                    slots.add(ofLine(line.split("\\s+")));
                } catch (SennitException malformed) {
                    throw mistake("host file '" + file + "' line " + number + ": " + malformed.getMessage());
                }
            }
        }
        if (slots.isEmpty()) {
            throw mistake("host file '" + file + "' names no host");
        }
        return new HostList(slots);
    }

    private static Slots ofLine(String[] words) {
        Slots slots = slotsOf(words[0]);
        for (int i = 1; i < words.length; i++) {
            if (words[i].startsWith("slots=")) {
                slots = new Slots(slots.host(), count(words[i].substring("slots=".length()), words[i]));
            } else if (!words[i].startsWith("max_slots=") && !words[i].startsWith("max-slots=")) {
                throw mistake("'" + words[i] + "': slots=N is expected behind the host");
            }
        }
        return slots;
    }

    private static Slots slotsOf(String word) {
        int colon = word.startsWith("[") ? word.indexOf(':', Math.max(0, word.indexOf(']'))) : word.indexOf(':');
        boolean isAddress = !word.startsWith("[") && colon != word.lastIndexOf(':');
        if (isAddress) {
            throw mistake("host '" + word + "': an IPv6 address is written in brackets, such as [fe80::1]:2");
        }
        String host = colon < 0 ? word : word.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        // No agent shall take a host for one of its own options.
        if (host.isEmpty() || host.startsWith("-") || host.chars().anyMatch(c -> c <= ' ')) {
            throw mistake("host '" + word + "': a name is expected, such as node1 or node1:2");
        }
        return new Slots(host, colon < 0 ? 1 : count(word.substring(colon + 1), word));
    }

    private static int count(String text, String where) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= MOST_SLOTS) {
                return count;
            }
        } catch (NumberFormatException malformed) {
            // Reported below.
        }
        throw mistake("'" + where + "': there must be 1 to " + MOST_SLOTS + " processes on a host");
    }

    /**
     * Returns the list with at most this number of processes on each host, over all its places.
     *
     * @param most at least 1
     */
    public HostList atMost(int most) {
        Map<String, Integer> left = new LinkedHashMap<>();
        List<Slots> limited = new ArrayList<>();
        for (Slots each : slots) {
            int room = left.getOrDefault(each.host(), most);
            int count = Math.min(room, each.count());
            left.put(each.host(), room - count);
            if (count > 0) {
                limited.add(new Slots(each.host(), count));
            }
        }
        return new HostList(limited);
    }

    /** Returns for how many processes there is room. */
    public int size() {
        return slots.stream().mapToInt(Slots::count).sum();
    }

    /**
     * Places processes, in the order of the list.
     *
     * @param processes at most {@link #size}
     * @return the numbers of each host's processes, by host in the order of the list; no host without any
     */
    public Map<String, List<Integer>> place(int processes) {
        Map<String, List<Integer>> placed = new LinkedHashMap<>();
        int next = 0;
        for (Slots each : slots) {
            for (int i = 0; i < each.count() && next < processes; i++) {
                placed.computeIfAbsent(each.host(), any -> new ArrayList<>()).add(next++);
            }
        }
        return placed;
    }

    private static SennitException mistake(String text) {
        return new SennitException(ErrorClass.ARG, text);
    }
}
