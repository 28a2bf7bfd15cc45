/**
 * The conjugate-gradient kernel of the NAS Parallel Benchmarks: {@code Cg} is the program, the rest from the random
 * numbers up to the report.
 */
package org.sennit.examples.cg;
