/**
 * The runs of collectives: a schedule from {@code select}, executed step by step; blocking, nonblocking and persistent.
 */
package org.sennit.internal.endpoints.coll;
