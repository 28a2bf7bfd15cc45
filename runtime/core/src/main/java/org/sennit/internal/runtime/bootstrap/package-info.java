/** The start of a process: its place in the job, and the exchange of the first texts among the processes. */
package org.sennit.internal.runtime.bootstrap;
