/** What stands in the packets of active messages and of calls, and how a packet is sent that a peer waits for. */
package org.sennit.internal.endpoints.am.packet;
