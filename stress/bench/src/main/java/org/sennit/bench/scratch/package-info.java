/** Temporary folders that a killed benchmark does not leave for ever. */
package org.sennit.bench.scratch;
