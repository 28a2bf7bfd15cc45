package org.sennit.examples.qmp.algebra;

import java.util.Arrays;

/**
 * Complex matrices of 3×3 in flat arrays: 18 doubles each, by rows, real part first. The result of a product may not
 * overlap its factors. Stateless; any thread. Products are written out, since these loops are where the time goes;
 * every sum has one order, so results have the same bits everywhere.
 */
public final class Matrix3 {
    /** Doubles of a matrix. */
    public static final int DOUBLES = 18;

    private Matrix3() {}

    /**
     * c = a b.
     *
     * @param c the product's array
     * @param co the product's first double
     * @param a the left factor's array
     * @param ao the left factor's first double
     * @param b the right factor's array
     * @param bo the right factor's first double
     */
    public static void multiply(double[] c, int co, double[] a, int ao, double[] b, int bo) {
        for (int i = 0; i < 3; i++) {
            int row = ao + 6 * i;
            double a0r = a[row];
            double a0i = a[row + 1];
            double a1r = a[row + 2];
            double a1i = a[row + 3];
            double a2r = a[row + 4];
            double a2i = a[row + 5];
            int to = co + 6 * i;
            double b00r = b[bo];
            double b00i = b[bo + 1];
            double b01r = b[bo + 6];
            double b01i = b[bo + 7];
            double b02r = b[bo + 12];
            double b02i = b[bo + 13];
            c[to] = a0r * b00r + a1r * b01r + a2r * b02r - a0i * b00i - a1i * b01i - a2i * b02i;
            c[to + 1] = a0r * b00i + a0i * b00r + a1r * b01i + a1i * b01r + a2r * b02i + a2i * b02r;
            double b10r = b[bo + 2];
            double b10i = b[bo + 3];
            double b11r = b[bo + 8];
            double b11i = b[bo + 9];
            double b12r = b[bo + 14];
            double b12i = b[bo + 15];
            c[to + 2] = a0r * b10r + a1r * b11r + a2r * b12r - a0i * b10i - a1i * b11i - a2i * b12i;
            c[to + 3] = a0r * b10i + a0i * b10r + a1r * b11i + a1i * b11r + a2r * b12i + a2i * b12r;
            double b20r = b[bo + 4];
            double b20i = b[bo + 5];
            double b21r = b[bo + 10];
            double b21i = b[bo + 11];
            double b22r = b[bo + 16];
            double b22i = b[bo + 17];
            c[to + 4] = a0r * b20r + a1r * b21r + a2r * b22r - a0i * b20i - a1i * b21i - a2i * b22i;
            c[to + 5] = a0r * b20i + a0i * b20r + a1r * b21i + a1i * b21r + a2r * b22i + a2i * b22r;
        }
    }

    /**
     * c += a b†.
     *
     * @param c the product's array
     * @param co the product's first double
     * @param a the left factor's array
     * @param ao the left factor's first double
     * @param b the right factor's array
     * @param bo the right factor's first double
     */
    public static void addMultiplyDagger(double[] c, int co, double[] a, int ao, double[] b, int bo) {
        for (int i = 0; i < 3; i++) {
            int row = ao + 6 * i;
            double a0r = a[row];
            double a0i = a[row + 1];
            double a1r = a[row + 2];
            double a1i = a[row + 3];
            double a2r = a[row + 4];
            double a2i = a[row + 5];
            int to = co + 6 * i;
            double b00r = b[bo];
            double b00i = -b[bo + 1];
            double b01r = b[bo + 2];
            double b01i = -b[bo + 3];
            double b02r = b[bo + 4];
            double b02i = -b[bo + 5];
            c[to] += a0r * b00r + a1r * b01r + a2r * b02r - a0i * b00i - a1i * b01i - a2i * b02i;
            c[to + 1] += a0r * b00i + a0i * b00r + a1r * b01i + a1i * b01r + a2r * b02i + a2i * b02r;
            double b10r = b[bo + 6];
            double b10i = -b[bo + 7];
            double b11r = b[bo + 8];
            double b11i = -b[bo + 9];
            double b12r = b[bo + 10];
            double b12i = -b[bo + 11];
            c[to + 2] += a0r * b10r + a1r * b11r + a2r * b12r - a0i * b10i - a1i * b11i - a2i * b12i;
            c[to + 3] += a0r * b10i + a0i * b10r + a1r * b11i + a1i * b11r + a2r * b12i + a2i * b12r;
            double b20r = b[bo + 12];
            double b20i = -b[bo + 13];
            double b21r = b[bo + 14];
            double b21i = -b[bo + 15];
            double b22r = b[bo + 16];
            double b22i = -b[bo + 17];
            c[to + 4] += a0r * b20r + a1r * b21r + a2r * b22r - a0i * b20i - a1i * b21i - a2i * b22i;
            c[to + 5] += a0r * b20i + a0i * b20r + a1r * b21i + a1i * b21r + a2r * b22i + a2i * b22r;
        }
    }

    /**
     * c += a† b.
     *
     * @param c the product's array
     * @param co the product's first double
     * @param a the left factor's array
     * @param ao the left factor's first double
     * @param b the right factor's array
     * @param bo the right factor's first double
     */
    public static void addDaggerMultiply(double[] c, int co, double[] a, int ao, double[] b, int bo) {
        for (int i = 0; i < 3; i++) {
            int row = ao + 2 * i;
            double a0r = a[row];
            double a0i = -a[row + 1];
            double a1r = a[row + 6];
            double a1i = -a[row + 7];
            double a2r = a[row + 12];
            double a2i = -a[row + 13];
            int to = co + 6 * i;
            double b00r = b[bo];
            double b00i = b[bo + 1];
            double b01r = b[bo + 6];
            double b01i = b[bo + 7];
            double b02r = b[bo + 12];
            double b02i = b[bo + 13];
            c[to] += a0r * b00r + a1r * b01r + a2r * b02r - a0i * b00i - a1i * b01i - a2i * b02i;
            c[to + 1] += a0r * b00i + a0i * b00r + a1r * b01i + a1i * b01r + a2r * b02i + a2i * b02r;
            double b10r = b[bo + 2];
            double b10i = b[bo + 3];
            double b11r = b[bo + 8];
            double b11i = b[bo + 9];
            double b12r = b[bo + 14];
            double b12i = b[bo + 15];
            c[to + 2] += a0r * b10r + a1r * b11r + a2r * b12r - a0i * b10i - a1i * b11i - a2i * b12i;
            c[to + 3] += a0r * b10i + a0i * b10r + a1r * b11i + a1i * b11r + a2r * b12i + a2i * b12r;
            double b20r = b[bo + 4];
            double b20i = b[bo + 5];
            double b21r = b[bo + 10];
            double b21i = b[bo + 11];
            double b22r = b[bo + 16];
            double b22i = b[bo + 17];
            c[to + 4] += a0r * b20r + a1r * b21r + a2r * b22r - a0i * b20i - a1i * b21i - a2i * b22i;
            c[to + 5] += a0r * b20i + a0i * b20r + a1r * b21i + a1i * b21r + a2r * b22i + a2i * b22r;
        }
    }

    /**
     * Returns the real part of the trace of a b†.
     *
     * @param a the left factor
     * @param b the right factor
     * @return the sum of the products of all parts
     */
    public static double realTraceDagger(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < DOUBLES; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /**
     * Makes a matrix the unit matrix.
     *
     * @param a its array
     * @param ao its first double
     */
    public static void setUnit(double[] a, int ao) {
        Arrays.fill(a, ao, ao + DOUBLES, 0);
        a[ao] = 1;
        a[ao + 8] = 1;
        a[ao + 16] = 1;
    }

    /**
     * Projects to SU(3): Gram and Schmidt for the first two rows; the third is the conjugate of their cross product. A
     * matrix whose first two rows are parallel becomes not-a-number.
     *
     * @param a its array
     * @param ao its first double
     */
    public static void unitarize(double[] a, int ao) {
        normalize(a, ao);
        double re = 0;
        double im = 0;
        for (int k = ao; k < ao + 6; k += 2) { // conj(first) . second
            re += a[k] * a[k + 6] + a[k + 1] * a[k + 7];
            im += a[k] * a[k + 7] - a[k + 1] * a[k + 6];
        }
        for (int k = ao; k < ao + 6; k += 2) {
            a[k + 6] -= re * a[k] - im * a[k + 1];
            a[k + 7] -= re * a[k + 1] + im * a[k];
        }
        normalize(a, ao + 6);
        cross(a, ao, 2, 4, 12);
        cross(a, ao, 4, 0, 14);
        cross(a, ao, 0, 2, 16);
    }

    private static void normalize(double[] a, int row) {
        double square = 0;
        for (int k = row; k < row + 6; k++) {
            square += a[k] * a[k];
        }
        double factor = 1 / Math.sqrt(square);
        for (int k = row; k < row + 6; k++) {
            a[k] *= factor;
        }
    }

    /** a[to] = conj(first[p] second[q] - first[q] second[p]). */
    private static void cross(double[] a, int ao, int p, int q, int to) {
        int first = ao;
        int second = ao + 6;
        a[ao + to] = a[first + p] * a[second + q]
                - a[first + p + 1] * a[second + q + 1]
                - a[first + q] * a[second + p]
                + a[first + q + 1] * a[second + p + 1];
        a[ao + to + 1] = -(a[first + p] * a[second + q + 1]
                + a[first + p + 1] * a[second + q]
                - a[first + q] * a[second + p + 1]
                - a[first + q + 1] * a[second + p]);
    }

    /**
     * Returns how far a matrix is from SU(3).
     *
     * @param a its array
     * @param ao its first double
     * @return the largest part of a a† - 1, or of det a - 1 where that is larger
     */
    public static double distanceFromGroup(double[] a, int ao) {
        double[] square = new double[DOUBLES];
        addMultiplyDagger(square, 0, a, ao, a, ao);
        square[0] -= 1;
        square[8] -= 1;
        square[16] -= 1;
        double largest = 0;
        for (double part : square) {
            largest = Math.max(largest, Math.abs(part));
        }
        double[] projected = Arrays.copyOfRange(a, ao, ao + DOUBLES);
        unitarize(projected, 0);
        for (int k = 12; k < DOUBLES; k++) { // a phase of the determinant shows in the third row
            largest = Math.max(largest, Math.abs(projected[k] - a[ao + k]));
        }
        return largest;
    }
}
