/** The selection of algorithms for collectives: a table, in the order in which it is read. */
package org.sennit.internal.endpoints.coll.select;
