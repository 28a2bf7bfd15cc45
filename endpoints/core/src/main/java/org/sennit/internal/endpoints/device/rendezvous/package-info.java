/**
 * Large messages between processes: announced, matched, and then moved by the network module or as data of the device.
 */
package org.sennit.internal.endpoints.device.rendezvous;
