/** The flags of partitioned messages within a JVM. */
package org.sennit.internal.shm.partitioned;
