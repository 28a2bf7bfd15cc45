/** The agent on another host of a job: starts its processes, carries their output to the launcher, ends them. */
package org.sennit.internal.launch.host;
