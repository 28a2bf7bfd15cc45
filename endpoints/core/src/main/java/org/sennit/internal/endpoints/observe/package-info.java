/** Watching the endpoints of a process: profile, trace, and events of the flight recorder for each message. */
package org.sennit.internal.endpoints.observe;
