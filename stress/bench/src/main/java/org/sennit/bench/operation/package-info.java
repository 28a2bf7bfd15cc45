/** The reduction operations on blocks in the cache, beside a loop written by hand. */
package org.sennit.bench.operation;
