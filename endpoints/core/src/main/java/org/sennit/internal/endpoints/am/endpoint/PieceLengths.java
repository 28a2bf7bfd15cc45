package org.sennit.internal.endpoints.am.endpoint;

import java.util.Objects;
import org.sennit.active.ActiveVector;
import org.sennit.active.VectorKind;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The shape of an origin vector, in its own process or in another one. Used by one thread at a time. */
public final class PieceLengths {
    private ActiveVector vector; // null: of another process
    private VectorKind kind;
    private int count;
    private long[] each; // null: all pieces have the same length
    private long one;
    private long totalBytes;

    PieceLengths of(ActiveVector given) {
        vector = given;
        kind = given.kind();
        count = given.pieces();
        totalBytes = given.lengthBytes();
        return this;
    }

    public PieceLengths of(VectorKind of, int pieces, long[] lengths, long length, long total) {
        vector = null;
        kind = of;
        count = pieces;
        each = lengths;
        one = length;
        totalBytes = total;
        return this;
    }

    /** Returns the origin vector; null when it is in another process. */
    ActiveVector vector() {
        return vector;
    }

    VectorKind kind() {
        return kind;
    }

    int pieces() {
        return count;
    }

    long totalBytes() {
        return totalBytes;
    }

    long pieceBytes(int piece) {
        if (vector != null) {
            return vector.pieceBytes(piece);
        }
        return each == null ? one : each[Objects.checkIndex(piece, count)];
    }

    /** Returns why data of this shape cannot go to a target vector; null when it can. */
    SennitException misfit(ActiveVector target) {
        if (target.kind() != kind) {
            return misfit(ErrorClass.TYPE, "kinds of vectors differ", target);
        }
        if (kind == VectorKind.GENERIC) {
            return null;
        }
        if (target.pieces() != count) {
            return misfit(ErrorClass.COUNT, "numbers of pieces differ", target);
        }
        int compared = kind == VectorKind.STRIDED ? Math.min(count, 1) : count;
        for (int i = 0; i < compared; i++) {
            if (target.pieceBytes(i) != pieceBytes(i)) {
                return misfit(
                        ErrorClass.COUNT,
                        "lengths of a piece differ: piece=" + i + " origin=" + pieceBytes(i) + " target="
                                + target.pieceBytes(i),
                        target);
            }
        }
        return null;
    }

    private SennitException misfit(ErrorClass error, String what, ActiveVector target) {
        return new SennitException(
                error, what + ": origin=" + kind + " pieces=" + count + " length=" + totalBytes + " target=" + target);
    }
}
