/** Whole jobs as the launcher starts and ends them, and the command line as a user meets it. */
package org.sennit.conformance.launch;
