/** The ways in which the examples do the same work, and how long each takes. */
package org.sennit.examples.ownership.ways;
