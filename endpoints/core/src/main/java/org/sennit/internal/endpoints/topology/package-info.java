/** Communicators whose members are arranged: grids, graphs, and graphs of which each member knows its own edges. */
package org.sennit.internal.endpoints.topology;
