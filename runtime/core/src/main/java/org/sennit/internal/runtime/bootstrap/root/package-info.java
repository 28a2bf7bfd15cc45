/**
 * Jobs without a launcher: process 0 runs the key-value server, and the others join it by address and secret. For
 * schedulers that start processes and say no more than which number each has.
 */
package org.sennit.internal.runtime.bootstrap.root;
