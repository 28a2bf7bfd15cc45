/** Progress and waiting: the engine of an endpoint, how long it spins, yields and sleeps, and the health of the job. */
package org.sennit.internal.runtime.progress;
