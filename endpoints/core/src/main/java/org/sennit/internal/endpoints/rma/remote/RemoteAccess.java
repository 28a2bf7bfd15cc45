package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.am.RemoteCalls;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.call.TargetRuns;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.endpoints.rma.update.UpdateExecution;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * One access to a member in another process, as one or more calls, each with a piece of the packed data. Up to four
 * pieces are under way; each answer sends the next one. The numbers of all pieces are assigned at the beginning, so
 * that accesses that begin later are executed later. The endpoint's thread sends the first pieces, upcalls the others.
 *
 * <p>Long accesses do not go by the large-message transfer of the network module, which needs a conversation of both
 * sides for each: of the modules only mapped has one, and there the pieces take 1.02 to 1.11 times as long as the bare
 * copy through shared memory (put and get of 1 and 4 MiB of arrays and segments, where the target does not sleep
 * between its rounds).
 */
final class RemoteAccess {
    /**
     * As long as a call may be: over tcp on loopback a put of 1 MiB takes 120 us in one piece and 420 in four, a get of
     * 4 MiB 440 us in pieces of 1 MiB and 650 in those of 256 KiB (medians of cores far from each other).
     */
    private static final int PIECE_BYTES = RemoteCalls.MAX_PAYLOAD_BYTES;

    /**
     * Longest piece of an update, or to a target with gaps, whose runs stand in the call: at worst 32 bytes for each
     * element. The target has room for so many pairs.
     */
    private static final int SHORT_PIECE_BYTES = UpdateExecution.STAGED_BYTES;

    private static final int MOST_UNDER_WAY = 4;

    private final RemoteTarget target;
    private final AccessPlan plan;
    private final int pieceBytes;
    private final int pieces;
    private final long firstNumber;
    private final long heldBytes; // as the target counts them
    private final AccessRequest request; // null: the end of the epoch waits for the access

    // Guarded by this.
    private int next;
    private int answered;
    private SennitException failure;

    private RemoteAccess(RemoteTarget target, AccessPlan plan, boolean isAwaited, AccessCheck check) {
        this.target = target;
        this.plan = plan;
        int most = plan.to().layout() == null && plan.update() == null ? PIECE_BYTES : SHORT_PIECE_BYTES;
        this.pieceBytes = most - most % plan.unitBytes();
        this.pieces = Math.toIntExact((plan.length() + pieceBytes - 1) / pieceBytes);
        this.heldBytes = Math.min(plan.length(), (long) MOST_UNDER_WAY * pieceBytes);
        this.firstNumber = target.begin(pieces, heldBytes, isAwaited);
        this.request = isAwaited ? new AccessRequest(target, plan, check) : null;
    }

    /**
     * Begins an access.
     *
     * @param isAwaited whether the caller waits for it; else its failure is reported at the end of the epoch
     * @param check of the memory of one that is awaited; null for none
     * @return the request to wait for; null when it is not awaited
     */
    static AccessRequest begin(RemoteTarget target, AccessPlan plan, boolean isAwaited, AccessCheck check) {
        RemoteAccess access = new RemoteAccess(target, plan, isAwaited, check);
        access.sendPieces();
        return access.request;
    }

    /** Sends pieces up to the limit. Holds no lock while it calls the network, whose upcalls may call this object. */
    private void sendPieces() {
        for (int piece = nextPiece(); piece >= 0; piece = nextPiece()) {
            send((long) piece * pieceBytes, piece);
        }
    }

    private synchronized int nextPiece() {
        return next == pieces || next - answered == MOST_UNDER_WAY ? -1 : next++;
    }

    private void send(long begin, int piece) {
        long bytes = Math.min(pieceBytes, plan.length() - begin);
        TargetRuns runs = plan.runs(begin, bytes);
        Piece answer = new Piece(this, begin, bytes);
        byte kind = plan.kind();
        MemorySegment data;
        try {
            data = plan.data(runs, begin, bytes);
        } catch (IllegalStateException | WrongThreadException e) { // an arena has been closed meanwhile
            answer.problem = plan.unusable(target, e);
            kind = WindowCall.NOTHING;
            data = MemorySegment.NULL;
        }
        target.call(header(kind, piece, runs, begin, bytes), data, answer);
    }

    private WindowCall header(byte kind, int piece, TargetRuns runs, long begin, long bytes) {
        Update update = plan.update();
        return new WindowCall(
                target.comm().userContextId(),
                target.comm().rank(),
                firstNumber + piece,
                kind,
                update == null ? plan.element() : update.element(),
                update == null ? null : update.pair(),
                update == null ? Reduction.NO_OP : update.operation(),
                runs == null ? 0 : runs.records(),
                plan.first(),
                plan.end(),
                begin,
                bytes,
                plan.value());
    }

    private void ended(SennitException error) {
        boolean isLast;
        synchronized (this) {
            answered++;
            if (failure == null) {
                failure = error;
            }
            if (error != null && error.errorClass() == ErrorClass.PROC_FAILED) {
                answered += pieces - next; // nothing is sent any more
                next = pieces;
            }
            isLast = answered == pieces;
        }
        if (!isLast) {
            sendPieces();
            return;
        }
        SennitException told = failure; // no other answer comes
        if (request != null) {
            request.ended(told);
        }
        target.end(heldBytes, request != null, request == null ? told : null);
    }

    /** A call, until it is answered. */
    private static final class Piece implements RemoteAnswer {
        private final RemoteAccess access;
        private final long begin;
        private final long bytes;
        private MemorySegment staged; // null: the answer goes to the caller's memory at once, or has no data
        private SennitException problem; // of the origin's memory

        Piece(RemoteAccess access, long begin, long bytes) {
            this.access = access;
            this.begin = begin;
            this.bytes = bytes;
        }

        @Override
        public MemorySegment room(long answerBytes) {
            ResultMemory results = access.plan.results();
            if (results == null || answerBytes != bytes) {
                return null;
            }
            MemorySegment direct = results.direct(begin, bytes);
            if (direct == null) {
                staged = MemorySegment.ofArray(new long[(int) (bytes + 7 >> 3)]);
                return staged.asSlice(0, bytes);
            }
            return direct;
        }

        @Override
        public void answered(long result) {
            SennitException error = problem;
            if (error == null && result < 0) {
                error = access.refused(WindowCall.errorOf(result));
            } else if (staged != null) {
                try {
                    access.plan.results().unpack(staged, begin, bytes);
                } catch (IllegalStateException e) { // an arena has been closed meanwhile
                    error = access.plan.unusable(access.target, e);
                }
            }
            access.ended(error);
        }

        /** The target waits for the number of the piece: nothing takes it. */
        @Override
        public void unsent(SennitException error) {
            if (problem != null) { // of a call that had no data
                access.ended(problem);
                return;
            }
            problem = access.plan.unusable(access.target, error);
            int piece = (int) (begin / access.pieceBytes);
            access.target.call(access.header(WindowCall.NOTHING, piece, null, begin, bytes), MemorySegment.NULL, this);
        }

        @Override
        public void failed(SennitException error) {
            access.ended(access.target.described(error, access.plan.operation(), access.plan.range()));
        }
    }

    private SennitException refused(ErrorClass errorClass) {
        return target.refused(errorClass, plan.operation(), plan.range());
    }
}
