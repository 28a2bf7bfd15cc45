/** The choice of the network module of a job. */
package org.sennit.internal.runtime.network;
