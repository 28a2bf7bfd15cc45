package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.call.RemoteAnswer;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.rma.call.TargetRuns;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.update.UpdateExecution;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.runtime.memory.ReusedMemory;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * One access to a member in another process, as one or more calls, each with a piece of the packed data. Up to four
 * pieces are under way; each answer sends the next one. The numbers of all pieces are assigned at the beginning, so
 * that accesses that begin later are executed later. The endpoint's thread sends the first pieces, upcalls the others.
 * Used again for later accesses, except where the program has its request.
 *
 * <p>Long accesses do not go by the large-message transfer of the network module, which needs a conversation of both
 * sides for each: of the modules only mapped has one, and there the pieces take 1.02 to 1.11 times as long as the bare
 * copy through shared memory (put and get of 1 and 4 MiB of arrays and segments, where the target does not sleep
 * between its rounds).
 */
final class RemoteAccess extends OpenAccess {
    /**
     * As long as a call may be: over tcp on loopback a put of 1 MiB takes 120 us in one piece and 420 in four, a get of
     * 4 MiB 440 us in pieces of 1 MiB and 650 in those of 256 KiB (medians of cores far from each other).
     */
    private static final int PIECE_BYTES = RemoteCalls.MAX_PAYLOAD_BYTES;

    /**
     * Longest piece of an update, or to a target with gaps, whose runs stand in the call: at worst 32 bytes for each
     * element. The target has room for this number of pairs.
     */
    private static final int SHORT_PIECE_BYTES = UpdateExecution.STAGED_BYTES;

    private static final int MOST_UNDER_WAY = 4; // rule of thumb, not measured; DataSend has as many

    /** Slices of the caller's memory are kept for some 100 pieces: updates up to 1.5 MiB, or puts up to 100 MiB. */
    private static final int SLICE_BITS = 5;

    private final RemoteTargets targets;
    private final Progress progress;

    // Plain: stored by the thread that begins the access, before the first call publishes them.
    private final AccessPlan plan = new AccessPlan();
    private AccessRequest request; // null: none has been needed
    private RemoteTarget target;
    private boolean isAwaited; // else the end of the epoch waits for the access
    private int pieceBytes;
    private int pieces;
    private long heldBytes; // as the target counts them

    // Guarded by this.
    private final Piece[] idle = new Piece[MOST_UNDER_WAY]; // null: not made yet
    private final RecentSlices slices; // of the caller's memory; null for one that is not used again
    private int idlePieces;
    private int next;
    private int answered;
    private int senders; // threads that send pieces; the last one to leave ends the access
    private SennitException failure;

    /** Makes an access, which is used again, or not. */
    RemoteAccess(RemoteTargets targets, Progress progress, boolean isReused) {
        this.targets = targets;
        this.slices = isReused ? new RecentSlices(SLICE_BITS) : null;
        this.progress = progress;
    }

    /** Returns the arguments, to be set before {@link #begin}. */
    AccessPlan plan() {
        return plan;
    }

    /** Returns the request, always the same. */
    AccessRequest request() {
        if (request == null) {
            request = new AccessRequest(this, progress);
        }
        return request;
    }

    /**
     * Begins an access.
     *
     * @param isRequest whether the caller waits for it; else its failure is reported at the end of the epoch
     * @param check of the memory of one that is awaited; null for none
     * @return the request to wait for; null when it is not awaited
     */
    AccessRequest begin(RemoteTarget accessed, boolean isRequest, AccessCheck check) {
        target = accessed;
        isAwaited = isRequest;
        int most = plan.isInShortPieces() ? SHORT_PIECE_BYTES : PIECE_BYTES;
        pieceBytes = most - most % plan.unitBytes();
        pieces = Math.toIntExact((plan.length() + pieceBytes - 1) / pieceBytes);
        heldBytes = Math.min(plan.length(), (long) MOST_UNDER_WAY * pieceBytes);
        AccessRequest begun;
        try {
            makePiece(); // before it has numbers, which the target waits for: there may be no memory for it
            begun = isRequest ? request().begin(accessed, check) : null;
        } catch (OutOfMemoryError e) {
            if (check != null) {
                check.end(null);
            }
            throw e;
        }
        accessed.begin(this, pieces, heldBytes, isRequest);
        synchronized (this) {
            next = 0;
            answered = 0;
            senders = 1;
            failure = null;
        }
        sendPieces();
        return begun;
    }

    /** Takes the access back: it has ended well, and nothing refers to it any more. */
    void giveBack() {
        plan.clear();
        targets.giveBack(this);
    }

    /**
     * Sends pieces up to the limit, by a thread that counts as a sender. Holds no lock while it calls the network,
     * whose upcalls may call this object.
     */
    private void sendPieces() {
        for (Piece piece = nextPiece(); piece != null; piece = nextPiece()) {
            send(piece);
        }
        if (leave()) {
            over();
        }
    }

    private synchronized Piece nextPiece() {
        int underWay = next - answered;
        if (next == pieces || underWay == MOST_UNDER_WAY) {
            return null;
        }
        if (idlePieces == 0) {
            try {
                makePiece();
            } catch (OutOfMemoryError e) { // fewer at once: there is one at least
                return null;
            }
        }
        Piece piece = idle[--idlePieces];
        int number = next++;
        long begin = (long) number * pieceBytes;
        long bytes = Math.min(pieceBytes, plan.length() - begin);
        return piece.begin(number, begin, bytes);
    }

    private synchronized void makePiece() {
        if (idlePieces == 0) {
            idle[idlePieces] = new Piece(this);
            idlePieces++;
        }
    }

    private synchronized MemorySegment inPlace(Piece piece) {
        return plan.inPlace(piece.begin, piece.bytes, slices);
    }

    /** Returns whether the access is over: every piece is answered, and no other thread sends any. */
    private synchronized boolean leave() {
        senders--;
        return senders == 0 && answered == pieces;
    }

    private void send(Piece piece) {
        MemorySegment data;
        try {
            data = piece.data();
        } catch (IllegalStateException
                | WrongThreadException
                | InternalError
                | OutOfMemoryError e) { // an arena is closed, a file cut short
            piece.unsent(e);
            return;
        }
        target.call(piece.header(plan.kind()).records(piece.runs.records()), data, piece);
    }

    private void ended(Piece piece, SennitException error) {
        synchronized (this) {
            answered++;
            idle[idlePieces++] = piece.end();
            senders++;
            if (failure == null) {
                failure = error;
            }
            if (error != null && error.errorClass() == ErrorClass.PROC_FAILED) {
                answered += pieces - next; // nothing is sent any more
                next = pieces;
            }
        }
        sendPieces();
    }

    /** Ends the access; by one thread, after which no other has it but the one that waits for the request. */
    private void over() {
        SennitException reported = failure; // no other answer comes
        RemoteTarget accessed = target;
        long generation = generation();
        long held = heldBytes;
        boolean isRequest = isAwaited;
        if (isRequest) {
            request.ended(reported); // from here on it may be another access
        } else if (reported == null) {
            giveBack();
        }
        accessed.end(generation, held, isRequest, isRequest ? null : reported);
    }

    /** A call, until it is answered. Used again; the access's lock orders its uses. */
    private static final class Piece implements RemoteAnswer {
        private final RemoteAccess access;
        private final WindowCall header = new WindowCall();
        private final UnsentCall instead = new UnsentCall(header, this);
        private final ReusedMemory sent = ReusedMemory.ofWords();
        private final ReusedMemory received = ReusedMemory.ofWords();
        private final TargetRuns runs = new TargetRuns();
        private int number;
        private long begin;
        private long bytes;
        private MemorySegment staged; // null: the answer goes to the caller's memory at once, or has no data
        private Throwable problem; // why it could not be sent; null: it was

        Piece(RemoteAccess access) {
            this.access = access;
        }

        Piece begin(int piece, long from, long count) {
            number = piece;
            begin = from;
            bytes = count;
            staged = null;
            problem = null;
            runs.clear();
            return this;
        }

        Piece end() {
            staged = null;
            sent.end();
            received.end();
            runs.clear();
            return this;
        }

        MemorySegment data() {
            AccessPlan plan = access.plan;
            MemorySegment inPlace = access.inPlace(this);
            if (inPlace != null) {
                return inPlace;
            }
            boolean hasGaps = plan.to().layout() != null;
            if (hasGaps) {
                plan.addRuns(runs, begin, bytes);
            }
            return plan.data(hasGaps ? runs : null, begin, bytes, sent);
        }

        WindowCall header(byte kind) {
            RemoteTarget target = access.target;
            header.begin(kind, target.comm().userContextId(), target.comm().rank(), access.firstNumber() + number)
                    .part(begin, bytes);
            return access.plan.describe(header);
        }

        @Override
        public MemorySegment room(long answerBytes) {
            ResultMemory results = access.plan.results();
            if (!results.isWanted() || answerBytes != bytes) {
                return null;
            }
            MemorySegment direct = results.direct();
            if (direct == null) {
                staged = received.of(bytes);
            }
            return direct == null ? staged : direct;
        }

        @Override
        public long roomOffset() {
            return staged == null ? access.plan.results().directAt(begin) : 0;
        }

        @Override
        public void answered(long result) {
            SennitException error = problem == null ? null : unsent();
            if (error == null && result < 0) {
                error = access.refused(WindowCall.errorOf(result));
            } else if (staged != null) {
                try {
                    access.plan.results().take(staged, 0, begin, bytes);
                } catch (IllegalStateException | InternalError e) { // an arena has been closed, a file cut short
                    error = access.plan.unusable(access.target, e);
                }
            }
            access.ended(this, error);
        }

        /** The target waits for the number of the piece: nothing takes it. */
        @Override
        public void unsent(Throwable cause) {
            if (problem == null) {
                problem = cause;
                header(WindowCall.NOTHING).records(1);
                access.target.send(instead);
            } else if (cause instanceof VirtualMachineError) {
                access.target.sendLater(instead);
            } else {
                answered(0); // it would fail again
            }
        }

        private SennitException unsent() {
            AccessPlan plan = access.plan;
            return problem instanceof Error && !(problem instanceof InternalError)
                    ? access.target.unsent(problem, plan.operation(), plan.range())
                    : plan.unusable(access.target, problem);
        }

        @Override
        public void failed(SennitException error) {
            access.ended(this, access.target.described(error, access.plan.operation(), access.plan.range()));
        }
    }

    private SennitException refused(ErrorClass errorClass) {
        return target.refused(errorClass, plan.operation(), plan.range());
    }
}
