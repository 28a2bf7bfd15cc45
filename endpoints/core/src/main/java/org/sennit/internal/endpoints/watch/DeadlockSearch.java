package org.sennit.internal.endpoints.watch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sennit.internal.endpoints.device.UnmarkedPackets;

/**
 * Detects that all endpoints of a job wait for each other. In a job of one process {@link QuietCheck} suffices.
 * Otherwise the lowest living process leads: when it is quiet it asks the others, who answer as soon as they are quiet.
 * Each quiet process sends a mark behind everything that it has sent, over every connection that it has used. When all
 * marks have arrived, so have all messages sent before them. Then all are asked once more; if none has done anything
 * meanwhile, all were quiet at once at the moment of that question, and nothing was under way. (The four-counter method
 * of Mattern, with marks as Chandy and Lamport send them instead of counts, so that messages need not be counted.)
 * Packets that are not ordered with messages, so that no mark follows them, are counted: {@link UnmarkedPackets}.
 *
 * <p>A process that computes or is stopped, or a late packet, keeps a round open without further packets; a round ends
 * when a process is no longer quiet, or has failed.
 *
 * <p>Belongs to the watch thread; packets are queued for it.
 */
final class DeadlockSearch {
    /** The leader is quiet, and asks when the receiver is. In all packets of the search the number is the round. */
    static final int ASK = 3;

    /** The sender is quiet; the payload is how many marks it has sent. */
    static final int READY = 4;

    /** A mark behind all that the sender has sent over a connection before it was quiet. */
    static final int MARK = 5;

    /** All have been quiet; the receiver checks once more. The payload is the attempt. */
    static final int CONFIRM = 6;

    /**
     * The answer to CONFIRM. Payload: whether the sender has been quiet since, the attempt, how many marks it has, how
     * many packets without marks it has sent and taken, and what its endpoints wait for.
     */
    static final int CONFIRMED = 7;

    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long NOT_COUNTED = -1;

    /** Most waits that a process describes. */
    static final int MOST_REPORTS = 200;

    /** Describes the waits of this process. */
    interface Reports {
        /** Passes on the waits, and the endpoints whose programs have ended. */
        void describe(Consumer<WaitReport> waits, Consumer<Long> ended);
    }

    private record Packet(int from, int kind, int round, byte[] payload) {}

    private final int process;
    private final int processes;
    private final WatchedProcess watched;
    private final QuietCheck quiet;
    private final Reports reports;
    private final WaitPicture found;
    private final Queue<Packet> packets = new ConcurrentLinkedQueue<>(); // upcalls add

    private final Map<Integer, Integer> marksOfRound = new HashMap<>(); // by round, how many have arrived
    private int round; // 0: none
    private boolean isReady; // this process has been quiet in this round
    private boolean isConfirming;
    private int leader; // of the last round; never one lower than before
    private int lastRound; // the highest number seen
    private int failuresSeen;
    private int attempt;
    private int marksSeen; // when it was asked to confirm
    private long unmarkedTaken; // when it was asked to confirm
    private Packet unsent; // an answer that the leader waits for, and that could not be sent yet; null: none

    // Of the leader.
    private final Set<Integer> awaited = new HashSet<>();
    private Set<Integer> members = Set.of();
    private long marksSent;
    private long marksArrived;
    private long sentOfAll; // without marks
    private long takenOfAll; // without marks
    private long takenBefore; // of all, when they were asked before
    private long pauseUntilNs;
    private boolean isOwnConfirmed;

    DeadlockSearch(
            int process, int processes, WatchedProcess watched, QuietCheck quiet, Reports reports, WaitPicture found) {
        this.process = process;
        this.processes = processes;
        this.watched = watched;
        this.quiet = quiet;
        this.reports = reports;
        this.found = found;
    }

    /** Queues a packet; called by an upcall. */
    void arrived(int from, int kind, int number, byte[] payload) {
        packets.add(new Packet(from, kind, number, payload));
    }

    /** Returns of how many rounds marks are counted. */
    int countedRounds() {
        return marksOfRound.size();
    }

    /** Continues the search; returns whether a deadlock has been found, which the picture then shows. */
    boolean advance(List<ProgramState> programs, long nowNs) {
        if (processes == 1) {
            if (!quiet.advance(programs, nowNs) || quiet.size() == 0) {
                return false;
            }
            describe();
            return true;
        }
        for (Packet packet = packets.poll(); packet != null; packet = packets.poll()) {
            take(packet, programs, nowNs);
        }
        lookForFailures(nowNs);
        if (unsent != null) {
            answer(unsent);
        }
        if (isConfirming) {
            confirm(programs, nowNs);
        } else if (isReady) {
            if (!quiet.isStill(programs, nowNs) && isLeader()) {
                abandon(nowNs);
            }
        } else if (round != 0 || isLeader() && nowNs - pauseUntilNs >= 0) {
            if (quiet.advance(programs, nowNs)) {
                beReady(nowNs);
            }
        }
        return isLeader() && isDecided(nowNs);
    }

    private boolean isLeader() {
        for (int lower = 0; lower < process; lower++) {
            if (watched.isAlive(lower)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Begins again after the failure of a process, which neither answers nor sends marks, and counts no marks. A member
     * of a round then answers that it is no longer quiet; the leader, or the next one, begins another round.
     */
    private void lookForFailures(long nowNs) {
        int failures = 0;
        for (int other = 0; other < processes; other++) {
            failures += watched.isAlive(other) ? 0 : 1;
        }
        if (failures == failuresSeen) {
            return;
        }
        failuresSeen = failures;
        quiet.reset();
        if (round != 0 && (leader == process || !watched.isAlive(leader))) {
            abandon(nowNs);
        }
    }

    private void beReady(long nowNs) {
        if (round == 0 && !beginRound()) {
            abandon(nowNs); // those that it could not ask would never answer
            return;
        }
        isReady = true;
        int marks = 0;
        for (int other = 0; other < processes; other++) {
            if (other != process && watched.isAlive(other)) {
                marks += watched.sendBehindAll(other, MARK, round);
            }
        }
        if (leader == process) {
            marksSent += marks;
        } else {
            byte[] payload = ByteBuffer.allocate(Integer.BYTES).putInt(marks).array();
            answer(new Packet(process, READY, round, payload));
        }
    }

    /** Sends to the leader, which waits for it: again in later looks where it does not go. */
    private void answer(Packet packet) {
        unsent = watched.send(leader, packet.kind(), packet.round(), packet.payload()) ? null : packet;
    }

    /** Asks all other processes; returns false when one could not be asked. */
    private boolean beginRound() {
        round = (lastRound / processes + 1) * processes + process; // no other process leads a round of this number
        lastRound = round;
        leader = process;
        unsent = null;
        forgetMarksOfOldRounds();
        marksSent = 0;
        takenBefore = NOT_COUNTED;
        boolean isAsked = true;
        Set<Integer> living = new HashSet<>();
        for (int other = 0; other < processes; other++) {
            if (other != process && watched.isAlive(other)) {
                living.add(other);
                isAsked &= watched.send(other, ASK, round, new byte[0]);
            }
        }
        members = living;
        awaited.clear();
        awaited.addAll(living);
        return isAsked;
    }

    private void forgetMarksOfOldRounds() {
        marksOfRound.keySet().removeIf(old -> old < round);
    }

    private void abandon(long nowNs) {
        round = 0;
        isReady = false;
        isConfirming = false;
        isOwnConfirmed = false;
        pauseUntilNs = nowNs + PAUSE_NS;
        unsent = null;
        quiet.reset();
    }

    private void take(Packet packet, List<ProgramState> programs, long nowNs) {
        switch (packet.kind()) {
            case MARK -> marksOfRound.merge(packet.round(), 1, Integer::sum);
            case ASK -> {
                if (packet.from() < leader) {
                    return; // from a leader that has failed; the next one has asked already
                }
                round = packet.round();
                lastRound = Math.max(lastRound, round);
                leader = packet.from();
                isReady = false;
                isConfirming = false;
                unsent = null;
                forgetMarksOfOldRounds();
                quiet.reset();
            }
            case CONFIRM -> {
                if (packet.round() == round && isReady && leader == packet.from()) {
                    attempt = ByteBuffer.wrap(packet.payload()).getInt();
                    beginToConfirm();
                }
            }
            default -> {
                if (packet.round() == round && leader == process) {
                    takeAnswer(packet, nowNs);
                }
            }
        }
    }

    private void takeAnswer(Packet packet, long nowNs) {
        ByteBuffer payload = ByteBuffer.wrap(packet.payload());
        if (packet.kind() == READY) {
            marksSent += payload.getInt();
            awaited.remove(packet.from());
            return;
        }
        boolean isStill = payload.get() != 0;
        if (!isStill) {
            abandon(nowNs);
        } else if (payload.getInt() == attempt && awaited.remove(packet.from())) {
            marksArrived += payload.getInt();
            sentOfAll += payload.getLong();
            takenOfAll += payload.getLong();
            read(packet.payload(), payload.position());
        }
    }

    /** Counts the marks before the last check, so that the check sees what has arrived with them. */
    private void beginToConfirm() {
        marksSeen = marksOfRound.getOrDefault(round, 0);
        unmarkedTaken = watched.unmarkedTaken();
        isConfirming = true;
        quiet.askAgain();
    }

    private void confirm(List<ProgramState> programs, long nowNs) {
        boolean isStill = quiet.isStill(programs, nowNs);
        if (isStill && !quiet.advance(programs, nowNs)) {
            if (quiet.isStill(programs, nowNs)) {
                return; // some have not answered yet
            }
            isStill = false;
        }
        isConfirming = false;
        if (leader == process) {
            isOwnConfirmed = isStill;
            if (!isStill) {
                abandon(nowNs);
            }
            return;
        }
        answer(new Packet(process, CONFIRMED, round, confirmation(isStill)));
        if (!isStill) {
            round = 0;
            isReady = false;
            quiet.reset();
        }
    }

    private boolean isDecided(long nowNs) {
        if (round == 0 || leader != process || !isReady || isConfirming || !awaited.isEmpty()) {
            return false;
        }
        if (!isOwnConfirmed) { // all are ready
            found.clear();
            attempt++;
            marksArrived = 0;
            sentOfAll = 0;
            takenOfAll = 0;
            awaited.addAll(members);
            byte[] payload = ByteBuffer.allocate(Integer.BYTES).putInt(attempt).array();
            boolean isAsked = true;
            for (int other : members) {
                isAsked &= watched.send(other, CONFIRM, round, payload);
            }
            if (isAsked) {
                beginToConfirm();
            } else {
                abandon(nowNs); // those that it could not ask would never answer
            }
            return false;
        }
        isOwnConfirmed = false;
        sentOfAll += watched.unmarkedSent();
        takenOfAll += unmarkedTaken;
        boolean isUnmarkedThere = sentOfAll == 0 || sentOfAll == takenBefore;
        takenBefore = takenOfAll;
        if (marksArrived + marksSeen != marksSent || !isUnmarkedThere) {
            return false; // asks again, until all have arrived
        }
        describe();
        if (found.hasWaits()) {
            return true;
        }
        abandon(nowNs); // all programs have ended
        return false;
    }

    private void describe() {
        reports.describe(found::add, found::ended);
    }

    private byte[] confirmation(boolean isStill) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(isStill ? 1 : 0);
            out.writeInt(attempt);
            out.writeInt(marksSeen);
            out.writeLong(watched.unmarkedSent());
            out.writeLong(unmarkedTaken);
            WaitList list = new WaitList();
            reports.describe(list.waits::add, list.ended::add);
            list.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void read(byte[] payload, int from) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload, from, payload.length - from))) {
            for (int left = in.readInt(); left > 0; left--) {
                found.add(WaitReport.read(in));
            }
            for (int left = in.readInt(); left > 0; left--) {
                found.ended(in.readLong());
            }
        } catch (IOException e) { // of another version: the picture is incomplete
            found.clear();
        }
    }

    /** The part of an answer that describes waits. */
    private static final class WaitList {
        private final List<WaitReport> waits = new ArrayList<>();
        private final List<Long> ended = new ArrayList<>();

        void write(DataOutputStream out) throws IOException {
            int reported = Math.min(waits.size(), MOST_REPORTS);
            out.writeInt(reported);
            for (WaitReport wait : waits.subList(0, reported)) {
                wait.write(out);
            }
            int toldEnded = Math.min(ended.size(), MOST_REPORTS);
            out.writeInt(toldEnded);
            for (Long each : ended.subList(0, toldEnded)) {
                out.writeLong(each);
            }
        }
    }
}
