package org.sennit.lapi;

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

    /** Returns SUCCESS where the data of a message fits a target vector, or how the two differ. */
    static LapiStatus compare(ActiveMessage message, Shape target) {
        if (of(message.kind()) != target.type()) {
            return LapiStatus.VEC_TYPE_DIFF;
        }
        if (target.type() == VectorType.GENERIC) {
            return LapiStatus.SUCCESS;
        }
        if (message.pieces() != target.count()) {
            return LapiStatus.VEC_NUM_DIFF;
        }
        int compared = target.type() == VectorType.STRIDED ? Math.min(1, target.count()) : target.count();
        for (int i = 0; i < compared; i++) {
            if (message.pieceBytes(i) != target.pieceBytes(i)) {
                return LapiStatus.VEC_LEN_DIFF;
            }
        }
        return LapiStatus.SUCCESS;
    }
}
