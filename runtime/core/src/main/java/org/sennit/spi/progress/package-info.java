/** What moves operations on, and what a thread waits for: the types that modules and requests share with the progress engine. */
package org.sennit.spi.progress;
