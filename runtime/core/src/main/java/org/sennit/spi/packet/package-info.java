/**
 * The headers of packets between processes: their fields and where they stand, for network
 * modules that read or write them.
 */
package org.sennit.spi.packet;
