/** What the job finds of ownership passing by {@link java.util.ServiceLoader}. */
package org.sennit.internal.opi;
