/**
 * Collectives as data: what each member of a collective does, step by step. Nothing here knows endpoints, threads or
 * networks, so that a schedule can also be printed, checked and simulated.
 */
package org.sennit.internal.endpoints.coll.schedule;
