/** JMH benchmarks of single parts: the cost to one thread without contention. */
package org.sennit.bench.jmh;
