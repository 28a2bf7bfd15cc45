package org.sennit.conformance.collectives;

import org.sennit.Operation;

/** What is reduced by, and what the model reckons for two numbers, written apart from the library. */
enum ModelOperation {
    SUM(Operation.SUM),
    PRODUCT(Operation.PRODUCT),
    MIN(Operation.MIN),
    MAX(Operation.MAX),
    BAND(Operation.BAND),
    BOR(Operation.BOR),
    BXOR(Operation.BXOR),
    LAND(Operation.LAND),
    LOR(Operation.LOR),
    LXOR(Operation.LXOR),
    /** After {@code x -> a x + b} comes {@code x -> c x + d}: associative, not commutative. LONG only. */
    COMPOSITION(Operation.ofLongs("composition", false, ModelOperation::compose));

    final Operation operation;

    ModelOperation(Operation operation) {
        this.operation = operation;
    }

    boolean suits(NumberType type) {
        return this == COMPOSITION ? type == NumberType.LONG : !type.isReal() || ordinal() <= MAX.ordinal();
    }

    private static long compose(long left, long right) {
        int factor = (int) left * (int) right;
        int term = (int) (left >> 32) * (int) right + (int) (right >> 32);
        return (long) term << 32 | factor & 0xffff_ffffL;
    }

    long combine(NumberType type, long a, long b) {
        return switch (type) {
            case DOUBLE ->
                Double.doubleToRawLongBits(ofDoubles(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
            case FLOAT ->
                Float.floatToRawIntBits(ofFloats(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b)));
            default -> type.cut(ofIntegers(a, b));
        };
    }

    private double ofDoubles(double a, double b) {
        return switch (this) {
            case SUM -> a + b;
            case PRODUCT -> a * b;
            case MIN -> Math.min(a, b);
            default -> Math.max(a, b);
        };
    }

    private float ofFloats(float a, float b) {
        return switch (this) {
            case SUM -> a + b;
            case PRODUCT -> a * b;
            case MIN -> Math.min(a, b);
            default -> Math.max(a, b);
        };
    }

    private long ofIntegers(long a, long b) {
        return switch (this) {
            case SUM -> a + b;
            case PRODUCT -> a * b;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case BAND -> a & b;
            case BOR -> a | b;
            case BXOR -> a ^ b;
            case LAND -> a != 0 && b != 0 ? 1 : 0;
            case LOR -> a != 0 || b != 0 ? 1 : 0;
            case LXOR -> (a != 0) != (b != 0) ? 1 : 0;
            case COMPOSITION -> compose(a, b);
        };
    }
}
