package org.sennit.internal.runtime.bootstrap.slurm;

import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Slurm's lists of nodes, such as {@code n[1-3,07-09],login,r[1-2]c[1-4]}: names with commas between them, in which
 * brackets hold numbers and ranges of numbers, with the leading zeros of the first. Several brackets of a name count as
 * nested loops, the last one fastest (scontrol(1), show hostnames). Stateless.
 */
final class NodeList {
    /** More nodes than any cluster has: what is longer is a mistake. */
    private static final int MOST = 1 << 16;

    private NodeList() {}

    /**
     * Expands a list.
     *
     * @return the names in order, at least one
     * @throws SennitException BOOTSTRAP: the list is malformed, or has more than 65,536 nodes; do not retry
     */
    static List<String> expand(String text) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (depth < 0 || depth > 1) {
                throw malformed(text);
            }
            if (c == ',' && depth == 0) {
                addNames(text.substring(start, i), text, names);
                start = i + 1;
            }
        }
        if (depth != 0) {
            throw malformed(text);
        }
        return names;
    }

    private static void addNames(String pattern, String all, List<String> names) {
        List<String> heads = List.of("");
        int at = 0;
        for (int open = pattern.indexOf('['); open >= 0; open = pattern.indexOf('[', at)) {
            int close = pattern.indexOf(']', open);
            heads = product(heads, pattern.substring(at, open), numbers(pattern.substring(open + 1, close), all), all);
            at = close + 1;
        }
        String tail = pattern.substring(at);
        if (pattern.isEmpty() || names.size() + heads.size() > MOST) {
            throw malformed(all);
        }
        heads.forEach(head -> names.add(head + tail));
    }

    private static List<String> product(List<String> heads, String between, List<String> numbers, String all) {
        if ((long) heads.size() * numbers.size() > MOST) {
            throw malformed(all);
        }
        List<String> longer = new ArrayList<>();
        for (String head : heads) {
            numbers.forEach(number -> longer.add(head + between + number));
        }
        return longer;
    }

    private static List<String> numbers(String ranges, String all) {
        List<String> numbers = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            int dash = range.indexOf('-');
            String first = dash < 0 ? range : range.substring(0, dash);
            int from = number(first, all);
            int to = dash < 0 ? from : number(range.substring(dash + 1), all);
            if (to < from || (long) to - from + numbers.size() >= MOST) {
                throw malformed(all);
            }
            for (int i = from; i <= to; i++) {
                String digits = Integer.toString(i);
                numbers.add("0".repeat(Math.max(0, first.length() - digits.length())) + digits);
            }
        }
        return numbers;
    }

    private static int number(String digits, String all) {
        boolean isNumber = !digits.isEmpty() && digits.length() <= 9;
        for (int i = 0; i < digits.length(); i++) {
            isNumber &= digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
        }
        if (!isNumber) {
            throw malformed(all);
        }
        return Integer.parseInt(digits);
    }

    private static SennitException malformed(String text) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "…" : text;
        return new SennitException(ErrorClass.BOOTSTRAP, "malformed list of nodes from Slurm: '" + shown + "'");
    }
}
