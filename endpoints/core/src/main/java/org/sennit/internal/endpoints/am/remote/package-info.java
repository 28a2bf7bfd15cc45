/**
 * Active messages between processes, from the origin ({@link org.sennit.internal.endpoints.am.remote.SentMessage}) and
 * at the target ({@link org.sennit.internal.endpoints.am.remote.ReceivedMessage}). A short message is one packet; of a
 * long one the first packet is answered, and then its data goes in pieces that name their offset. Nothing relies on the
 * order of packets.
 */
package org.sennit.internal.endpoints.am.remote;
