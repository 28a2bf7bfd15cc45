/**
 * The byte rings of two processes that share memory: many producers on one side, one consumer at a time on the other.
 */
package org.sennit.internal.shm.mapped.ring;
