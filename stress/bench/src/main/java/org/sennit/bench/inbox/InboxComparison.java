package org.sennit.bench.inbox;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.sennit.bench.floor.MemoryFloor;
import org.sennit.bench.floor.SpeedProbe;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

/**
 * A ping-pong of 8 bytes between two threads through each candidate for the inbox, and windows of 64 messages in one
 * direction, beside the bare exchange of two lines. Two threads, which the object starts and ends.
 */
public final class InboxComparison {
    private static final int BATCHES = 200;
    private static final int WARM_UP_BATCHES = 100;
    private static final int ROUND_TRIPS = 1000;
    private static final int WINDOW = 64;
    private static final int WINDOWS = 20;
    private static final int TAG = 5;

    /** What both threads use; a candidate's inboxes are for the leader and for the follower. */
    private record Candidate(String name, ComparedInbox forLeader, ComparedInbox forFollower) {}

    private final PrintStream out;
    private final MemoryFloor.Meeting meeting = new MemoryFloor.Meeting();
    private final List<Candidate> candidates = List.of(ring(), box(), linked(), queue(), spinLock());

    /**
     * Makes a comparison that has not begun.
     *
     * @param out receives the table
     */
    public InboxComparison(PrintStream out) {
        this.out = out;
    }

    private static Candidate ring() {
        return new Candidate("ring of cells (chosen)", new RingInbox(), new RingInbox());
    }

    private static Candidate box() {
        return new Candidate("box per pair", new BoxInbox(), new BoxInbox());
    }

    private static Candidate spinLock() {
        return new Candidate("ring under a spin lock", new SpinLockInbox(), new SpinLockInbox());
    }

    private static Candidate linked() {
        return pair("linked nodes", nodes -> new LinkedInbox(nodes[0], nodes[1]));
    }

    private static Candidate queue() {
        return pair("JCTools array queue", nodes -> new QueueInbox(nodes[0], nodes[1]));
    }

    private static Candidate pair(String name, Function<LinkedInbox.FreeNodes[], ComparedInbox> inbox) {
        LinkedInbox.FreeNodes leader = new LinkedInbox.FreeNodes();
        LinkedInbox.FreeNodes follower = new LinkedInbox.FreeNodes();
        return new Candidate(
                name,
                inbox.apply(new LinkedInbox.FreeNodes[] {follower, leader}),
                inbox.apply(new LinkedInbox.FreeNodes[] {leader, follower}));
    }

    /** Measures all candidates and prints a table. Blocks; some seconds. */
    public void run() {
        out.println(
                "# Sennit Inbox Comparison: 8 bytes between two threads, ns one way, and ns a message in windows of "
                        + WINDOW);
        out.printf("%-26s %8s %8s %8s %8s %8s %8s%n", "# Inbox", "One way", "Best", "Floor", "Stream", "Best", "Speed");
        Thread follower = Thread.ofPlatform().daemon().name("inbox-follower").start(() -> side(false));
        side(true);
        try {
            follower.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void side(boolean isLeader) {
        SpeedProbe probe = new SpeedProbe(meeting.lines(), isLeader);
        MemoryFloor floor = new MemoryFloor(meeting, isLeader);
        probe.measureNs();
        for (Candidate candidate : candidates) {
            batches(candidate, isLeader, WARM_UP_BATCHES);
            double before = probe.measureNs();
            Summary bare = floor.exchange(BATCHES, ROUND_TRIPS);
            double between = probe.measureNs();
            Summary time = batches(candidate, isLeader, BATCHES);
            windows(candidate, isLeader, WARM_UP_BATCHES);
            Summary stream = windows(candidate, isLeader, BATCHES);
            double after = probe.measureNs();
            if (isLeader) {
                out.printf(
                        Locale.ROOT,
                        "%-26s %8.1f %8.1f %8.1f %8.1f %8.1f %8s%n",
                        candidate.name(),
                        time.medianNs(),
                        time.bestNs(),
                        bare.medianNs(),
                        stream.medianNs(),
                        stream.bestNs(),
                        Speed.of(before, between, after).word());
            }
        }
    }

    private static Summary batches(Candidate candidate, boolean isLeader, int count) {
        Samples samples = new Samples();
        for (int batch = 0; batch < count; batch++) {
            long start = System.nanoTime();
            if (isLeader) {
                lead(candidate.forLeader(), candidate.forFollower());
            } else {
                follow(candidate.forLeader(), candidate.forFollower());
            }
            samples.record((System.nanoTime() - start) / 2.0 / ROUND_TRIPS);
        }
        return samples.summary();
    }

    private static Summary windows(Candidate candidate, boolean isLeader, int count) {
        Samples samples = new Samples();
        for (int batch = 0; batch < count; batch++) {
            long start = System.nanoTime();
            for (int window = 0; window < WINDOWS; window++) {
                if (isLeader) {
                    sendWindow(candidate.forLeader(), candidate.forFollower());
                } else {
                    receiveWindow(candidate.forLeader(), candidate.forFollower());
                }
            }
            samples.record((System.nanoTime() - start) / (double) WINDOWS / WINDOW);
        }
        return samples.summary();
    }

    private static void sendWindow(ComparedInbox mine, ComparedInbox others) {
        for (int i = 0; i < WINDOW; i++) {
            others.send(0, TAG, i);
        }
        mine.receive(1, TAG);
    }

    private static void receiveWindow(ComparedInbox others, ComparedInbox mine) {
        for (int i = 0; i < WINDOW; i++) {
            if (mine.receive(0, TAG) != i) {
                throw new IllegalStateException("message=" + i);
            }
        }
        others.send(1, TAG, 0);
    }

    private static void lead(ComparedInbox mine, ComparedInbox others) {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            others.send(0, TAG, i);
            if (mine.receive(1, TAG) != i) {
                throw new IllegalStateException("round=" + i);
            }
        }
    }

    private static void follow(ComparedInbox others, ComparedInbox mine) {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            others.send(1, TAG, mine.receive(0, TAG));
        }
    }

    /**
     * Runs the comparison by itself.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        new InboxComparison(System.out).run();
    }
}
