/** Failed processes and endpoints, and the errors of messages to and from them. */
package org.sennit.internal.endpoints.device.failure;
