/**
 * Connections between two processes: the virtual connection that the device sees, the socket under it, the
 * handshake, the queue of pending sends, and the rules by which two processes that connect at the same
 * time end up with one socket.
 *
 * <p><b>Breaks.</b> A session lasts from the first socket of a pair to the acknowledged CLOSE of both. A broken socket
 * starts attempts to connect again; the handshake of the next socket says up to where the peer has received.
 *
 * <ul>
 *   <li>Refused, or another incarnation answers: dead at once, PROC_FAILED. The same one answers: healed, without a
 *       report. No answer: dead after {@code net.silence}, in which pauses of this process do not count.
 *   <li>Attempts are numbered, and each side knows which of the peer's have been given up: a new one means that the
 *       present socket is dead (half-open).
 *   <li>Of a peer on another host that has never been connected, refused is no death before
 *       {@code net.handshake.timeout}: it may have no network yet, and connects when it has. A refusal has a reason
 *       (REFUSED); after the peer's proof it ends the connection at once.
 *   <li>A CLOSE states whether its sender leaves for good (then a refused address is its orderly end) or only quiesces.
 *   <li>Memory that the system cannot read (a mapped file that was made shorter: EFAULT) fails its operation: the
 *       socket is given up in the middle of the frame, and on the next one ABORT stands in the frame's place. Memory
 *       that cannot be written drops the message.
 * </ul>
 */
package org.sennit.internal.net.connection;
