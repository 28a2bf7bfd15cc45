/** The state of communicators, of endpoints and of the job, without operations. */
package org.sennit.internal.endpoints.comm;
