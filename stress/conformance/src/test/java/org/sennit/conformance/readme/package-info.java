/** What the README promises. */
package org.sennit.conformance.readme;
