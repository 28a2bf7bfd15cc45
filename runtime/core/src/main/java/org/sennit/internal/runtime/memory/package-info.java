/** The users' memory as bytes: views of arrays, buffers and segments, and copies between them by layouts. */
package org.sennit.internal.runtime.memory;
