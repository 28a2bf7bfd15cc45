/** Inboxes side by side: the one that was chosen, and those that were not. */
package org.sennit.bench.inbox;
