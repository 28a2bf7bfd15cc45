package org.sennit.examples.qmp.fermion;

/**
 * The γ matrices of the four axes in the basis of DeGrand and Rossi, where γ5 is diagonal: row 0 and row 1 have one
 * entry each, in the columns 2 and 3, and rows 2 and 3 are their Hermitian conjugates. So 1 ± γ has rank 2, and two
 * spins tell all four. Immutable; any thread.
 */
enum Gamma {
    X(true, 3, 1, 2, 1),
    Y(false, 3, -1, 2, 1),
    Z(true, 2, 1, 3, -1),
    T(false, 2, 1, 3, 1);

    /** Whether the entries are ±i, not ±1. */
    final boolean isImaginary;
    /** Column of the entry in row 0. */
    final int partner0;
    /** Sign of the entry in row 0. */
    final int sign0;
    /** Column of the entry in row 1. */
    final int partner1;
    /** Sign of the entry in row 1. */
    final int sign1;

    Gamma(boolean isImaginary, int partner0, int sign0, int partner1, int sign1) {
        this.isImaginary = isImaginary;
        this.partner0 = partner0;
        this.sign0 = sign0;
        this.partner1 = partner1;
        this.sign1 = sign1;
    }

    /**
     * Adds factor γ from to the 24 doubles of a site: the plain product, for checks.
     *
     * @param re real part of the factor
     * @param im imaginary part of the factor
     */
    void addProduct(double re, double im, double[] from, double[] to, int at) {
        addEntry(sign0 * re, sign0 * im, 0, partner0, from, to, at);
        addEntry(sign1 * re, sign1 * im, 1, partner1, from, to, at);
        int conjugate = isImaginary ? -1 : 1;
        addEntry(conjugate * sign0 * re, conjugate * sign0 * im, partner0, 0, from, to, at);
        addEntry(conjugate * sign1 * re, conjugate * sign1 * im, partner1, 1, from, to, at);
    }

    private void addEntry(double re, double im, int row, int column, double[] from, double[] to, int at) {
        double r = isImaginary ? -im : re;
        double i = isImaginary ? re : im;
        for (int color = 0; color < 6; color += 2) {
            double x = from[at + 6 * column + color];
            double y = from[at + 6 * column + color + 1];
            to[at + 6 * row + color] += r * x - i * y;
            to[at + 6 * row + color + 1] += r * y + i * x;
        }
    }
}
