/**
 * The ways to do collectives, one a class, each with its restrictions; which is used is chosen in {@code coll.select}.
 */
package org.sennit.internal.endpoints.coll.algorithm;
