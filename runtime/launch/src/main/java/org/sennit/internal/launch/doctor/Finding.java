package org.sennit.internal.launch.doctor;

/**
 * The result of a check. Immutable.
 *
 * @param host where; empty: on the host of the launcher
 * @param subject the thing checked, in a word or two
 * @param isFine whether nothing is to be done
 * @param what what was found
 * @param remedy what to do; empty where nothing is
 */
public record Finding(String host, String subject, boolean isFine, String what, String remedy) {
    private static final String TAB = "\t";

    /** Returns one of this host with which all is well. */
    static Finding fine(String subject, String what) {
        return new Finding("", subject, true, what, "");
    }

    /** Returns one of this host about which something is to be done. */
    static Finding toDo(String subject, String what, String remedy) {
        return new Finding("", subject, false, what, remedy);
    }

    /** Returns the same finding, of another host. */
    Finding on(String otherHost) {
        return new Finding(otherHost, subject, isFine, what, remedy);
    }

    /** Returns it as one line, without the host. */
    String line() {
        return String.join(TAB, clean(subject), Boolean.toString(isFine), clean(what), clean(remedy));
    }

    /** Parses a line written by {@link #line}; null for any other line. */
    static Finding parse(String host, String line) {
        String[] fields = line.split(TAB, -1);
        return fields.length == 4 ? new Finding(host, fields[0], fields[1].equals("true"), fields[2], fields[3]) : null;
    }

    private static String clean(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
