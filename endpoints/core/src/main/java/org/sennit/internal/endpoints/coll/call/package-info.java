/**
 * Collectives as users call them: checks what was given, resolves memory and layouts, stages what others must not
 * touch, and hands all of it to a run, which is driven in one of three ways. One preparation for blocking, nonblocking
 * and persistent calls.
 */
package org.sennit.internal.endpoints.coll.call;
