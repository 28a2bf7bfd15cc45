/** The bytes on the wire: frames, the handshake of a new connection, the text of a business card. Knows no socket. */
package org.sennit.internal.net.wire;
