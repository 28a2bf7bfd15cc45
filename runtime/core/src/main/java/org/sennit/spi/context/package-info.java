/**
 * Clock, waiting, threads and random numbers of a job. A job of another {@link org.sennit.spi.context.RuntimeContext}
 * can be simulated, or run on the threads of an engine.
 */
package org.sennit.spi.context;
