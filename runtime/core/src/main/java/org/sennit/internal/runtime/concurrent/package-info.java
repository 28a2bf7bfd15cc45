/** The lock, the parking spot, the padding and the pool of spare objects that classes of several threads stand on. */
package org.sennit.internal.runtime.concurrent;
