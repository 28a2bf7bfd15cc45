package org.sennit.internal.runtime.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The costs of the calls of some ranks: a line for each rank, call site, peer and protocol. Filled by the thread that
 * drives an endpoint, one profile each; then merged.
 */
public final class Profile {
    /** Lines that are printed unless a file is asked for. */
    public static final int PRINTED_LINES = 40;

    private static final String HEAD = "%6s %-22s %6s %-12s %12s %16s %12s %10s  %s%n";
    private static final String LINE = "%6d %-22s %6s %-12s %,12d %,16d %,12.3f %,10.2f  %s%n";
    private static final String LEGEND = """
        # Peer: >n for messages sent to rank n, <n for messages received from it, - for collectives and waits.
        # Protocol: immediate: through the receiver's inbox; single copy, synergistic: from memory to memory inside the \
        JVM, also short messages to an endpoint that is flooded; reference, ownership: nothing is copied; eager, \
        rendezvous: between JVMs; self: to the same endpoint.
        # Count: messages or calls; of await and test those that had something to wait for. Waiting ms: their sum.
        """;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;

    private final Map<Key, ProfileLine> lines = new HashMap<>();

    private record Key(int rank, CallSite site, char direction, int peer, MessageProtocol protocol) {}

    /**
     * Returns the line of some calls that neither send nor receive, or do so with many; made when it is not there.
     *
     * @param site where
     */
    public ProfileLine line(int rank, CallSite site) {
        return line(rank, site, ProfileLine.NO_DIRECTION, ProfileLine.NO_PEER, MessageProtocol.NONE);
    }

    /**
     * Returns the line of some messages, made when it is not there.
     *
     * @param site where
     * @param direction {@link ProfileLine#SENT} or {@link ProfileLine#RECEIVED}
     * @param peer the other's rank
     * @param protocol how the bytes went
     */
    public ProfileLine line(int rank, CallSite site, char direction, int peer, MessageProtocol protocol) {
        Key key = new Key(rank, site, direction, peer, protocol);
        ProfileLine line = lines.get(key);
        if (line == null) {
            line = new ProfileLine(rank, site, direction, peer, protocol);
            lines.put(key, line);
        }
        return line;
    }

    /**
     * Takes over the lines of another.
     *
     * @param other left as it is
     */
    public void merge(Profile other) {
        other.lines.values().forEach(this::merge);
    }

    private void merge(ProfileLine other) {
        ProfileLine line = line(other.rank, other.site, other.direction, other.peer, other.protocol);
        line.count += other.count;
        line.bytes += other.bytes;
        line.waitingNs += other.waitingNs;
    }

    /**
     * Writes a part that {@link #readAll} reads.
     *
     * @param file created or replaced
     * @throws IOException where it cannot be written
     */
    public void write(Path file) throws IOException {
        Files.write(file, lines.values().stream().map(ProfileLine::text).toList());
    }

    /**
     * Merges all parts in a folder.
     *
     * @param folder with files that {@link #write} has written, and no others
     * @return the whole
     * @throws IOException where one cannot be read
     */
    public static Profile readAll(Path folder) throws IOException {
        Profile whole = new Profile();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).forEach(text -> whole.merge(ProfileLine.parse(text)));
            }
        }
        return whole;
    }

    /**
     * Returns the profile as a table, the longest waiting first.
     *
     * @param mostLines the number of lines that it has at most; the others are counted
     * @return the text, with its last line end
     */
    public String table(int mostLines) {
        List<ProfileLine> sorted = new ArrayList<>(lines.values());
        sorted.sort(Comparator.comparingLong(ProfileLine::waitingNs)
                .reversed()
                .thenComparing(line -> line.rank)
                .thenComparing(line -> line.site.place())
                .thenComparing(line -> line.peer)
                .thenComparing(line -> line.direction));
        StringBuilder text = new StringBuilder("# Profile: calls by rank, place and peer, the longest waiting first\n");
        text.append(String.format(
                Locale.ROOT,
                HEAD,
                "# Rank",
                "Operation",
                "Peer",
                "Protocol",
                "Count",
                "Bytes",
                "Waiting ms",
                "us/call",
                "Call site"));
        sorted.stream().limit(mostLines).forEach(line -> text.append(row(line)));
        if (sorted.size() > mostLines) {
            text.append("# … ").append(sorted.size() - mostLines).append(" more\n");
        }
        return text.append(LEGEND).toString();
    }

    private static String row(ProfileLine line) {
        return String.format(
                Locale.ROOT,
                LINE,
                line.rank,
                line.site.operation(),
                line.peer == ProfileLine.NO_PEER ? "-" : line.direction + Integer.toString(line.peer),
                line.protocol,
                line.count,
                line.bytes,
                line.waitingNs / NS_PER_MS,
                line.waitingNs / NS_PER_US / Math.max(1, line.count),
                line.site.place());
    }

    /**
     * Gives the table to the user: all of it to a file, or its beginning to the error output.
     *
     * @param file empty for the error output
     * @throws IOException where the file cannot be written
     */
    public void publish(String file) throws IOException {
        if (file.isEmpty()) {
            System.out.flush();
            System.err.print(table(PRINTED_LINES));
            System.err.flush();
        } else {
            Files.writeString(Path.of(file), table(Integer.MAX_VALUE));
        }
    }
}
