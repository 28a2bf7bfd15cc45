package org.sennit.examples.qmp.algebra;

/**
 * One of the three SU(2) subgroups of SU(3) that leave one component alone (Cabibbo and Marinari 1982). Elements of
 * SU(2) are four doubles h: h[0] + i (h[1] σ1 + h[2] σ2 + h[3] σ3). Stateless; any thread.
 */
public enum Subgroup {
    /** Acts on the first two components. */
    FIRST_SECOND(0, 1),
    /** Acts on the last two components. */
    SECOND_THIRD(1, 2),
    /** Acts on the first and the last component. */
    FIRST_THIRD(0, 2);

    private final int i;
    private final int j;

    Subgroup(int i, int j) {
        this.i = i;
        this.j = j;
    }

    /**
     * Projects the 2×2 part of a matrix to a multiple of SU(2): a k with the same Re tr(g w) for all g of the subgroup,
     * up to what g does not change.
     *
     * @param w a matrix at the beginning of its array
     * @param a result: an element of SU(2); one where the part vanishes
     * @return k, not negative
     */
    public double project(double[] w, double[] a) {
        int ii = 8 * i;
        int jj = 8 * j;
        int ij = 6 * i + 2 * j;
        int ji = 6 * j + 2 * i;
        double a0 = 0.5 * (w[ii] + w[jj]);
        double a1 = 0.5 * (w[ij + 1] + w[ji + 1]);
        double a2 = 0.5 * (w[ij] - w[ji]);
        double a3 = 0.5 * (w[ii + 1] - w[jj + 1]);
        double k = Math.sqrt(a0 * a0 + a1 * a1 + a2 * a2 + a3 * a3);
        if (k < Double.MIN_NORMAL) {
            a[0] = 1;
            a[1] = 0;
            a[2] = 0;
            a[3] = 0;
            return 0;
        }
        double factor = 1 / k;
        a[0] = a0 * factor;
        a[1] = a1 * factor;
        a[2] = a2 * factor;
        a[3] = a3 * factor;
        return k;
    }

    /**
     * Multiplies a matrix from the left: u = g u.
     *
     * @param g an element of SU(2)
     * @param u the matrix's array
     * @param uo the matrix's first double
     */
    public void multiplyLeft(double[] g, double[] u, int uo) {
        double g0 = g[0];
        double g1 = g[1];
        double g2 = g[2];
        double g3 = g[3];
        int upper = uo + 6 * i;
        int lower = uo + 6 * j;
        for (int k = 0; k < 6; k += 2) {
            double xr = u[upper + k];
            double xi = u[upper + k + 1];
            double yr = u[lower + k];
            double yi = u[lower + k + 1];
            u[upper + k] = g0 * xr - g3 * xi + g2 * yr - g1 * yi;
            u[upper + k + 1] = g0 * xi + g3 * xr + g2 * yi + g1 * yr;
            u[lower + k] = g0 * yr + g3 * yi - g2 * xr - g1 * xi;
            u[lower + k + 1] = g0 * yi - g3 * yr - g2 * xi + g1 * xr;
        }
    }

    /**
     * g = h a†.
     *
     * @param h an element of SU(2)
     * @param a an element of SU(2)
     * @param g result; neither h nor a
     */
    public static void multiplyDagger(double[] h, double[] a, double[] g) {
        g[0] = h[0] * a[0] + h[1] * a[1] + h[2] * a[2] + h[3] * a[3];
        g[1] = h[1] * a[0] - h[0] * a[1] + (h[2] * a[3] - h[3] * a[2]);
        g[2] = h[2] * a[0] - h[0] * a[2] + (h[3] * a[1] - h[1] * a[3]);
        g[3] = h[3] * a[0] - h[0] * a[3] + (h[1] * a[2] - h[2] * a[1]);
    }

    /**
     * g = a† a†, which takes a to its mirror image a†.
     *
     * @param a an element of SU(2)
     * @param g result; not a
     */
    public static void squareDagger(double[] a, double[] g) {
        g[0] = a[0] * a[0] - a[1] * a[1] - a[2] * a[2] - a[3] * a[3];
        double twice = -2 * a[0];
        g[1] = twice * a[1];
        g[2] = twice * a[2];
        g[3] = twice * a[3];
    }
}
