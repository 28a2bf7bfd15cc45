/** JMH benchmarks of single parts: what one thread pays when nobody else is there. */
package org.sennit.bench.jmh;
