package org.sennit.internal.endpoints.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;
import org.sennit.message.ElementType;

/** What the predefined operations must give, element by element, written for reading and not for speed. */
final class OperationModel {
    private static final double[] SPECIAL = {0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, -3.5, 1e300};

    private OperationModel() {}

    /** Random elements of a type, with the special ones among them. */
    static byte[] data(ElementType type, int count, RandomGenerator random) {
        ByteBuffer data = ByteBuffer.allocate(count * type.bytes()).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count; i++) {
            boolean isSpecial = random.nextInt(4) == 0;
            double real = isSpecial ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextGaussian() * 1000;
            long integer = isSpecial ? random.nextInt(3) - 1 : random.nextLong();
            switch (type) {
                case BYTE -> data.put((byte) integer);
                case BOOLEAN -> data.put((byte) (integer & 1));
                case CHAR -> data.putChar((char) integer);
                case SHORT -> data.putShort((short) integer);
                case INT -> data.putInt((int) integer);
                case LONG -> data.putLong(integer);
                case FLOAT -> data.putFloat((float) real);
                case DOUBLE -> data.putDouble(real);
            }
        }
        return data.array();
    }

    /** The operation on all elements; NaNs are canonical. */
    static byte[] result(Reduction operation, ElementType type, byte[] left, byte[] right) {
        ByteBuffer a = ByteBuffer.wrap(left).order(ByteOrder.nativeOrder());
        ByteBuffer b = ByteBuffer.wrap(right).order(ByteOrder.nativeOrder());
        ByteBuffer result = ByteBuffer.allocate(left.length).order(ByteOrder.nativeOrder());
        while (a.hasRemaining()) {
            switch (type) {
                case BYTE -> result.put((byte) integer(operation, a.get(), b.get()));
                case BOOLEAN -> result.put((byte) integer(operation, a.get(), b.get()));
                case CHAR -> result.putChar((char) integer(operation, a.getChar(), b.getChar()));
                case SHORT -> result.putShort((short) integer(operation, a.getShort(), b.getShort()));
                case INT -> result.putInt((int) integer(operation, a.getInt(), b.getInt()));
                case LONG -> result.putLong(integer(operation, a.getLong(), b.getLong()));
                case FLOAT -> result.putFloat(real(operation, a.getFloat(), b.getFloat()));
                case DOUBLE -> result.putDouble(real(operation, a.getDouble(), b.getDouble()));
            }
        }
        return canonical(type, result.array());
    }

    /** The same elements with one NaN for all: which one an addition gives is the processor's choice. */
    static byte[] canonical(ElementType type, byte[] data) {
        ByteBuffer all = ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
        for (int at = 0; at < data.length; at += type.bytes()) {
            if (type == ElementType.FLOAT && Float.isNaN(all.getFloat(at))) {
                all.putFloat(at, Float.NaN);
            } else if (type == ElementType.DOUBLE && Double.isNaN(all.getDouble(at))) {
                all.putDouble(at, Double.NaN);
            }
        }
        return data;
    }

    private static long integer(Reduction operation, long a, long b) {
        return switch (operation.name()) {
            case "SUM" -> a + b;
            case "PRODUCT" -> a * b;
            case "MIN" -> a < b ? a : b;
            case "MAX" -> a > b ? a : b;
            case "BAND" -> a & b;
            case "BOR" -> a | b;
            case "BXOR" -> a ^ b;
            case "LAND" -> a != 0 && b != 0 ? 1 : 0;
            case "LOR" -> a != 0 || b != 0 ? 1 : 0;
            case "LXOR" -> (a != 0) != (b != 0) ? 1 : 0;
            default -> throw new IllegalArgumentException(operation.name());
        };
    }

    private static double real(Reduction operation, double a, double b) {
        return switch (operation.name()) {
            case "SUM" -> a + b;
            case "PRODUCT" -> a * b;
            case "MIN" -> Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.compare(a, b) < 0 ? a : b;
            case "MAX" -> Double.isNaN(a) || Double.isNaN(b) ? Double.NaN : Double.compare(a, b) > 0 ? a : b;
            default -> throw new IllegalArgumentException(operation.name());
        };
    }

    private static float real(Reduction operation, float a, float b) {
        return (float) real(operation, (double) a, (double) b); // twice the digits: rounded right
    }
}
