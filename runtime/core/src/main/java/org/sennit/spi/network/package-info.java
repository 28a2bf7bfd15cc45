/**
 * The network module interface: what a network must offer to the device above it, after the netmod API of
 * Nemesis (MPICH), and the reassembly of packets from whatever pieces a network delivers.
 *
 * <p>Nothing here knows a transport. Modules are found with {@link java.util.ServiceLoader} by
 * {@link org.sennit.spi.network.NetworkModuleFactory} and reach up only through the
 * {@link org.sennit.spi.network.NetworkUpcalls} that they were given.
 */
package org.sennit.spi.network;
