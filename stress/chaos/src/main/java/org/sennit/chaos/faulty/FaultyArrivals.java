package org.sennit.chaos.faulty;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkUpcalls;

/**
 * What has come up on one connection and how it is handed on: late, in pieces, in another order. Any thread; upcalls
 * are made by one at a time, whichever works.
 */
final class FaultyArrivals extends SerialQueue<FaultyArrivals.Item> {
    private static final int WINDOW_ROUNDS = 40;
    private static final int MOST_IN_WINDOW = 12;

    /** How many other messages come before one that is frozen. */
    private static final int FROZEN_FOR = 8;

    /** Something to hand up, in its turn. */
    sealed interface Item {}

    /** A piece of a message. */
    record Piece(int epoch, boolean isWhole, byte[] bytes) implements Item {}

    /** The message of which a part has come will not be finished. */
    record Aborted(int epoch, Throwable cause) implements Item {}

    /** The peer says that the connection is lost. */
    record PeerLost(Loss loss) implements Item {}

    /** The module beneath says that the connection is lost. */
    record LostBeneath(Throwable cause) implements Item {}

    /** The module beneath has ended the connection in order. */
    record Terminated() implements Item {}

    private record Ended(Loss loss, int epoch) {}

    private final FaultyModule module;
    private final FaultyConnection connection;
    private final NetworkUpcalls upcalls;
    private final FragmentCutter cutter;
    private final Holds holds;
    private final boolean isReordering;
    private final SplittableRandom random;
    private final int peer;
    private final ConcurrentLinkedQueue<Ended> ended = new ConcurrentLinkedQueue<>();

    // the worker's
    private final List<Piece> window = new ArrayList<>();
    private int windowSize;
    private long windowUntil;
    private int epoch;
    private boolean isLosing; // until the sends have ended: nothing is handed up before the failure
    private boolean isDead;
    private boolean hasFrozen;
    private long frozenUntil; // of the messages that the module has handed up

    // Written by the worker, read by any thread that asks whether all is at rest.
    private volatile boolean isWindowOpen;
    private volatile Piece frozen; // null: none

    FaultyArrivals(FaultyModule module, FaultyConnection connection, int peer) {
        this.module = module;
        this.connection = connection;
        this.upcalls = module.upcalls();
        this.peer = peer;
        FaultPlan plan = module.plan();
        this.random = plan.random(peer, module.process(), 2);
        this.cutter = plan.has(Fault.FRAGMENT) ? new FragmentCutter(random.split()) : null;
        this.holds = new Holds(plan.has(Fault.DELAY), plan.has(Fault.STALL), random.split());
        this.isReordering = plan.has(Fault.REORDER);
    }

    /** Called when the sends have ended with a loss: notifies the device, in its turn. */
    void lost(Loss loss, int newEpoch) {
        if (loss.origin() == Loss.Origin.BENEATH) {
            add(new LostBeneath(loss.cause())); // after what had come before
        } else {
            ended.add(new Ended(loss, newEpoch));
        }
        connection.handUp();
    }

    @Override
    int workOnce() {
        int done = thaw();
        while (true) {
            Ended end = ended.poll();
            if (end != null) {
                finishLoss(end);
                done++;
                continue;
            }
            if (isLosing) {
                return done;
            }
            Item item = peek();
            boolean isLate = item != null && holds.mustWait(module.round());
            if (item == null && !window.isEmpty()) {
                isLate = module.round() < windowUntil;
            }
            if (isLate && module.isHolding()) {
                module.hold(connection);
                return done;
            }
            if (item == null && window.isEmpty()) {
                return done;
            }
            done++;
            if (item == null) {
                flushWindow();
            } else {
                take();
                holds.next();
                if (!freezes(item)) {
                    handUp(item);
                }
            }
        }
    }

    private boolean freezes(Item item) {
        if (hasFrozen
                || !(item instanceof Piece piece)
                || !piece.isWhole
                || !module.plan().freezes(peer, module.process(), piece.bytes[0])) {
            return false;
        }
        hasFrozen = true;
        frozenUntil = module.handedUp() + FROZEN_FOR;
        frozen = piece;
        module.hold(connection);
        return true;
    }

    private int thaw() {
        Piece piece = frozen;
        if (piece == null) {
            return 0;
        }
        if (module.isHolding() && module.handedUp() < frozenUntil) {
            module.hold(connection);
            return 0;
        }
        handUp(piece);
        frozen = null;
        return 1;
    }

    private void finishLoss(Ended end) {
        epoch = end.epoch;
        isLosing = false;
        isDead |= end.loss.isForGood();
        window.clear();
        isWindowOpen = false;
        handUpSafely(() -> upcalls.failed(connection, end.loss.cause()));
    }

    private void handUp(Item item) {
        if (item instanceof Piece piece && isReordering && piece.isWhole) {
            intoWindow(piece);
            return;
        }
        flushWindow();
        switch (item) {
            case Piece piece -> handUp(piece);
            case Aborted aborted -> {
                if (!isStale(aborted.epoch) && !isLosing) {
                    handUpSafely(() -> upcalls.aborted(connection, aborted.cause));
                }
            }
            case PeerLost lost -> {
                if (lost.loss.epoch() > epoch) {
                    isLosing = true;
                    connection.sends().lose(lost.loss);
                }
            }
            case LostBeneath lost -> handUpSafely(() -> upcalls.failed(connection, lost.cause));
            case Terminated _ -> handUpSafely(() -> upcalls.terminated(connection));
        }
    }

    private boolean isStale(int itsEpoch) {
        return itsEpoch < epoch || isDead;
    }

    private void intoWindow(Piece piece) {
        if (window.isEmpty()) {
            windowSize = 1 + random.nextInt(MOST_IN_WINDOW);
            windowUntil = module.round() + WINDOW_ROUNDS;
        }
        window.add(piece);
        isWindowOpen = true;
        if (window.size() >= windowSize) {
            flushWindow();
        }
    }

    private void flushWindow() {
        if (window.isEmpty()) {
            return;
        }
        List<Piece> pieces = new ArrayList<>(window);
        window.clear();
        Collections.shuffle(pieces, new Random(random.nextLong()));
        pieces.forEach(this::handUp);
        isWindowOpen = false;
    }

    @Override
    boolean isAtRest() {
        return super.isAtRest() && !hasMore();
    }

    /** Returns whether something is still to be handed up; a thread may be in the last upcall. */
    boolean hasMore() {
        return !isEmpty() || !ended.isEmpty() || isWindowOpen || frozen != null;
    }

    private void handUp(Piece piece) {
        if (isStale(piece.epoch) || isLosing) {
            return;
        }
        module.countHandedUp();
        if (cutter == null) {
            handUpSafely(() -> upcalls.handlePacket(connection, ByteBuffer.wrap(piece.bytes)));
            return;
        }
        int at = 0;
        while (at < piece.bytes.length && !isLosing) {
            ByteBuffer fragment = cutter.next(piece.bytes, at);
            at += fragment.remaining();
            handUpSafely(() -> upcalls.handlePacket(connection, fragment));
            cutter.spoil();
        }
    }

    /** Makes an upcall; one that throws loses this connection. */
    private void handUpSafely(Runnable upcall) {
        boolean isOutermost = module.enterUpcall();
        try {
            upcall.run();
        } catch (Throwable e) {
            isLosing = true;
            SennitException cause = new SennitException(ErrorClass.NETWORK, "an upcall has failed: " + e, e);
            connection.sends().lose(Loss.here(cause, false));
        } finally {
            module.leaveUpcall(isOutermost);
        }
    }
}
