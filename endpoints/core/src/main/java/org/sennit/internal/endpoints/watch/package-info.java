/** Looking after waits: those that nobody can end any more, and those that wait for each other. */
package org.sennit.internal.endpoints.watch;
