/** C MPIs beside Sennit, in the same run. */
package org.sennit.bench.peer;
