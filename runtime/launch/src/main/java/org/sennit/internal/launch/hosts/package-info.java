/**
 * The common part of both sides of a launch across hosts: the list of hosts, the agent's template, the frames between
 * launcher and host.
 */
package org.sennit.internal.launch.hosts;
