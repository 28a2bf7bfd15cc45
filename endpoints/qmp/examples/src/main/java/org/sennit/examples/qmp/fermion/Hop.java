package org.sennit.examples.qmp.fermion;

/**
 * One of the eight terms of the Wilson operator: (1 + s γ) U ψ of a neighbor, by half spinors. Used by one endpoint's
 * thread.
 */
final class Hop {
    private final double[] half = new double[12];
    private final double[] sum;

    /**
     * Makes the term.
     *
     * @param sum receives terms: the 24 doubles of a site
     */
    Hop(double[] sum) {
        this.sum = sum;
    }

    /**
     * Adds the term of one neighbor.
     *
     * @param gamma the axis's matrix
     * @param s 1 or -1
     * @param isDagger whether the conjugate of the link is used
     * @param link the link's first double
     * @param spinor the neighbor's first double
     */
    void add(Gamma gamma, int s, boolean isDagger, double[] links, int link, double[] spinors, int spinor) {
        double[] sum = this.sum;
        int first = 6 * gamma.partner0;
        int second = 6 * gamma.partner1;
        double sign0 = s * gamma.sign0;
        double sign1 = s * gamma.sign1;
        if (gamma.isImaginary) {
            projectImaginary(spinors, spinor, first, sign0, 0);
            projectImaginary(spinors, spinor, second, sign1, 6);
        } else {
            projectReal(spinors, spinor, first, sign0, 0);
            projectReal(spinors, spinor, second, sign1, 6);
        }
        for (int color = 0; color < 6; color += 2) {
            int row = isDagger ? link + color : link + 3 * color;
            int step = isDagger ? 6 : 2;
            double conjugate = isDagger ? -1 : 1;
            double u0r = links[row];
            double u0i = conjugate * links[row + 1];
            double u1r = links[row + step];
            double u1i = conjugate * links[row + step + 1];
            double u2r = links[row + 2 * step];
            double u2i = conjugate * links[row + 2 * step + 1];
            double re = u0r * half[0] + u1r * half[2] + u2r * half[4] - u0i * half[1] - u1i * half[3] - u2i * half[5];
            double im = u0r * half[1] + u0i * half[0] + u1r * half[3] + u1i * half[2] + u2r * half[5] + u2i * half[4];
            double re1 =
                    u0r * half[6] + u1r * half[8] + u2r * half[10] - u0i * half[7] - u1i * half[9] - u2i * half[11];
            double im1 =
                    u0r * half[7] + u0i * half[6] + u1r * half[9] + u1i * half[8] + u2r * half[11] + u2i * half[10];
            sum[color] += re;
            sum[color + 1] += im;
            sum[6 + color] += re1;
            sum[6 + color + 1] += im1;
            if (gamma.isImaginary) { // the conjugate of i is -i
                sum[first + color] += sign0 * im;
                sum[first + color + 1] -= sign0 * re;
                sum[second + color] += sign1 * im1;
                sum[second + color + 1] -= sign1 * re1;
            } else {
                sum[first + color] += sign0 * re;
                sum[first + color + 1] += sign0 * im;
                sum[second + color] += sign1 * re1;
                sum[second + color + 1] += sign1 * im1;
            }
        }
    }

    private void projectImaginary(double[] spinors, int spinor, int partner, double sign, int to) {
        for (int k = 0; k < 6; k += 2) {
            half[to + k] = spinors[spinor + to + k] - sign * spinors[spinor + partner + k + 1];
            half[to + k + 1] = spinors[spinor + to + k + 1] + sign * spinors[spinor + partner + k];
        }
    }

    private void projectReal(double[] spinors, int spinor, int partner, double sign, int to) {
        for (int k = 0; k < 6; k++) {
            half[to + k] = spinors[spinor + to + k] + sign * spinors[spinor + partner + k];
        }
    }
}
