/** The bare means that no runtime can beat, cache lines, copies and sockets; and the probe. */
package org.sennit.bench.floor;
