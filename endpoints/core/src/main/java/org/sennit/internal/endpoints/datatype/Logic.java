package org.sennit.internal.endpoints.datatype;

/** The logical operators on integers, without branches so that loops of them become vector code. Any thread. */
final class Logic {
    private Logic() {}

    static int and(int a, int b) {
        return (sign(a) & sign(b)) >>> 31;
    }

    static int or(int a, int b) {
        return sign(a | b) >>> 31;
    }

    static int xor(int a, int b) {
        return (sign(a) ^ sign(b)) >>> 31;
    }

    static long and(long a, long b) {
        return (sign(a) & sign(b)) >>> 63;
    }

    static long or(long a, long b) {
        return sign(a | b) >>> 63;
    }

    static long xor(long a, long b) {
        return (sign(a) ^ sign(b)) >>> 63;
    }

    /** Returns a number whose top bit is set unless the argument is 0. */
    private static int sign(int a) {
        return a | ~a + 1;
    }

    private static long sign(long a) {
        return a | ~a + 1;
    }
}
