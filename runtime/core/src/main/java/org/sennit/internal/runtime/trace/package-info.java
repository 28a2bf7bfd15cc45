/** Observation for the user: labels of output lines, profiles, traces, events of the flight recorder. */
package org.sennit.internal.runtime.trace;
