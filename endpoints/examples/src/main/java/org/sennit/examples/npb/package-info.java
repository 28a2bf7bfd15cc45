/**
 * The common parts of the kernels of the NAS Parallel Benchmarks: the random numbers, the program around a kernel, its
 * timing and its report.
 */
package org.sennit.examples.npb;
