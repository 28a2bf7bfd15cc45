/** Watching a job: its trace, its profile, its statistics. */
package org.sennit.conformance.observe;
