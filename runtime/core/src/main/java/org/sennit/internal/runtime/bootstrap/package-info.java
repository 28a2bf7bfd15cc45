/** How a process learns which part of which job it is, and how the processes of a job exchange their first texts. */
package org.sennit.internal.runtime.bootstrap;
