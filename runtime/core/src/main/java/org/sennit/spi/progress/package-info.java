/** What moves operations on, and what a thread waits for: types shared with the progress engine. */
package org.sennit.spi.progress;
