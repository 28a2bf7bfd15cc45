package org.sennit.lapi;

import java.util.function.IntToLongFunction;
import org.sennit.active.ActiveMessage;
import org.sennit.active.VectorKind;

/** The kinds of vectors as active messages name them. */
final class Kinds {
    private Kinds() {}

    static VectorType of(VectorKind kind) {
        return switch (kind) {
            case IOVECTOR -> VectorType.IOVECTOR;
            case STRIDED -> VectorType.STRIDED;
            case GENERIC -> VectorType.GENERIC;
        };
    }

    /**
     * Checks a target vector, and that the data of a message fits it.
     *
     * @throws LapiException when it does not
     */
    static void check(LapiOperation operation, ActiveMessage message, LapiVector target) {
        Shape shape = target.shape();
        if (message.kind() == VectorKind.GENERIC && shape.isOnePiece() && !target.isNull(0)) {
            return; // fast path: makes no object
        }
        check(operation, of(message.kind()), message.pieces(), message::pieceBytes, message.lengthBytes(), target);
    }

    /**
     * Checks a target vector, and that data of a kind, a number and lengths of pieces or blocks fits it.
     *
     * @throws LapiException when it does not
     */
    static void check(
            LapiOperation operation,
            VectorType type,
            int pieces,
            IntToLongFunction pieceBytes,
            long bytes,
            LapiVector target) {
        LapiStatus status = target.checkAsTarget();
        if (status == LapiStatus.SUCCESS) {
            status = compare(type, pieces, pieceBytes, target.shape());
        }
        if (status != LapiStatus.SUCCESS) {
            throw new LapiException(
                    status,
                    operation.call(),
                    "origin vector=" + type + " " + pieces + " pieces, " + bytes + " bytes, target vector=" + target);
        }
    }

    private static LapiStatus compare(VectorType type, int pieces, IntToLongFunction pieceBytes, Shape target) {
        if (type != target.type()) {
            return LapiStatus.VEC_TYPE_DIFF;
        }
        if (target.type() == VectorType.GENERIC) {
            return LapiStatus.SUCCESS;
        }
        if (pieces != target.count()) {
            return LapiStatus.VEC_NUM_DIFF;
        }
        int compared = target.type() == VectorType.STRIDED ? Math.min(1, target.count()) : target.count();
        for (int i = 0; i < compared; i++) {
            if (pieceBytes.applyAsLong(i) != target.pieceBytes(i)) {
                return LapiStatus.VEC_LEN_DIFF;
            }
        }
        return LapiStatus.SUCCESS;
    }
}
