/**
 * Connections between two processes: the virtual connection that the device sees, the socket under it, the handshake, the
 * queue of pending sends, and the rules by which two processes that connect at the same time end up with one socket.
 */
package org.sennit.internal.net.connection;
