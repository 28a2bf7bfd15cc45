/** What the README and the user's guide promise. */
package org.sennit.conformance.readme;
