/** The other end of a message: endpoints of this process, other processes, and the message on its way to them. */
package org.sennit.internal.endpoints.device.peer;
