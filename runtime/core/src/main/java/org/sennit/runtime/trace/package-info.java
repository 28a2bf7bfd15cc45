/** What lets a user tell who did what: the labels of output lines. */
package org.sennit.runtime.trace;
