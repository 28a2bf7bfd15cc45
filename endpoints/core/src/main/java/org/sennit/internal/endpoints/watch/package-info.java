/** Examination of waits: those that no endpoint can end any more, and deadlocks. */
package org.sennit.internal.endpoints.watch;
