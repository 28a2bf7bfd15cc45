/** The locks of a window, in shared memory or as objects of a process, and the messages of its epochs. */
package org.sennit.internal.endpoints.rma.lock;
