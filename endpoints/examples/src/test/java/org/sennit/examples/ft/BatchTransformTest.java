package org.sennit.examples.ft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTransformTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128})
    void isTheSumOfTheDefinitionInEveryLane(int length) {
        BatchTransform transform = new BatchTransform(length);
        double[] re = transform.re().clone();
        double[] im = transform.im().clone();
        for (int i = 0; i < re.length; i++) {
            re[i] = Math.sin(i * i);
            im[i] = Math.cos(3 * i);
        }
        System.arraycopy(re, 0, transform.re(), 0, re.length);
        System.arraycopy(im, 0, transform.im(), 0, im.length);
        transform.run();
        for (int lane = 0; lane < BatchTransform.BATCH; lane++) {
            for (int k = 0; k < length; k++) {
                Complex expected = byDefinition(re, im, length, lane, k);
                int at = k * BatchTransform.BATCH + lane;
                assertEquals(expected.re(), transform.re()[at], 1e-11, "k=" + k + " lane=" + lane);
                assertEquals(expected.im(), transform.im()[at], 1e-11, "k=" + k + " lane=" + lane);
            }
        }
    }

    private static Complex byDefinition(double[] re, double[] im, int length, int lane, int k) {
        double sumRe = 0;
        double sumIm = 0;
        for (int i = 0; i < length; i++) {
            double angle = -2 * Math.PI * ((long) i * k % length) / length;
            int at = i * BatchTransform.BATCH + lane;
            sumRe += re[at] * Math.cos(angle) - im[at] * Math.sin(angle);
            sumIm += re[at] * Math.sin(angle) + im[at] * Math.cos(angle);
        }
        return new Complex(sumRe, sumIm);
    }
}
