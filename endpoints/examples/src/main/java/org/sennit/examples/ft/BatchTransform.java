package org.sennit.examples.ft;

/**
 * Discrete Fourier transforms of one length, sixteen at once: Stockham's algorithm, which needs no bit reversal, in
 * radix 4 with one step of radix 2 where the length is no power of 4. Element i of transform b is at
 * {@code i * BATCH + b}, so the innermost loops run over contiguous memory and the whole batch stays in the cache.
 *
 * <p>One thread. fft2d uses it too. Not scaled. Surprise: for the inverse the caller exchanges real and imaginary parts
 * on the way in and out; there is no second code. Source: C. Van Loan, Computational Frameworks for the Fast Fourier
 * Transform, 1.7.
 */
public final class BatchTransform {
    /** Transforms at once: two cache lines of doubles. */
    public static final int BATCH = 16;

    private final int length;

    // exp(-2 pi i k / length)
    private final double[] cosine;
    private final double[] minusSine;

    // Here the data goes in and comes out; the second pair takes turns with it.
    private double[] re;
    private double[] im;
    private double[] otherRe;
    private double[] otherIm;

    /**
     * Makes the tables of one length.
     *
     * @param length a power of two
     * @throws IllegalArgumentException when it is none
     */
    public BatchTransform(int length) {
        if (Integer.bitCount(length) != 1) {
            throw new IllegalArgumentException("not a power of two: length=" + length);
        }
        this.length = length;
        cosine = new double[length];
        minusSine = new double[length];
        for (int k = 0; k < length; k++) {
            cosine[k] = Math.cos(2 * Math.PI * k / length);
            minusSine[k] = -Math.sin(2 * Math.PI * k / length);
        }
        re = new double[length * BATCH];
        im = new double[length * BATCH];
        otherRe = new double[length * BATCH];
        otherIm = new double[length * BATCH];
    }

    /** Returns the real parts, another array after {@link #run}. */
    public double[] re() {
        return re;
    }

    /** Returns the imaginary parts, another array after {@link #run}. */
    public double[] im() {
        return im;
    }

    /** Transforms what is in {@link #re} and {@link #im}; the result is there again. */
    public void run() {
        int stride = BATCH;
        for (int rest = length; rest > 1; ) {
            if (rest == 2) {
                radix2(stride, re, im, otherRe, otherIm);
                rest = 1;
            } else {
                radix4(rest / 4, stride);
                rest /= 4;
                stride *= 4;
            }
            double[] swap = re;
            re = otherRe;
            otherRe = swap;
            swap = im;
            im = otherIm;
            otherIm = swap;
        }
    }

    private static void radix2(int stride, double[] xr, double[] xi, double[] yr, double[] yi) {
        for (int q = 0; q < stride; q++) {
            double ar = xr[q];
            double ai = xi[q];
            double br = xr[q + stride];
            double bi = xi[q + stride];
            yr[q] = ar + br;
            yi[q] = ai + bi;
            yr[q + stride] = ar - br;
            yi[q + stride] = ai - bi;
        }
    }

    private void radix4(int quarter, int stride) {
        int step = length / (4 * quarter);
        for (int p = 0; p < quarter; p++) {
            butterflies(p * step, p * stride, quarter * stride, stride);
        }
    }

    private void butterflies(int k, int from, int apart, int stride) {
        double[] xr = re;
        double[] xi = im;
        double[] yr = otherRe;
        double[] yi = otherIm;
        double c1 = cosine[k];
        double s1 = minusSine[k];
        double c2 = cosine[2 * k];
        double s2 = minusSine[2 * k];
        double c3 = cosine[3 * k];
        double s3 = minusSine[3 * k];
        int to = 4 * from;
        for (int q = 0; q < stride; q++) {
            int i = from + q;
            double ar = xr[i];
            double ai = xi[i];
            double br = xr[i + apart];
            double bi = xi[i + apart];
            double cr = xr[i + 2 * apart];
            double ci = xi[i + 2 * apart];
            double dr = xr[i + 3 * apart];
            double di = xi[i + 3 * apart];
            double sumR = ar + cr;
            double sumI = ai + ci;
            double differenceR = ar - cr;
            double differenceI = ai - ci;
            double oddR = br + dr;
            double oddI = bi + di;
            double turnedR = di - bi; // i (b - d)
            double turnedI = br - dr;
            int o = to + q;
            yr[o] = sumR + oddR;
            yi[o] = sumI + oddI;
            double r1 = differenceR - turnedR;
            double i1 = differenceI - turnedI;
            yr[o + stride] = c1 * r1 - s1 * i1;
            yi[o + stride] = c1 * i1 + s1 * r1;
            double r2 = sumR - oddR;
            double i2 = sumI - oddI;
            yr[o + 2 * stride] = c2 * r2 - s2 * i2;
            yi[o + 2 * stride] = c2 * i2 + s2 * r2;
            double r3 = differenceR + turnedR;
            double i3 = differenceI + turnedI;
            yr[o + 3 * stride] = c3 * r3 - s3 * i3;
            yi[o + 3 * stride] = c3 * i3 + s3 * r3;
        }
    }
}
