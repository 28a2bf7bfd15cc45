/** Failed peers: who has failed, and what a message of theirs ends with. */
package org.sennit.internal.endpoints.device.failure;
