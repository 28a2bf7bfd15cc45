/**
 * The 3-D FFT kernel of the NAS Parallel Benchmarks: {@code Ft} is the program, the rest from the transform of one
 * dimension up to the report.
 */
package org.sennit.examples.ft;
