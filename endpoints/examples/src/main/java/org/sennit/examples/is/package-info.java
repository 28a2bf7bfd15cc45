/**
 * The integer-sort kernel of the NAS Parallel Benchmarks: {@code Is} is the program, the rest from the keys up to the
 * report.
 */
package org.sennit.examples.is;
