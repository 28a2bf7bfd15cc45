/**
 * The state by which a session outlives its sockets: the frames that are kept until the peer has acknowledged them, the
 * number up to which the peer's have been received, and the clock of a peer's silence. Knows frames and no socket.
 */
package org.sennit.internal.net.flow;
