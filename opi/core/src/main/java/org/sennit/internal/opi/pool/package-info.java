/**
 * Memory that is used again and again: size classes, free lists, and the way home of what others have freed. Knows
 * nothing of handles and messages, which are above.
 */
package org.sennit.internal.opi.pool;
