package org.sennit.internal.endpoints.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** Formats the waits of a job as text: a line for each wait, and a cycle if there is one. Used by one thread. */
final class WaitPicture {
    private static final int MOST_LINES = 64;
    private static final int MOST_NAMES = 4;

    private final LongFunction<String> names;
    private final List<WaitReport> waits = new ArrayList<>();
    private final Set<Long> ended = new TreeSet<>();

    WaitPicture(LongFunction<String> names) {
        this.names = names;
    }

    void add(WaitReport wait) {
        waits.add(wait);
    }

    void ended(long endpoint) {
        ended.add(endpoint);
    }

    void clear() {
        waits.clear();
        ended.clear();
    }

    boolean hasWaits() {
        return !waits.isEmpty();
    }

    /** Returns all lines, indented, each after a line end. */
    String text() {
        waits.sort(Comparator.comparingLong(WaitReport::endpoint));
        StringBuilder text = new StringBuilder();
        waits.stream().limit(MOST_LINES).forEach(wait -> line(text, describe(wait)));
        if (waits.size() > MOST_LINES) {
            line(text, "and " + (waits.size() - MOST_LINES) + " more");
        }
        if (!ended.isEmpty()) {
            line(text, "ended: " + names(ended.stream().mapToLong(each -> each).toArray(), ended.size(), ", "));
        }
        String cycle = cycle();
        if (!cycle.isEmpty()) {
            line(text, "cycle: " + cycle);
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(System.lineSeparator()).append("  ").append(line);
    }

    private String describe(WaitReport wait) {
        String whom = wait.awaited().length == 0
                ? ""
                : " for " + names(wait.awaited(), wait.awaitedCount(), wait.isForAll() ? " and " : " or ");
        String where = wait.line().isEmpty() ? "" : " at " + wait.line();
        return String.format(
                Locale.ROOT,
                "%s has waited %.1f s%s: %s%s",
                names.apply(wait.endpoint()),
                wait.waitedMs() / 1000.0,
                whom,
                wait.operation(),
                where);
    }

    private String names(long[] endpoints, int count, String separator) {
        StringBuilder text = new StringBuilder();
        int named = Math.min(endpoints.length, MOST_NAMES);
        for (int i = 0; i < named; i++) {
            text.append(i == 0 ? "" : separator).append(names.apply(endpoints[i]));
        }
        return count > named ? text + separator + (count - named) + " more" : text.toString();
    }

    /** Returns a cycle of endpoints, each of which waits for the next one; empty when there is none. */
    String cycle() {
        Map<Long, WaitReport> byEndpoint = new LinkedHashMap<>();
        waits.forEach(wait -> byEndpoint.putIfAbsent(wait.endpoint(), wait));
        Set<Long> seen = new HashSet<>();
        for (Long start : byEndpoint.keySet()) {
            List<Long> path = new ArrayList<>();
            Long at = start;
            while (at != null && seen.add(at)) {
                path.add(at);
                at = next(byEndpoint, at);
            }
            int from = at == null ? -1 : path.indexOf(at);
            if (from >= 0) {
                StringBuilder text = new StringBuilder();
                path.subList(from, path.size())
                        .forEach(each -> text.append(names.apply(each)).append(" -> "));
                return text + names.apply(at);
            }
        }
        return "";
    }

    private static Long next(Map<Long, WaitReport> byEndpoint, Long of) {
        for (long each : byEndpoint.get(of).awaited()) {
            if (byEndpoint.containsKey(each)) {
                return each;
            }
        }
        return null;
    }
}
