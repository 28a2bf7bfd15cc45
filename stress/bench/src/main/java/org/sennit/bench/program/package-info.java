/** The benchmarks as endpoints run them. */
package org.sennit.bench.program;
