/** New communicators and endpoints, and the start and end of a job. */
package org.sennit.internal.endpoints.construct;
