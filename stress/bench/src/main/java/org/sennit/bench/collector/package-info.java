/** Which garbage collector the JVMs of a job should have: the measurement behind the launcher's default. */
package org.sennit.bench.collector;
