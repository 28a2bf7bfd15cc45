package org.sennit.internal.net.connection;

import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.StringJoiner;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Iterates over the addresses of a peer. Each has a short time while there are others; addresses that timed out are
 * tried once more at the end, without that limit. Used with the loop held.
 */
final class AddressWalk {
    /** Longest time that an address may take to open when there is another one to try, in nanoseconds. */
    static final long ADDRESS_NS = 1_000_000_000;

    private final ArrayDeque<ListenAddress> left;
    private final ArrayDeque<ListenAddress> late = new ArrayDeque<>();
    private final StringJoiner story = new StringJoiner("; ");
    private ListenAddress present;
    private boolean isSecondRound;
    private boolean isPresentLate;
    private boolean areAllRefused = true;
    private int tried;

    AddressWalk(List<ListenAddress> addresses) {
        left = new ArrayDeque<>(addresses);
    }

    /** Returns the next address; null when there is none. */
    ListenAddress next() {
        if (left.isEmpty() && !isSecondRound) {
            isSecondRound = true;
            left.addAll(late);
        }
        present = left.pollFirst();
        isPresentLate = false;
        if (present != null) {
            tried++;
        }
        return present;
    }

    /** Returns whether the current address has a limit of {@link #ADDRESS_NS}. */
    boolean hasDeadline() {
        return !left.isEmpty() || (!isSecondRound && !late.isEmpty());
    }

    /** Notes that the current address has timed out. */
    void isLate() {
        isPresentLate = true;
    }

    /** Ends the iteration. */
    void giveUp() {
        left.clear();
        late.clear();
        isSecondRound = true;
    }

    /** Notes that the current address has failed. */
    void failed(Throwable cause) {
        if (isPresentLate && !isSecondRound) {
            late.addLast(present);
        }
        areAllRefused &= isRefusal(cause);
        story.add(present + ": " + cause.getMessage());
    }

    /** Returns the error of the attempt: the only cause itself, or a summary of all. */
    Throwable failure(int process, Throwable lastCause) {
        if (lastCause == null) {
            return new SennitException(
                    ErrorClass.NETWORK, "no address of the peer can be used from here, process=" + process);
        }
        if (tried == 1) {
            return lastCause;
        }
        if (areAllRefused) {
            ConnectException refused = new AllRefusedException(story.toString());
            refused.initCause(lastCause);
            return refused;
        }
        return new SennitException(
                ErrorClass.NETWORK, "no way to the peer, process=" + process + ": " + story, lastCause);
    }

    /** Returns the cause of a failed connect; the JDK says of a missing Unix socket only that something is wrong. */
    static Throwable exactly(ListenAddress address, Throwable cause) {
        boolean isUnix = address.reach() == ListenAddress.Reach.UNIX;
        if (isUnix && !isRefusal(cause) && Files.notExists(Path.of(address.host()))) {
            FileNotFoundException gone = new FileNotFoundException("no such socket");
            gone.initCause(cause);
            return gone;
        }
        return cause;
    }

    /**
     * Returns whether the host itself has refused: no process listens there. Other failures to connect are a
     * {@link ConnectException} as well, such as a full backlog (EAGAIN), too few local ports (EADDRNOTAVAIL) or a
     * time-out, and say nothing about the peer.
     */
    static boolean isRefusal(Throwable cause) {
        return cause instanceof FileNotFoundException
                || cause instanceof AllRefusedException
                || (cause instanceof ConnectException && RefusalTexts.areIn(String.valueOf(cause.getMessage())));
    }

    /** Each of several addresses has refused. */
    private static final class AllRefusedException extends ConnectException {
        private static final long serialVersionUID = 1;

        AllRefusedException(String message) {
            super(message);
        }
    }
}
