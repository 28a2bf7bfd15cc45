/** Which algorithm does which collective: a table, in the order in which it is read. */
package org.sennit.internal.endpoints.coll.select;
