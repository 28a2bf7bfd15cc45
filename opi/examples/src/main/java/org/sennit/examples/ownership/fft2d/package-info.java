/**
 * The 2-D FFT three ways: with send and receive, with give and take, and with unpacking fused into the transform.
 * {@code Fft2d} is the program.
 */
package org.sennit.examples.ownership.fft2d;
