/** What both sides of a launch across hosts know: the list of hosts, the agent's template, the frames between launcher and host. */
package org.sennit.internal.launch.hosts;
