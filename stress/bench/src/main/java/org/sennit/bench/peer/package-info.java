/** C MPIs and libraries in Java beside Sennit, in the same run. */
package org.sennit.bench.peer;
