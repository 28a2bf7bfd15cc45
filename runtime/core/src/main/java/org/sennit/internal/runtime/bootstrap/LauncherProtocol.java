package org.sennit.internal.runtime.bootstrap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The lines that a process and the key-value server of its job exchange, launcher for short: words between blanks,
 * ended by a line feed, in UTF-8. A blank, a control character or a percent sign inside a word is written as {@code %}
 * and two hexadecimal digits, the empty word as {@code %}.
 *
 * <pre>
 * launcher   SENNIT 1 nonce
 * process    HELLO role process nonce proof          proof: {@link JobProof} of "process", both nonces, role, process
 * launcher   WELCOME session proof                   proof: "launcher", both nonces, session
 *        or  REFUSED reason                          and the connection is closed
 *
 * role SPACE:name, one connection for each Job.run of a process: the k-th of that name in each process are one session.
 * While a process is in a session of a name it is refused another of the same name, and the job ends: the processes
 * could take one for the other. A request has a number n
 * process    n PUT key value          launcher   n OK
 * process    n GET key...             launcher   n VALUE value...  of the first keys, one at least: the process asks
 *                                                                  again for the rest, see {@link #MAX_WORDS_LENGTH}
 *                                            or  n ABSENT key      no process has put that one
 * process    n FENCE step             launcher   n OK              or  n FAILED text    (once all have come)
 * process    n SURVIVORS step         launcher   the same, but those that have died are not waited for
 * process    n MISSING step seconds   launcher   n VALUE text      the processes that are not at the step in time: the
 *                                                                  launcher takes them for dead, and ends them
 * process    ENDPOINTS count
 * process    ABORT status report      launcher   TAKEN
 * process    LOST process text        the connection to another process is lost for good
 * process    FAILED endpoint known text         the program of an endpoint of this process has failed, the others go
 *                                    on; known: the processes that know it by the network, numbers between commas
 * process    BYE                      launcher   BYE               and the connection is closed; without it the session
 *                                                                  is taken for unfinished
 * launcher   DIED process text        at any time: that process has died
 * launcher   ABORTED process text     at any time: that process has ended the job, and no launcher ends the others
 * launcher   LEFT process text        at any time: that process has left the job, other than at its end
 * launcher   STOPPED                            at any time: the user ends the job
 * launcher   FAILED process endpoint text       at any time: that endpoint has failed; not to those in known
 *
 * role HOST, one connection of each other host, with the number of its first process: its end means that the host is
 * lost
 *
 * role JOIN:count:host, a host that comes by itself and offers to start count processes; host is its identity. Behind
 * WELCOME both sides write frames of the launcher's own, so only where all is encrypted
 *
 * role WATCH, one connection for the life of a process: its end means the launcher's death
 * process    UNCAUGHT report          launcher   TAKEN             an exception left the main method
 * </pre>
 *
 * <p>Over a network the nonces are public keys, and all lines behind WELCOME are encrypted: {@link ChannelSeal}.
 *
 * <p>The nonces make every proof valid for one connection. The launcher proves itself too, so that a program that has
 * taken over its port is believed.
 *
 * <p>Threads: stateless.
 */
public final class LauncherProtocol {
    /** First word of the first line. */
    public static final String NAME = "SENNIT";

    /** Second word of the first line. */
    public static final String VERSION = "1";

    /** Role of the connection that lives as long as the process. */
    public static final String WATCH = "WATCH";

    /** Role of the connection of a host on which the launcher has processes. */
    public static final String HOST = "HOST";

    /** Role of the connection of a host that comes by itself; how many processes and the host's identity follow. */
    public static final String JOIN = "JOIN:";

    /** Role of the connection that carries the key-value space of a job without a name; a name follows. */
    public static final String SPACE = "SPACE:";

    /** Longest name of a job, in characters, so that it fits a greeting. */
    public static final int MAX_NAME_LENGTH = 100;

    /** Longest line before the proof has been seen, in bytes. */
    public static final int MAX_GREETING_BYTES = 512;

    /** Longest line at all, in bytes; reports are cut to fit. */
    public static final int MAX_LINE_BYTES = 1 << 20;

    /**
     * Longest keys, and longest values but for the last, that one line carries, in characters of at most three bytes
     * each.
     */
    public static final int MAX_WORDS_LENGTH = 1 << 16;

    private static final HexFormat HEX = HexFormat.of();

    private LauncherProtocol() {}

    /**
     * Returns the role of the connection that carries the key-value space of a job.
     *
     * @param name the job's name, empty without one
     * @throws SennitException {@link ErrorClass#ARG}: the name is too long; do not retry
     */
    public static String spaceOf(String name) {
        if (name.length() > MAX_NAME_LENGTH) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "name of a job longer than " + MAX_NAME_LENGTH + " characters: length=" + name.length());
        }
        return SPACE + name;
    }

    /**
     * Writes words as a line, the line feed included.
     *
     * @param words the words, any text
     */
    public static byte[] line(String... words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (!line.isEmpty()) {
                line.append(' ');
            }
            escape(word, line);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads the next line. Blocks until it is there.
     *
     * @param in where from; should be buffered
     * @param maxBytes how long the line may be
     * @return the words, or null when the connection has ended
     * @throws IOException the connection broke, or the line is too long or malformed
     */
    public static String[] read(InputStream in, int maxBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                return null;
            }
            if (bytes.size() == maxBytes) {
                throw new IOException("line longer than " + maxBytes + " bytes");
            }
            bytes.write(b);
        }
        String[] words = bytes.toString(StandardCharsets.UTF_8).split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = plain(words[i]);
        }
        return words;
    }

    /**
     * Returns the first of some words, as many as one line carries, at least one.
     *
     * @param words keys or values
     * @return a view of them; empty where there are none
     */
    public static List<String> asManyAsFit(List<String> words) {
        int length = 0;
        int count = 0;
        while (count < words.size() && length < MAX_WORDS_LENGTH) {
            length += words.get(count++).length();
        }
        return words.subList(0, count);
    }

    private static void escape(String word, StringBuilder line) {
        if (word.isEmpty()) {
            line.append('%');
        }
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c <= ' ' || c == '%' || c == 0x7f) {
                line.append('%').append(HEX.toHexDigits((byte) c));
            } else {
                line.append(c);
            }
        }
    }

    private static String plain(String word) throws IOException {
        if (word.indexOf('%') < 0) {
            return word;
        }
        if (word.equals("%")) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '%') {
                if (i + 2 >= word.length()
                        || !HexFormat.isHexDigit(word.charAt(i + 1))
                        || !HexFormat.isHexDigit(word.charAt(i + 2))) {
                    throw new IOException("malformed word '" + word + "'");
                }
                c = (char) HexFormat.fromHexDigits(word, i + 1, i + 3);
                i += 2;
            }
            text.append(c);
        }
        return text.toString();
    }
}
