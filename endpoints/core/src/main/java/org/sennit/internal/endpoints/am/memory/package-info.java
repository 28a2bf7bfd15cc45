/**
 * The memory of active messages: copies between vectors, the errors of memory that cannot be used, and, for checked
 * mode, which memory operations have in use, and whether it has changed.
 */
package org.sennit.internal.endpoints.am.memory;
