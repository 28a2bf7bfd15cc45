/** Errors on their way to the user: missing arguments, and the scope in which an error handler is called once. */
package org.sennit.internal.runtime.error;
