/** The ahead-of-time cache with which the JVMs of a job start faster: where it is, how it is made, whether it fits. */
package org.sennit.internal.launch.cache;
