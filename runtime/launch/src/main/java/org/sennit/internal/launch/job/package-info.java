/** Starts the JVMs of a job on this host, watches them, carries their output, and ends them together. */
package org.sennit.internal.launch.job;
